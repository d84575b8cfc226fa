// Commands that are programs of their own.
#pragma once

#include "cli/command.hpp"

namespace ironbird::cli {

struct Handed {
    const char* command;  // ironbird_COMMAND is the program
    const char* summary;
    const char* commands;  // that it has, for people
    const char* packages;  // what it is built with
};

// For `ironbird moe` and `ironbird piper`: all words behind the command are the program's, and its
// exit codes are ours.
void add_handed(CLI::App& app, Action& chosen, const ProgramWords& program, const Handed& handed);

// For `ironbird bench` and `ironbird accuracy`: runs a program that measures. `what` names it in
// the error when the target is not built: "the benchmarks are".
Exit run_measuring(const char* target, const char* what, const std::vector<std::string>& words);

}  // namespace ironbird::cli
