// Commands that are programs of their own (docs: `ironbird moe`, `ironbird piper`).
#pragma once

#include "cli/command.hpp"

namespace ironbird::cli {

struct Handed {
    const char* command;  // ironbird_COMMAND is the program
    const char* summary;
    const char* commands;  // that it has, for people
    const char* packages;  // what it is built with
};

// All words behind the command are the program's, and its exit codes are ours.
void add_handed(CLI::App& app, Action& chosen, const ProgramWords& program, const Handed& handed);

}  // namespace ironbird::cli
