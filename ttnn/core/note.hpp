// Tells a profile which operation a program is of.
#pragma once

#include <string>
#include <string_view>
#include <tt-metalium/program.hpp>

#include "ttnn/run.hpp"

namespace ttnn::detail {

// Whether a profile is recorded: without one nothing needs to be said.
bool operations_are_noted();

// `attributes`: "'name': 'value'; …".
void note_operation(const tt::tt_metal::Program& program, std::string_view operation,
                    std::string_view attributes, Inputs inputs, Outputs outputs);
}  // namespace ttnn::detail
