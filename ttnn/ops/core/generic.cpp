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
using Part = std::pair<MeshCoordinateRange, const ProgramDescriptor*>;
using Parts = std::vector<Part>;

void note(const Program& program, const std::vector<Tensor>& tensors) {
    std::vector<const Tensor*> all;
    for (const Tensor& tensor : tensors) all.push_back(&tensor);
    const std::span<const Tensor* const> inputs(all.data(), all.size() - 1);
    ttnn::detail::note_operation(program, "GenericOpDeviceOperation", "", inputs,
                                 std::span<const Tensor* const>(&all.back(), 1));
}

Workload build(const Parts& parts, const std::vector<Tensor>& tensors) {
    tt::tt_metal::distributed::MeshWorkload workload;
    for (const auto& [where, descriptor] : parts) {
        Program program(*descriptor);
        if (ttnn::detail::operations_are_noted()) note(program, tensors);
        workload.add_program(where, std::move(program));
    }
    return {std::move(workload), Nothing{}};
}

// Circular buffers on top of tensors move with them: such programs are built anew.
bool can_be_kept(const Parts& parts) {
    const auto is_fixed = [](const CBDescriptor& cb) {
        return cb.backing() != nullptr || cb.global_circular_buffer != nullptr;
    };
    return std::ranges::none_of(
        parts, [&](const Part& part) { return std::ranges::any_of(part.second->cbs, is_fixed); });
}

cache::ProgramCacheKey key_of(const Parts& parts) {
    cache::ProgramCacheKey key;
    key.canonical = "generic_op";
    for (const auto& [where, descriptor] : parts) {
        const auto hash = operations::generic::compute_program_descriptor_hash(*descriptor);
        key.canonical += fmt::format(" {} {}", where, hash);
    }
    key.hash = std::hash<std::string>{}(key.canonical);
    return key;
}

void check_tensors(const std::vector<Tensor>& tensors) {
    TT_FATAL(tensors.size() >= 2,
             "generic_op: {} tensors are given, at least 2 are needed: inputs, then the output",
             tensors.size());
    for (const Tensor& tensor : tensors)
        TT_FATAL(tensor.storage_type() == StorageType::DEVICE && tensor.is_allocated(),
                 "generic_op: all tensors must be allocated on the device");
}

void apply_arguments(Workload& cached, const Parts& parts) {
    for (const auto& [where, descriptor] : parts)
        apply_descriptor_runtime_args(cached.workload.get_programs().at(where), *descriptor);
}

Tensor run(const std::vector<Tensor>& tensors, const Parts& parts) {
    const ttnn::detail::Dispatching dispatching;
    MeshDevice& device = *tensors.front().device();
    auto& queue = device.mesh_command_queue();
    cache::ProgramCache& programs = device.get_program_cache();
    const cache::ProgramCacheKey key = key_of(parts);
    const bool enabled = programs.is_enabled(), known = enabled && programs.contains(key);
    TT_FATAL(!enabled || known || programs.cache_misses_allowed(),
             "generic_op: program cache miss occurred, but cache misses are forbidden");
    if (!enabled || (known && !can_be_kept(parts))) {
        Workload built = build(parts, tensors);
        queue.enqueue_mesh_workload(built.workload, false);
        return tensors.back();
    }
    if (!known) programs.insert(key, cache::CachedProgramFactory(build(parts, tensors), 0));
    auto& cached = programs.get(key).cached_program.get<Workload>();
    if (known) apply_arguments(cached, parts);
    queue.enqueue_mesh_workload(cached.workload, false);
    return tensors.back();
}

}  // namespace
}  // namespace generic

ttsl::hash::hash_t operations::generic::compute_program_descriptor_hash(
    const ProgramDescriptor& descriptor) {
    return descriptor.custom_program_hash ? *descriptor.custom_program_hash
                                          : std::hash<ProgramDescriptor>{}(descriptor);
}

Tensor generic_op(const std::vector<Tensor>& io_tensors, const ProgramDescriptor& descriptor) {
    generic::check_tensors(io_tensors);
    const MeshCoordinateRange all(io_tensors.front().device()->shape());
    return generic::run(io_tensors, {{all, &descriptor}});
}

Tensor generic_op(const std::vector<Tensor>& io_tensors,
                  const experimental::MeshProgramDescriptor& descriptor) {
    generic::check_tensors(io_tensors);
    generic::Parts parts;
    for (const auto& [where, program] : descriptor.mesh_programs)
        parts.emplace_back(where, &program);
    return generic::run(io_tensors, parts);
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
