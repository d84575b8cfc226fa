// Figures of whole processes: a cold compile, a warm hello.
#include "processes.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "figures.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnProcess = "BENCH_OWN_PROCESS";

fs::path program_folder() {
    return fs::canonical("/proc/self/exe").parent_path();
}

// Runs a command and returns what it printed.
std::string output_of(const std::vector<std::string>& command) {
    std::vector<char*> argv;
    for (const std::string& a : command) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t child = 0;
    const int trouble = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string text;
    std::array<char, 4096> some;
    for (ssize_t n; (n = read(ends[0], some.data(), some.size())) > 0;)
        text.append(some.data(), static_cast<std::size_t>(n));
    close(ends[0]);
    int status = 0;
    if (trouble != 0 || waitpid(child, &status, 0) < 0 || status != 0)
        throw std::runtime_error("cannot run " + command.front());
    return text;
}

}  // namespace

bool in_own_process() {
    return std::getenv(kOwnProcess) != nullptr;
}

double own_process(const std::string& figure) {
    const Variable own(kOwnProcess, "1");
    const std::string text =
        output_of({fs::canonical("/proc/self/exe").string(), "--json", figure});
    return nlohmann::json::parse(text).at(figure).get<double>();
}

double kernel_compile_cold_s() {
    const fs::path cache =
        fs::temp_directory_path() / ("ironbird-bench-" + std::to_string(getpid()));
    const Variable elsewhere("TT_METAL_CACHE", cache.string());
    const std::string kernel = KERNEL_PREFIX "bench/kernels/produce.cpp";
    const auto compile = [&] {
        output_of(
            {(program_folder() / "ironbird").string(), "compile", "--processor", "brisc", kernel});
    };
    const double seconds = best(3, [&] {
        fs::remove_all(cache);
        return wall_seconds(compile);
    });
    fs::remove_all(cache);
    return seconds;
}

double hello_world_warm_s() {
    const std::vector<std::string> hello = {
        (program_folder() / "examples" / "dprint_hello").string()};
    output_of(hello);
    return best(5, [&] { return wall_seconds([&] { output_of(hello); }); });
}

}  // namespace ironbird::bench
