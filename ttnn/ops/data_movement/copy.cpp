// Copies: into another memory, other shards, a given tensor.
#include "ttnn/operations/data_movement/copy/copy.hpp"

#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/clone/clone.hpp"
#include "ttnn/operations/data_movement/move/move.hpp"
#include "ttnn/operations/data_movement/sharded/interleaved_to_sharded/interleaved_to_sharded.hpp"
#include "ttnn/operations/data_movement/sharded/reshard/reshard.hpp"
#include "ttnn/operations/data_movement/sharded/sharded_to_interleaved/sharded_to_interleaved.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

// A tensor of its own, even if nothing about it is new.
Tensor copied(std::string_view op, const Tensor& input, const MemoryConfig& memory,
              std::optional<DataType> dtype, const std::optional<Tensor>& output) {
    eltwise::need_device(op, input);
    TT_FATAL(!(memory.is_dram() && memory.memory_layout() == TensorMemoryLayout::BLOCK_SHARDED),
             "{}: DRAM block sharding is not supported", op);
    TT_FATAL(!output || output->layout() == input.layout(),
             "{}: the output has layout {}, it must be {}", op,
             output ? output->layout() : input.layout(), input.layout());
    if (dtype && *dtype != input.dtype()) {
        TT_FATAL(input.layout() == Layout::TILE,
                 "{}: {} becomes {} in TILE layout alone, the input is in ROW_MAJOR", op,
                 input.dtype(), *dtype);
        return typecast(input, *dtype, memory, output);
    }
    const tt::tt_metal::Shape& shape = input.logical_shape();
    return data_movement::remap(op, {&input, 1}, data_movement::identity(shape), shape,
                                data_movement::result_memory(memory, input, shape), 0, std::nullopt,
                                output);
}

}  // namespace

Tensor to_memory_config(const Tensor& tensor, const MemoryConfig& memory_config,
                        std::optional<DataType> dtype, const std::optional<Tensor>& output_tensor) {
    eltwise::need_device("to_memory_config", tensor);
    const bool same = !dtype || *dtype == tensor.dtype();
    if (same && tensor.memory_config() == memory_config && !output_tensor) return tensor;
    return copied("to_memory_config", tensor, memory_config, dtype, output_tensor);
}

Tensor copy(const Tensor& src_tensor, const Tensor& dst_tensor) {
    eltwise::need_device("copy", dst_tensor);
    TT_FATAL(src_tensor.logical_shape() == dst_tensor.logical_shape(),
             "copy: the tensors have shapes {} and {}, they must be alike",
             src_tensor.logical_shape(), dst_tensor.logical_shape());
    return copied("copy", src_tensor, dst_tensor.memory_config(), dst_tensor.dtype(), dst_tensor);
}

Tensor assign(const Tensor& input, const MemoryConfig& output_mem_config,
              std::optional<const DataType> output_dtype,
              const std::optional<Tensor>& optional_output_tensor) {
    const std::optional<DataType> dtype =
        output_dtype ? std::optional<DataType>(*output_dtype) : std::nullopt;
    return copied("assign", input, output_mem_config, dtype, optional_output_tensor);
}
Tensor assign(const Tensor& input_a, const Tensor& input_b) {
    return copy(input_a, input_b);
}

Tensor clone(const Tensor& input, const std::optional<DataType>& dtype,
             const std::optional<MemoryConfig>& memory_config,
             const std::optional<DeviceComputeKernelConfig>&) {
    const MemoryConfig memory = memory_config.value_or(input.memory_config());
    TT_FATAL(memory.is_sharded() == input.memory_config().is_sharded(),
             "clone: {} becomes {}: shards stay shards and interleaved pages interleaved",
             input.memory_config(), memory);
    return copied("clone", input, memory, dtype, std::nullopt);
}

Tensor move(const Tensor& input_tensor, const std::optional<MemoryConfig>& output_mem_config) {
    const Tensor moved =
        copied("move", input_tensor, output_mem_config.value_or(input_tensor.memory_config()),
               std::nullopt, std::nullopt);
    Tensor old = input_tensor;
    old.deallocate(true);
    return moved;
}

Tensor operations::core::reallocate(const Tensor& tensor,
                                    const std::optional<MemoryConfig>& memory_config) {
    return ttnn::move(tensor, memory_config);
}

Tensor interleaved_to_sharded(const Tensor& input_tensor, const MemoryConfig& sharded_memory_config,
                              const std::optional<DataType>& data_type_arg,
                              const std::optional<bool>&,
                              const std::optional<Tensor>& preallocated_output) {
    TT_FATAL(sharded_memory_config.is_sharded(),
             "interleaved_to_sharded: {} has no shards: Memory config must be sharded",
             sharded_memory_config);
    return copied("interleaved_to_sharded", input_tensor, sharded_memory_config, data_type_arg,
                  preallocated_output);
}

Tensor interleaved_to_sharded(const Tensor& input_tensor,
                              const std::variant<CoreCoord, CoreRangeSet>& grid,
                              std::array<std::uint32_t, 2> shard_shape,
                              TensorMemoryLayout shard_scheme, ShardOrientation shard_orientation,
                              const std::optional<DataType>& data_type_arg,
                              const std::optional<bool>& keep_l1_aligned) {
    CoreRangeSet cores;
    if (const auto* set = std::get_if<CoreRangeSet>(&grid)) {
        cores = *set;
    } else {
        const CoreCoord size = std::get<CoreCoord>(grid);
        cores = CoreRangeSet(CoreRange({0, 0}, {size.x - 1, size.y - 1}));
    }
    const MemoryConfig memory(shard_scheme, BufferType::L1,
                              ShardSpec(cores, shard_shape, shard_orientation));
    return interleaved_to_sharded(input_tensor, memory, data_type_arg, keep_l1_aligned);
}

Tensor sharded_to_interleaved(const Tensor& input_tensor, const MemoryConfig& memory_config,
                              const std::optional<DataType>& output_dtype) {
    eltwise::need_device("sharded_to_interleaved", input_tensor);
    TT_FATAL(input_tensor.is_sharded(),
             "sharded_to_interleaved: the input is {}: Input tensor must be sharded",
             input_tensor.memory_config());
    TT_FATAL(!memory_config.is_sharded(),
             "sharded_to_interleaved: {} has shards: Output memory config must be interleaved",
             memory_config);
    return copied("sharded_to_interleaved", input_tensor, memory_config, output_dtype,
                  std::nullopt);
}

Tensor reshard(const Tensor& input_tensor, const MemoryConfig& memory_config,
               const std::optional<Tensor>& optional_output_tensor) {
    eltwise::need_device("reshard", input_tensor);
    TT_FATAL(input_tensor.is_sharded() && memory_config.is_sharded(),
             "reshard: {} becomes {}: input and output must be sharded",
             input_tensor.memory_config(), memory_config);
    return copied("reshard", input_tensor, memory_config, std::nullopt, optional_output_tensor);
}

}  // namespace ttnn
