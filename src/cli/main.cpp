// Entry of `ironbird`: turns errors into exit codes.
#include <fmt/format.h>

#include <exception>

#include "base/fault.hpp"
#include "cli/arguments.hpp"
#include "cli/process.hpp"

namespace ironbird::cli {
namespace {

// There is no program that could have failed, only the command.
Exit exit_of(Fault fault) {
    const auto code = static_cast<Exit>(ending(row(fault)));
    return code == Exit::program_failed ? Exit::could_not_start : code;
}

Exit act(const Action& chosen) {
    try {
        return chosen();
    } catch (const Interrupted& e) {
        fmt::print(stderr, "ironbird: interrupted by signal {}; nothing that was started runs on\n",
                   e.signal);
        end_by(e.signal);
    } catch (const Error& e) {
        fmt::print(stderr, "ironbird: {}\n", e.what());
        return exit_of(e.fault());
    } catch (const std::exception& e) {
        fmt::print(stderr, "ironbird: {}\n", e.what());
        return Exit::could_not_start;
    }
}

}  // namespace
}  // namespace ironbird::cli

int main(int argc, char** argv) {
    return ironbird::cli::CommandLine().run({argv + 1, argv + argc}, ironbird::cli::act);
}
