// What the JIT is asked for one kernel on one processor.
#pragma once

#include <string>
#include <vector>

#include "host/program/program_state.hpp"
#include "jit/jit.hpp"

namespace ironbird::host {

// Processors that kernels of a class run on.
std::vector<abi::Processor> processors_of(KernelClass kernel_class);

// -D defines: the processor and its NoC.
std::vector<std::string> stable_defines(const Options& options, abi::Processor processor,
                                        std::uint32_t noc, std::uint32_t noc_mode);

struct PrologueArgs {
    std::vector<std::uint32_t> positional;
    std::vector<std::pair<std::string, std::uint32_t>> named;  // sorted by name
    std::vector<std::pair<std::string, std::string>> defines;
};
std::string argument_prologue(const PrologueArgs& args);

// Formats and tiles of the circular buffers that the kernel can see.
std::string cb_prologue(const ProgramState& program, const CoreMask& cores);
std::string compute_prologue(const tt::tt_metal::ComputeConfig& config);
// The formats of these circular buffers inside the Tensix engine.
std::string register_prologue(const ProgramState& program, const CoreMask& cores,
                              const tt::tt_metal::ComputeConfig& config);
// Formats, tiles and the settings of compute kernels as tables, which kernels that are compiled
// without them read while they run.
ib_compute_tables compute_tables(const ProgramState& program, const CoreMask& cores,
                                 const tt::tt_metal::ComputeConfig& config);

// The kernel's folder, the folders that its configuration names, the user's tree.
std::vector<std::string> include_dirs(const Options& options, const std::string& kernel_path,
                                      const std::vector<std::filesystem::path>& configured);

jit::Request request_for(const ProgramState& program, const KernelRecord& kernel,
                         abi::Processor processor, const DeviceState& device);

}  // namespace ironbird::host
