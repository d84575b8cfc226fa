// Programs from descriptors.
#include <algorithm>
#include <tt-metalium/global_circular_buffer.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt_stl/overloaded.hpp>

#include "base/require.hpp"
#include "host/program/chip_checks.hpp"
#include "host/program/program_state.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;

using namespace ironbird::host;

namespace {

using Arg = KernelDescriptor::Arg;
using AnyConfig = std::variant<DataMovementConfig, ComputeConfig, EthernetConfig>;

uint32_t value_of(const Arg& arg) {
    if (const auto* value = std::get_if<uint32_t>(&arg)) return *value;
    const Buffer* buffer = std::get<Buffer*>(arg);
    return buffer == nullptr ? 0 : buffer->address();
}

template <class Config>
Config fill(Config config, const KernelDescriptor& k) {
    config.compile_args = k.compile_time_args;
    config.defines = {k.defines.begin(), k.defines.end()};
    config.named_compile_args = {k.named_compile_time_args.begin(),
                                 k.named_compile_time_args.end()};
    config.compiler_include_paths = k.compiler_include_paths;
    if (k.opt_level) config.opt_level = *k.opt_level;
    return config;
}

AnyConfig config_of(const KernelDescriptor& k) {
    return std::visit(
        ttsl::overloaded{[&](const ReaderConfigDescriptor&) -> AnyConfig {
                             return fill<DataMovementConfig>(ReaderDataMovementConfig(), k);
                         },
                         [&](const WriterConfigDescriptor&) -> AnyConfig {
                             return fill<DataMovementConfig>(WriterDataMovementConfig(), k);
                         },
                         [&](const DataMovementConfigDescriptor& d) -> AnyConfig {
                             DataMovementConfig c;
                             c.processor = d.processor;
                             c.noc = d.noc;
                             c.noc_mode = d.noc_mode;
                             return fill(c, k);
                         },
                         [&](const ComputeConfigDescriptor& d) -> AnyConfig {
                             ComputeConfig c;
                             c.math_fidelity = d.math_fidelity;
                             c.fp32_dest_acc_en = d.fp32_dest_acc_en;
                             c.dst_full_sync_en = d.dst_full_sync_en;
                             c.unpack_to_dest_mode = d.unpack_to_dest_mode;
                             c.bfp8_pack_precise = d.bfp8_pack_precise;
                             c.math_approx_mode = d.math_approx_mode;
                             return fill(c, k);
                         }},
        k.config);
}

// The first time they are set, later changed in place.
void set_common(Program& program, KernelHandle handle, const std::vector<uint32_t>& values) {
    RuntimeArgsData& held = GetCommonRuntimeArgs(program, handle);
    if (held.size() == 0) return SetCommonRuntimeArgs(program, handle, values);
    require(held.size() == values.size(), Fault::arg_count, "{} common arguments cannot become {}",
            held.size(), values.size());
    std::copy(values.begin(), values.end(), held.data());
}

// Numbers that callers choose: one that no chip has, or that a core has already, would be
// another's.
void add_semaphore(ProgramState& program, const SemaphoreDescriptor& s) {
    const uint32_t limit =
        largest([](const ironbird::arch::Product& p) { return p.limits.semaphores; });
    require(s.id < limit, Fault::semaphore_count, "there is no semaphore {}: a core has {}", s.id,
            limit);
    const CoreMask mask = need_on_grid(s.core_ranges, "a semaphore");
    for (const SemaphoreRecord& other : program.semaphores)
        require(other.id != s.id || (other.mask & mask).none(), Fault::semaphore_count,
                "semaphore {} is there twice: for cores {} and for cores {}", s.id, other.cores,
                s.core_ranges);
    program.semaphores.push_back({s.id, s.core_ranges, mask, s.initial_value});
}

}  // namespace

TileDescriptor::TileDescriptor(const Tile& tile)
    : TileDescriptor(tile.get_height(), tile.get_width(), tile.get_transpose_of_faces()) {}

void KernelDescriptor::emplace_runtime_args(const CoreCoord& core,
                                            std::initializer_list<uint32_t> args) {
    runtime_args.emplace_back(core, CoreRuntimeArgs(args));
}

void KernelDescriptor::emplace_runtime_args(const CoreCoord& core, const std::vector<Arg>& args) {
    CoreRuntimeArgs words;
    for (const Arg& arg : args) {
        if (const auto* buffer = std::get_if<Buffer*>(&arg))
            buffer_bindings.push_back({core, static_cast<uint32_t>(words.size()), *buffer});
        words.push_back(value_of(arg));
    }
    runtime_args.emplace_back(core, std::move(words));
}

void KernelDescriptor::emplace_runtime_args(const CoreCoord& core,
                                            std::initializer_list<Arg> args) {
    emplace_runtime_args(core, std::vector<Arg>(args));
}

void KernelDescriptor::emplace_runtime_args(const CoreCoord& core, const RTArgList& args) {
    emplace_runtime_args(core, args.items());
}

void KernelDescriptor::emplace_common_runtime_args(std::initializer_list<uint32_t> args) {
    common_runtime_args.insert(common_runtime_args.end(), args.begin(), args.end());
}

void KernelDescriptor::emplace_common_runtime_args(std::initializer_list<Arg> args) {
    for (const Arg& arg : args) {
        if (const auto* buffer = std::get_if<Buffer*>(&arg))
            common_buffer_bindings.push_back(
                {static_cast<uint32_t>(common_runtime_args.size()), *buffer});
        common_runtime_args.push_back(value_of(arg));
    }
}

void KernelDescriptor::emplace_common_runtime_args(const RTArgList& args) {
    for (const Arg& arg : args.items()) emplace_common_runtime_args({arg});
}

std::optional<uint32_t> ProgramDescriptor::find_available_semaphore_id(const CoreCoord& core,
                                                                       CoreType core_type) const {
    const uint32_t limit =
        largest([](const ironbird::arch::Product& p) { return p.limits.semaphores; });
    for (uint32_t id = 0; id < limit; id++) {
        bool taken = false;
        for (const SemaphoreDescriptor& s : semaphores)
            taken =
                taken || (s.id == id && s.core_type == core_type && s.core_ranges.contains(core));
        if (!taken) return id;
    }
    return std::nullopt;
}

Program::Program(const ProgramDescriptor& descriptor) : Program() {
    for (const CBDescriptor& cb : descriptor.cbs)
        if (cb.global_circular_buffer != nullptr)
            experimental::CreateCircularBuffer(*this, CoreSpec(cb.core_ranges),
                                               CircularBufferConfig(cb),
                                               *cb.global_circular_buffer);
        else
            CreateCircularBuffer(*this, CoreSpec(cb.core_ranges), CircularBufferConfig(cb));
    for (const SemaphoreDescriptor& s : descriptor.semaphores) add_semaphore(*state_, s);
    for (const KernelDescriptor& k : descriptor.kernels) {
        require(k.blaze_named_args.empty(), Fault::not_modelled,
                "arguments of kernels by name (blaze_named_args) are not modelled");
        if (k.source_type == KernelDescriptor::SourceType::FILE_PATH)
            CreateKernel(*this, k.kernel_source, CoreSpec(k.core_ranges), config_of(k));
        else
            CreateKernelFromString(*this, k.kernel_source, CoreSpec(k.core_ranges), config_of(k));
    }
    apply_descriptor_runtime_args(*this, descriptor);
}

void apply_descriptor_runtime_args(Program& program, const ProgramDescriptor& desc) {
    for (KernelHandle handle = 0; handle < desc.kernels.size(); handle++) {
        const KernelDescriptor& k = desc.kernels[handle];
        for (const auto& [core, args] : k.runtime_args)
            SetRuntimeArgs(program, handle, CoreSpec(core), ttsl::Span<const uint32_t>(args));
        set_common(program, handle, k.common_runtime_args);
    }
    for (CBHandle handle = 0; handle < desc.cbs.size(); handle++)
        if (const Buffer* below = desc.cbs[handle].backing())
            UpdateDynamicCircularBufferAddress(program, handle, *below,
                                               desc.cbs[handle].address_offset);
}

}  // namespace tt::tt_metal
