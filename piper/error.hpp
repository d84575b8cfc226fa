// What PIPER throws: a message, what to do about it, and the exit code of docs/exit_codes.md.
#pragma once

#include <stdexcept>
#include <string>

namespace piper {

enum class Exit : int {
    fine = 0,
    findings = 1,
    failed = 2,
    could_not_start = 4,
    not_modelled = 5,
};

struct Error : std::runtime_error {
    Error(Exit code, const std::string& message, std::string remedy_text = {})
        : std::runtime_error(message), exit(code), remedy(std::move(remedy_text)) {}

    Exit exit;
    std::string remedy;  // may be empty
};

}  // namespace piper
