// Runs a tool with an argument vector, never through a shell.
#pragma once

#include <string>
#include <vector>

namespace ironbird::jit {

// A tool to start.
struct Run {
    std::vector<std::string> argv;  // argv[0] is the absolute path of the program
    std::string input;              // file for standard input; empty means /dev/null
    std::string folder;             // working directory, and the tool's own temporary files
};

// How a tool ended, and what it printed.
struct Outcome {
    int exit_code = 0;   // 128 + signal when killed
    int signal = 0;      // that killed it
    std::string output;  // standard output and error, as they came
    double seconds = 0;
};

// Waits for the end. The environment is fixed, so that no variable of the user's changes what is
// compiled. Throws when the program cannot be started.
Outcome run(const Run& what);

// One line as a user could type it, for logs.
std::string shown(const std::vector<std::string>& argv);

}  // namespace ironbird::jit
