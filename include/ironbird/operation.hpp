// What a library's operation is, for profiles: a program alone shows only its kernels. One note for
// each program, when it is built; launches of the program are its calls.
#pragma once

#include <array>
#include <string>
#include <tt-metalium/program.hpp>
#include <vector>

namespace ironbird {

// As the columns of ops_perf_results.csv have them: W, Z, Y and X as padded[logical], layout, data
// type, and memory without the device ("DRAM_INTERLEAVED").
using TensorNote = std::array<std::string, 7>;

struct OperationNote {
    std::string name;        // "MatmulDeviceOperation"
    std::string attributes;  // "{'name': 'value'; …}"
    std::vector<TensorNote> inputs, outputs;
};

}  // namespace ironbird

extern "C" {
// Whether a profile with events is recorded: without one there is nobody to tell.
bool ib_wants_operations();
void ib_note_operation(const tt::tt_metal::Program& program, const ironbird::OperationNote& note);
}
