// Child processes, started from an argument vector and never through a shell.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ironbird::cli {

struct Start {
    std::vector<std::string> argv{};
    std::vector<std::pair<std::string, std::string>> environment{};  // added to ours
    std::vector<std::string> without{};                              // removed from ours
    std::filesystem::path folder{};                                  // empty: ours
    std::filesystem::path stdout_file{};                             // empty: ours
    std::filesystem::path stderr_file{};                             // empty: ours
};

struct Ended {
    bool started = false;
    std::string trouble;  // why it did not start
    int code = 0;         // exit code, when there was no signal
    int signal = 0;
    double seconds = 0;

    bool ok() const { return started && signal == 0 && code == 0; }
    std::string text() const;  // "exit code 3", "signal 6 (Aborted)"
};

// Blocks until the child has ended; interrupts go to the child and not to us.
Ended run_process(const Start& start);

}  // namespace ironbird::cli
