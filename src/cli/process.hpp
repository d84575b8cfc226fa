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
    std::filesystem::path stdin_file{};                              // empty: ours
    std::filesystem::path stdout_file{};                             // empty: ours
    std::filesystem::path stderr_file{};                             // empty: ours
    bool debugger = false;                                           // ^C is for the child alone
    double time_limit = 0;  // seconds until the child and what it started are ended; 0: none
    // Once this file exists, SIGQUIT makes the child tell where its processors stand.
    std::filesystem::path tells_on_quit{};
};

struct Ended {
    bool started = false;
    std::string trouble;    // why it did not start
    int code = 0;           // exit code, when there was no signal
    int signal = 0;         // that ended it
    int interrupted = 0;    // signal that we got, which ended the child and what it had started
    double time_limit = 0;  // seconds after which we ended it; 0: it ended by itself
    double seconds = 0;

    bool whole() const { return started && interrupted == 0 && time_limit == 0; }
    bool ok() const { return whole() && signal == 0 && code == 0; }
    std::string text() const;  // "exit code 3", "signal 6 (Aborted)"
};

// This command was told to stop; thrown when nothing of what it had started runs any more.
struct Interrupted {
    int signal;
};

// Blocks until the child has ended. SIGINT, SIGTERM and SIGHUP to us end it and everything below
// it, at first by that signal, a few seconds later by force; so does its time limit.
Ended run_process(const Start& start);

// Throws Interrupted if that is how it ended.
void leave_if_interrupted(const Ended& ended);

// Ends this process by the signal, as its parent expects of whoever was interrupted.
[[noreturn]] void end_by(int signal);

}  // namespace ironbird::cli
