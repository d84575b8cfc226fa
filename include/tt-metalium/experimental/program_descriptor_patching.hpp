// New addresses for a cached program: found once, written at every later call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <vector>

namespace tt::tt_metal {

class Program;

// An argument that holds the address of a tensor's buffer.
struct ResolvedRtArgBinding {
    uint32_t kernel_idx = 0;
    CoreCoord core{};  // of no meaning for a common argument
    uint32_t arg_idx = 0;
    uint32_t tensor_buffer_idx = 0;
    bool is_common = false;
};

// A circular buffer on top of a tensor's buffer.
struct ResolvedCbBinding {
    uintptr_t cb_id = 0;
    uint32_t tensor_buffer_idx = 0;
    uint32_t address_offset = 0;
};

struct ResolvedBindings {
    std::vector<ResolvedRtArgBinding> rt_args;
    std::vector<ResolvedCbBinding> cbs;

    bool empty() const noexcept { return rt_args.empty() && cbs.empty(); }
};

// The buffers of a call, inputs first. Empty if one buffer stands for two arguments: a later call
// may have two buffers there, so that the program has to be built anew.
ResolvedBindings resolve_bindings(Program& program, const ProgramDescriptor& desc,
                                  std::span<Buffer* const> tensor_buffers,
                                  size_t num_input_buffers = std::numeric_limits<size_t>::max(),
                                  bool allow_inplace_output_tensor_alias = false);

// The buffers in the same order as when the bindings were found.
void apply_resolved_bindings(Program& program, const ResolvedBindings& bindings,
                             std::span<Buffer* const> current_buffers);

// An argument whose value is another at every call.
struct DynamicRuntimeArg {
    uint32_t kernel_idx = 0;
    CoreCoord core{};
    uint32_t arg_idx = 0;
    uint32_t value = 0;
    bool is_common = false;
};

void apply_dynamic_runtime_args(Program& program, std::span<const DynamicRuntimeArg> dynamic_args);

// Throws if any argument or address of the patched program differs from the rebuilt one.
void assert_fastpath_parity(const Program& fast, const Program& rebuilt,
                            const ProgramDescriptor& desc, std::string_view op_name);

}  // namespace tt::tt_metal
