// Addresses of a cached program: where they stand, and new ones in their place.
#include <algorithm>
#include <map>
#include <optional>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/experimental/program_descriptor_patching.hpp>
#include <tt-metalium/host_api.hpp>
#include <tuple>

#include "host/program/program_state.hpp"
#include "tensor/require.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

// Which buffer of the call a binding means: the first place where it stands.
class Slots {
 public:
    explicit Slots(std::span<Buffer* const> buffers) {
        for (uint32_t i = 0; i < buffers.size(); i++)
            if (buffers[i] != nullptr) first_.emplace(buffers[i], i);
    }
    std::optional<uint32_t> find(const Buffer* buffer) const {
        const auto at = first_.find(buffer);
        return at == first_.end() ? std::nullopt : std::optional(at->second);
    }
    uint32_t need(const Buffer* buffer, const std::string& where) const {
        const auto slot = find(buffer);
        require(slot.has_value(),
                "Buffer* in {} not found in tensor_args/tensor_return_value enumeration. A binding "
                "must name a buffer of the call.",
                where);
        return *slot;
    }

 private:
    std::map<const Buffer*, uint32_t> first_;
};

// True if a buffer stands for two arguments that may be two buffers at the next call. An output
// that is also an input is in place, which the operation itself decides.
bool has_alias(std::span<Buffer* const> buffers, size_t inputs, bool allow_output_among_inputs) {
    inputs = std::min(inputs, buffers.size());
    std::map<const Buffer*, size_t> in, out;
    for (size_t i = 0; i < buffers.size(); i++)
        if (buffers[i] != nullptr) (i < inputs ? in : out)[buffers[i]]++;
    const auto twice = [](const auto& entry) { return entry.second > 1; };
    if (std::ranges::any_of(out, twice)) return true;
    return std::ranges::any_of(in, [&](const auto& entry) {
        const bool excused = allow_output_among_inputs && out.contains(entry.first);
        return entry.second > (excused ? 2u : 1u);
    });
}

std::string place_text(size_t kernel, const CoreCoord* core, uint32_t arg) {
    return core != nullptr ? fmt::format("BufferBinding for kernel {} at core ({},{}) arg[{}]",
                                         kernel, core->x, core->y, arg)
                           : fmt::format("CommonBufferBinding for kernel {} arg[{}]", kernel, arg);
}

void need_address(const std::vector<uint32_t>* args, uint32_t arg, const Buffer& buffer,
                  const std::string& where) {
    require(args != nullptr && arg < args->size(), "{}: there is no such argument", where);
    require((*args)[arg] == buffer.address(),
            "{}: stored value {:#x} does not match buffer->address() {:#x}. An argument that is "
            "bound holds the address and nothing else.",
            where, (*args)[arg], buffer.address());
}

void resolve_kernel(uint32_t index, const KernelDescriptor& kernel, const Slots& slots,
                    std::vector<ResolvedRtArgBinding>& out) {
    std::map<CoreCoord, const std::vector<uint32_t>*> by_core;
    for (const auto& [core, args] : kernel.runtime_args) by_core.emplace(core, &args);
    for (const BufferBinding& b : kernel.buffer_bindings) {
        if (b.buffer == nullptr) continue;
        const std::string where = place_text(index, &b.core, b.arg_idx);
        const auto at = by_core.find(b.core);
        need_address(at == by_core.end() ? nullptr : at->second, b.arg_idx, *b.buffer, where);
        out.push_back({index, b.core, b.arg_idx, slots.need(b.buffer, where), false});
    }
    for (const CommonBufferBinding& b : kernel.common_buffer_bindings) {
        if (b.buffer == nullptr) continue;
        const std::string where = place_text(index, nullptr, b.arg_idx);
        need_address(&kernel.common_runtime_args, b.arg_idx, *b.buffer, where);
        out.push_back({index, {}, b.arg_idx, slots.need(b.buffer, where), true});
    }
}

auto order_of(const ResolvedRtArgBinding& b) {
    return std::tuple(b.is_common, b.kernel_idx, b.core.x, b.core.y, b.arg_idx);
}

RuntimeArgsData& args_of(const Program& program, uint32_t kernel, const CoreCoord& core,
                         bool common) {
    return common ? GetCommonRuntimeArgs(program, kernel) : GetRuntimeArgs(program, kernel, core);
}

void need_same_args(const Program& fast, const Program& rebuilt, uint32_t kernel,
                    const CoreCoord* core, std::string_view op) {
    const CoreCoord at = core != nullptr ? *core : CoreCoord{};
    const RuntimeArgsData& a = args_of(fast, kernel, at, core == nullptr);
    const RuntimeArgsData& b = args_of(rebuilt, kernel, at, core == nullptr);
    const std::string where = core != nullptr ? fmt::format("core {}", core->str()) : "all cores";
    require(a.size() == b.size(),
            "descriptor fast-path parity FAILED for op {}: kernel {}, {}: {} arguments, {} when "
            "rebuilt",
            op, kernel, where, a.size(), b.size());
    for (size_t i = 0; i < a.size(); i++)
        require(a.data()[i] == b.data()[i],
                "descriptor fast-path parity FAILED for op {}: kernel {}, {}, arg[{}]: {:#x}, "
                "{:#x} when rebuilt",
                op, kernel, where, i, a.data()[i], b.data()[i]);
}

}  // namespace

ResolvedBindings resolve_bindings(Program&, const ProgramDescriptor& desc,
                                  std::span<Buffer* const> tensor_buffers, size_t num_input_buffers,
                                  bool allow_inplace_output_tensor_alias) {
    ResolvedBindings found;
    if (has_alias(tensor_buffers, num_input_buffers, allow_inplace_output_tensor_alias))
        return found;
    const Slots slots(tensor_buffers);
    for (uint32_t i = 0; i < desc.kernels.size(); i++)
        resolve_kernel(i, desc.kernels[i], slots, found.rt_args);
    std::ranges::sort(found.rt_args, {}, order_of);
    // A circular buffer's handle is its place in the descriptor.
    for (uint32_t i = 0; i < desc.cbs.size(); i++)
        if (const Buffer* below = desc.cbs[i].backing())
            if (const auto slot = slots.find(below))
                found.cbs.push_back({i, *slot, desc.cbs[i].address_offset});
    return found;
}

void apply_resolved_bindings(Program& program, const ResolvedBindings& bindings,
                             std::span<Buffer* const> current_buffers) {
    const auto buffer = [&](uint32_t index) -> Buffer& {
        require(index < current_buffers.size() && current_buffers[index] != nullptr,
                "a cached program needs buffer {}, and the call has none there", index);
        return *current_buffers[index];
    };
    for (const ResolvedRtArgBinding& b : bindings.rt_args)
        args_of(program, b.kernel_idx, b.core, b.is_common)[b.arg_idx] =
            buffer(b.tensor_buffer_idx).address();
    for (const ResolvedCbBinding& b : bindings.cbs)
        UpdateDynamicCircularBufferAddress(program, b.cb_id, buffer(b.tensor_buffer_idx),
                                           b.address_offset);
}

void apply_dynamic_runtime_args(Program& program, std::span<const DynamicRuntimeArg> dynamic_args) {
    for (const DynamicRuntimeArg& a : dynamic_args) {
        RuntimeArgsData& args = args_of(program, a.kernel_idx, a.core, a.is_common);
        require(a.arg_idx < args.size(),
                "DynamicRuntimeArg for kernel {} {}arg[{}] is out of range (runtime args size {}). "
                "Only arguments that the program was built with can change.",
                a.kernel_idx, a.is_common ? "common " : "", a.arg_idx, args.size());
        args[a.arg_idx] = a.value;
    }
}

void assert_fastpath_parity(const Program& fast, const Program& rebuilt,
                            const ProgramDescriptor& desc, std::string_view op_name) {
    for (uint32_t i = 0; i < desc.kernels.size(); i++) {
        for (const auto& [core, args] : desc.kernels[i].runtime_args)
            need_same_args(fast, rebuilt, i, &core, op_name);
        need_same_args(fast, rebuilt, i, nullptr, op_name);
    }
    for (CBHandle i = 0; i < desc.cbs.size(); i++) {
        const auto &x = fast.state().cb(i).config, &y = rebuilt.state().cb(i).config;
        require(x.globally_allocated_address() == y.globally_allocated_address() &&
                    x.address_offset() == y.address_offset(),
                "descriptor fast-path parity FAILED for op {}: circular buffer {} lies at {:#x}, "
                "at {:#x} when rebuilt",
                op_name, i, x.globally_allocated_address().value_or(0),
                y.globally_allocated_address().value_or(0));
    }
}

}  // namespace tt::tt_metal
