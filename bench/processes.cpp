// Figures of whole processes: a cold compile, a warm hello.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "figures.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

namespace fs = std::filesystem;

fs::path program_folder() {
    return fs::canonical("/proc/self/exe").parent_path();
}

// Runs a command with its output thrown away.
void run_quietly(const std::vector<std::string>& command) {
    std::vector<char*> argv;
    for (const std::string& a : command) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int trouble = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (trouble != 0 || waitpid(child, &status, 0) < 0 || status != 0)
        throw std::runtime_error("cannot run " + command.front());
}

// Variables for child processes, put back afterwards.
class Variable {
 public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (old_.empty())
            unsetenv(name_);
        else
            setenv(name_, old_.c_str(), 1);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

 private:
    const char* name_;
    std::string old_;
};

}  // namespace

double kernel_compile_cold_s() {
    const fs::path cache =
        fs::temp_directory_path() / ("ironbird-bench-" + std::to_string(getpid()));
    const Variable elsewhere("TT_METAL_CACHE", cache.string());
    const std::string kernel = KERNEL_PREFIX "bench/kernels/produce.cpp";
    const auto compile = [&] {
        run_quietly(
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
    run_quietly(hello);
    return best(5, [&] { return wall_seconds([&] { run_quietly(hello); }); });
}

}  // namespace ironbird::bench
