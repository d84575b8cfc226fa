// Entry of `ironbird`: turns errors into exit codes.
#include <fmt/format.h>

#include <exception>

#include "base/fault.hpp"
#include "cli/arguments.hpp"
#include "cli/process.hpp"

namespace ironbird::cli {
namespace {

Exit exit_of(Fault fault) {
    switch (fault) {
        case Fault::hang:
            return Exit::hang;
        case Fault::not_modelled:
            return Exit::not_modelled;
        default:
            return Exit::could_not_start;
    }
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
    return ironbird::cli::run_arguments({argv + 1, argv + argc}, ironbird::cli::act);
}
