// Programs of the caller's own.
#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/program_cache.hpp>
#include <tt_stl/assert.hpp>

#include "core/dispatch.hpp"
#include "core/note.hpp"
#include "ttnn/operations/generic/generic_op.hpp"
#include "ttnn/tensor/tensor_utils.hpp"

namespace ttnn {

using namespace tt::tt_metal;
namespace generic {
namespace {

namespace cache = program_cache::detail;

struct Nothing {};
using Workload = cache::CachedMeshWorkload<Nothing>;

Workload build(MeshDevice& device, const ProgramDescriptor& descriptor,
               const std::vector<Tensor>& tensors) {
    tt::tt_metal::distributed::MeshWorkload workload;
    Program program(descriptor);
    if (ttnn::detail::operations_are_noted()) {
        std::vector<const Tensor*> all;
        for (const Tensor& tensor : tensors) all.push_back(&tensor);
        const std::span<const Tensor* const> inputs(all.data(), all.size() - 1);
        ttnn::detail::note_operation(program, "GenericOpDeviceOperation", "", inputs,
                                     std::span<const Tensor* const>(&all.back(), 1));
    }
    workload.add_program(MeshCoordinateRange(device.shape()), std::move(program));
    return {std::move(workload), Nothing{}};
}

// Circular buffers on top of tensors move with them: such programs are built anew.
bool can_be_kept(const ProgramDescriptor& descriptor) {
    return std::ranges::none_of(descriptor.cbs, [](const CBDescriptor& cb) {
        return cb.backing() != nullptr || cb.global_circular_buffer != nullptr;
    });
}

}  // namespace
}  // namespace generic

ttsl::hash::hash_t operations::generic::compute_program_descriptor_hash(
    const ProgramDescriptor& descriptor) {
    return descriptor.custom_program_hash ? *descriptor.custom_program_hash
                                          : std::hash<ProgramDescriptor>{}(descriptor);
}

Tensor generic_op(const std::vector<Tensor>& io_tensors, const ProgramDescriptor& descriptor) {
    TT_FATAL(io_tensors.size() >= 2,
             "generic_op: {} tensors are given, at least 2 are needed: inputs, then the output",
             io_tensors.size());
    for (const Tensor& tensor : io_tensors)
        TT_FATAL(tensor.storage_type() == StorageType::DEVICE && tensor.is_allocated(),
                 "generic_op: all tensors must be allocated on the device");
    const detail::Dispatching dispatching;
    MeshDevice& device = *io_tensors.front().device();
    auto& queue = device.mesh_command_queue();
    generic::cache::ProgramCache& programs = device.get_program_cache();
    if (!programs.is_enabled()) {
        generic::Workload built = generic::build(device, descriptor, io_tensors);
        queue.enqueue_mesh_workload(built.workload, false);
        return io_tensors.back();
    }
    generic::cache::ProgramCacheKey key;
    key.hash = operations::generic::compute_program_descriptor_hash(descriptor);
    key.canonical = "generic_op " + std::to_string(key.hash);
    const bool known = programs.contains(key);
    TT_FATAL(known || programs.cache_misses_allowed(),
             "generic_op: program cache miss occurred, but cache misses are forbidden");
    if (known && !generic::can_be_kept(descriptor)) {
        generic::Workload built = generic::build(device, descriptor, io_tensors);
        queue.enqueue_mesh_workload(built.workload, false);
        return io_tensors.back();
    }
    if (!known)
        programs.insert(key, generic::cache::CachedProgramFactory(
                                 generic::build(device, descriptor, io_tensors), 0));
    auto& cached = programs.get(key).cached_program.get<generic::Workload>();
    if (known)
        for (auto& [range, program] : cached.workload.get_programs())
            apply_descriptor_runtime_args(program, descriptor);
    queue.enqueue_mesh_workload(cached.workload, false);
    return io_tensors.back();
}

CBDescriptor cb_descriptor_from_sharded_tensor(std::uint8_t cb_index, const Tensor& tensor,
                                               std::uint32_t address_offset,
                                               std::uint32_t total_size,
                                               const std::optional<CoreRangeSet>& core_ranges) {
    TT_FATAL(tensor.is_sharded() && tensor.memory_config().is_l1(),
             "cb_descriptor_from_sharded_tensor: the tensor must be sharded in L1, it is in {}",
             tensor.memory_config());
    Buffer& buffer = *tensor.buffer();
    const auto& shards = tensor.memory_config().nd_shard_spec();
    CBFormatDescriptor format;
    format.buffer_index = cb_index;
    format.data_format = datatype_to_dataformat_converter(tensor.dtype());
    format.page_size = static_cast<std::uint32_t>(buffer.aligned_page_size());
    if (tensor.layout() == Layout::TILE) format.tile = TileDescriptor(tensor.tensor_spec().tile());
    CBDescriptor cb;
    cb.total_size = total_size != 0 ? total_size
                                    : static_cast<std::uint32_t>(buffer.aligned_size_per_bank()) -
                                          address_offset;
    cb.core_ranges = core_ranges ? *core_ranges : shards.value().grid;
    cb.format_descriptors.push_back(format);
    cb.buffer = &buffer;
    cb.address_offset = address_offset;
    return cb;
}

std::uint32_t get_cb_address(const CBDescriptor& desc) {
    // The buffer counts where a tensor is named too; on top of neither, it is where the program
    // puts it.
    const Buffer* buffer = desc.buffer != nullptr ? desc.buffer : desc.backing();
    const DeviceAddr base = buffer != nullptr ? buffer->address() : 0;
    return static_cast<std::uint32_t>(base) + desc.address_offset;
}

}  // namespace ttnn
