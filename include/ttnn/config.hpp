// Settings of the process.
#pragma once

namespace ttnn {
namespace core {

struct Config {
    // Builds the program of every cache hit anew and compares all arguments and addresses of
    // circular buffers with what the cached program was given: for tests of operations.
    bool validate_program_args = false;
};

}  // namespace core

extern core::Config CONFIG;

}  // namespace ttnn
