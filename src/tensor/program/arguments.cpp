// Tensors where programs take buffers: arguments of kernels and memory of circular buffers.
#include <tt-metalium/circular_buffer_config.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <tt_stl/overloaded.hpp>
#include <tt_stl/reflection.hpp>

namespace tt::tt_metal {

namespace {

using Arg = KernelDescriptor::Arg;
using TensorArg = KernelDescriptor::TensorArg;

Buffer& buffer_of(const MeshTensor& tensor) {
    return *tensor.mesh_buffer().get_reference_buffer();
}

Arg as_buffer(const TensorArg& arg) {
    return std::visit(
        ttsl::overloaded{[](std::uint32_t value) { return Arg(value); },
                         [](const MeshTensor& tensor) { return Arg(&buffer_of(tensor)); }},
        arg);
}

}  // namespace

void KernelDescriptor::RTArgList::push_back(const MeshTensor& tensor) {
    push_back(&buffer_of(tensor));
}

void KernelDescriptor::emplace_runtime_args(const CoreCoord& core,
                                            const std::vector<TensorArg>& args) {
    std::vector<Arg> list;
    for (const TensorArg& arg : args) list.push_back(as_buffer(arg));
    emplace_runtime_args(core, list);
}

void KernelDescriptor::emplace_runtime_args(const CoreCoord& core,
                                            std::initializer_list<TensorArg> args) {
    emplace_runtime_args(core, std::vector<TensorArg>(args));
}

void KernelDescriptor::emplace_common_runtime_args(std::initializer_list<TensorArg> args) {
    for (const TensorArg& arg : args) emplace_common_runtime_args({as_buffer(arg)});
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address(
    const MeshTensor& tensor) {
    return set_globally_allocated_address(buffer_of(tensor));
}

CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address_and_total_size(
    const MeshTensor& tensor, uint32_t total_size) {
    return set_globally_allocated_address_and_total_size(buffer_of(tensor), total_size);
}

void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle,
                                        const MeshTensor& tensor) {
    UpdateDynamicCircularBufferAddress(program, cb_handle, buffer_of(tensor));
}

void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle cb_handle,
                                                    const MeshTensor& tensor, uint32_t total_size) {
    UpdateDynamicCircularBufferAddressAndTotalSize(program, cb_handle, buffer_of(tensor),
                                                   total_size);
}

}  // namespace tt::tt_metal

namespace {

namespace blaze = tt::tt_metal::experimental::blaze;

std::size_t width_of(const blaze::NamedCommonRuntimeArgArray& array) {
    return array.values.size();
}
std::size_t width_of(const blaze::NamedPerCoreRuntimeArgArray& array) {
    return array.core_values.empty() ? 0 : array.core_values.front().second.size();
}

// What kernels are compiled for: the names, and how many words each has.
ttsl::hash::hash_t hash_of(ttsl::hash::hash_t seed, const blaze::NamedKernelArgs& args) {
    using ttsl::hash::hash_objects;
    if (args.empty()) return seed;
    const auto names = [&](const auto& list) {
        seed = hash_objects(seed, list.size());
        for (const auto& one : list) seed = hash_objects(seed, one.name);
    };
    names(args.named_common_runtime_args);
    names(args.named_per_core_runtime_args);
    names(args.named_common_runtime_arg_arrays);
    names(args.named_per_core_runtime_arg_arrays);
    for (const auto& one : args.named_common_runtime_arg_arrays)
        seed = hash_objects(seed, width_of(one));
    for (const auto& one : args.named_per_core_runtime_arg_arrays)
        seed = hash_objects(seed, width_of(one));
    return seed;
}

}  // namespace

// Addresses and arguments are set again at every run, so that they are no part of it.
std::size_t std::hash<tt::tt_metal::ProgramDescriptor>::operator()(
    const tt::tt_metal::ProgramDescriptor& d) const {
    using ttsl::hash::hash_objects;
    if (d.custom_program_hash) return *d.custom_program_hash;
    ttsl::hash::hash_t seed = d.kernels.size();
    for (const auto& k : d.kernels) {
        seed =
            hash_objects(seed, k.kernel_source, k.source_type, k.core_ranges, k.compile_time_args,
                         k.named_compile_time_args, k.defines, k.common_runtime_args.size(),
                         k.runtime_args.size(), k.opt_level, k.config);
        seed = hash_of(seed, k.blaze_named_args);
    }
    for (const auto& s : d.semaphores)
        seed = hash_objects(seed, s.id, s.core_type, s.core_ranges, s.initial_value);
    for (const auto& c : d.cbs) {
        seed = hash_objects(seed, c.total_size, c.core_ranges, c.backing() != nullptr,
                            c.address_offset, c.format_descriptors.size());
        for (const auto& f : c.format_descriptors)
            seed = hash_objects(seed, f.buffer_index, f.data_format, f.page_size);
    }
    return seed;
}
