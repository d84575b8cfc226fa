// The command line of `ironbird`, from its words to the command that they name.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace ironbird::cli {

// The parser with its commands; made once for any number of command lines.
class CommandLine {
 public:
    CommandLine();
    CommandLine(const CommandLine&) = delete;  // commands hold on to its members
    CommandLine& operator=(const CommandLine&) = delete;

    // Hands the chosen command to `act`; prints help and the version by itself, and refuses the
    // rest. Returns the exit code.
    int run(std::vector<std::string> arguments, Exit (*act)(const Action&));

 private:
    // What starts a program has come first: its words must not reach the parser.
    void take_program(std::vector<std::string>& arguments);
    bool wants_more(const std::vector<std::string>& arguments) const;
    int refuse_words(const CLI::ParseError& why);

    CLI::App app_;
    std::vector<const CLI::App*> starters_;
    ProgramWords program_;
    Action chosen_;
    bool version_ = false, json_ = false;
    bool asked_more_ = false, has_more_ = true;  // the library beside us: asked for, and there
};

}  // namespace ironbird::cli
