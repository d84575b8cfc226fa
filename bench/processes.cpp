// Figures of whole processes: a cold compile, a warm hello.
#include "processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "figures.hpp"
#include "tables.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnProcess = "BENCH_OWN_PROCESS";

fs::path program_folder() {
    return fs::canonical("/proc/self/exe").parent_path();
}

// Runs a command and returns what it printed; one with a folder of its own says nothing else.
std::string output_of(const std::vector<std::string>& command, const fs::path& folder = {}) {
    std::vector<char*> argv;
    for (const std::string& a : command) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (!folder.empty()) {
        posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
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

// Of the children that have ended.
double child_cpu_seconds() {
    struct rusage u{};
    getrusage(RUSAGE_CHILDREN, &u);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(u.ru_utime) + seconds(u.ru_stime);
}

// One of the examples as a source of one's own, in a folder where it may be edited.
class OwnSource {
 public:
    OwnSource()
        : folder_(fs::temp_directory_path() / ("ironbird-bench-" + std::to_string(getpid()))) {
        fs::create_directories(folder_ / "hello");
        fs::copy_file(KERNEL_PREFIX "examples/session.hpp", folder_ / "session.hpp");
        edit();
    }
    ~OwnSource() { fs::remove_all(folder_); }
    OwnSource(const OwnSource&) = delete;
    OwnSource& operator=(const OwnSource&) = delete;

    // Another text, each time.
    void edit() {
        std::ifstream original(KERNEL_PREFIX "examples/dprint_hello/dprint_hello.cpp");
        std::ofstream(source()) << original.rdbuf() << "int edit_" << edits_++ << ";\n";
    }

    void run() const {
        const Variable kernels("TT_METAL_RUNTIME_ROOT", KERNEL_PREFIX);
        output_of({(program_folder() / "ironbird").string(), "run", source().string()}, folder_);
    }

 private:
    fs::path source() const { return folder_ / "hello" / "main.cpp"; }

    fs::path folder_;
    int edits_ = 0;
};

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

double program_seconds(const std::string& program, const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {(program_folder() / program).string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return std::stod(output_of(words));
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

// Of a process of its own: TT-NN brings the library along.
namespace {

double call_us(const std::string& side) {
    return program_seconds("ironbird_ttnn_calls", {side});
}

}  // namespace

double ttnn_warm_call_us() {
    return call_us("8");
}

double trace_64_adds_us() {
    return program_seconds("ironbird_ttnn_calls", {"8", "trace"});
}

// On one core: what 64 do takes longer than what is asked here, and differs by more.
double python_call_us() {
    const Variable package("PYTHONPATH", KERNEL_PREFIX "python");
    const Variable module("TTNN_MODULE_DIR", (program_folder().parent_path() / "lib").string());
    const double both =
        std::stod(output_of({"/usr/bin/python3", KERNEL_PREFIX "bench/python_calls.py", "1"}));
    return both - call_us("1");
}

// Needs python3-torch.
nlohmann::ordered_json transformer_block_rows() {
    const Variable package("PYTHONPATH", KERNEL_PREFIX "python");
    const Variable module("TTNN_MODULE_DIR", (program_folder().parent_path() / "lib").string());
    return nlohmann::ordered_json::parse(
        output_of({"/usr/bin/python3", KERNEL_PREFIX "bench/transformer_block.py"}));
}

std::string transformer_block_text(const nlohmann::ordered_json& rows) {
    std::string text;
    for (const auto& r : rows) {
        const bool time = r.contains("ms");
        text += fmt::format("{:<20} {:>10.2f}{}\n", r["what"].get<std::string>(),
                            r[time ? "ms" : "ratio"].get<double>(), time ? " ms" : "");
    }
    return text;
}

double host_run_warm_s() {
    const OwnSource program;
    program.run();
    return best(5, [&] { return wall_seconds([&] { program.run(); }); });
}

double host_run_edit_cpu_s() {
    OwnSource program;
    program.run();
    return best(3, [&] {
        program.edit();
        const double before = child_cpu_seconds();
        program.run();
        return child_cpu_seconds() - before;
    });
}

}  // namespace ironbird::bench
