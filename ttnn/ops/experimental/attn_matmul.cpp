// Products of attention in decode: users stand in rows of tiles. They are brought to a dimension of
// their own, which takes an untilize and a tilize, multiplied, and brought back.
#include "ttnn/operations/experimental/matmul/attn_matmul/attn_matmul.hpp"

#include <tt_stl/assert.hpp>
#include <utility>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/experimental/matmul/group_attn_matmul/group_attn_matmul.hpp"
#include "ttnn/operations/matmul/matmul.hpp"

namespace ttnn::experimental {

using namespace tt::tt_metal;

namespace {

using data_movement::Map;
using MetalShape = tt::tt_metal::Shape;

// [1, heads, users, k] as [users, groups, heads of a group, k].
Tensor by_user(std::string_view op, const Tensor& a, std::uint32_t groups) {
    const MetalShape& from = a.logical_shape();
    const std::uint32_t each = from[1] / groups;
    Map map{MetalShape({from[2], groups, each, from[3]}), {{}}};
    map.parts[0].axes = {
        {0, from[2], 0, 1, 2}, {0, groups, 0, each, 1}, {0, each, 0, 1, 1}, {0, from[3], 0, 1, 3}};
    return data_movement::remap(op, {&a, 1}, map, map.shape, DRAM_MEMORY_CONFIG);
}

// [users, groups, heads of a group, n] as [1, heads, users, n].
Tensor by_head(std::string_view op, const Tensor& product, const MemoryConfig& memory,
               const std::optional<Tensor>& output) {
    const MetalShape& from = product.logical_shape();
    Map map{MetalShape({from[1], from[2], from[0], from[3]}), {{}}};
    map.parts[0].axes = {
        {0, from[1], 0, 1, 1}, {0, from[2], 0, 1, 2}, {0, from[0], 0, 1, 0}, {0, from[3], 0, 1, 3}};
    const MetalShape shape({1, from[1] * from[2], from[0], from[3]});
    return data_movement::remap(op, {&product, 1}, map, shape, memory, 0, std::nullopt, output);
}

struct Call {
    std::string_view op;
    std::optional<DataType> dtype;
    std::optional<DeviceComputeKernelConfig> compute;
    std::optional<MemoryConfig> memory;
    std::optional<Tensor> output;
};

Tensor multiply(const Call& call, const Tensor& a, const Tensor& b, bool transposed) {
    eltwise::need_device(call.op, a);
    eltwise::need_device(call.op, b);
    const MetalShape &of_a = a.logical_shape(), &of_b = b.logical_shape();
    TT_FATAL(of_a.rank() == 4 && of_b.rank() == 4 && of_a[0] == 1,
             "{}: {} and {}: [1, heads, users, k] and [users, kv heads, k, n] are expected",
             call.op, of_a, of_b);
    TT_FATAL(of_a[2] == of_b[0], "{}: Num of users must match: {} and {}", call.op, of_a[2],
             of_b[0]);
    TT_FATAL(of_b[1] != 0 && of_a[1] % of_b[1] == 0, "{}: {} heads do not divide into {} kv heads",
             call.op, of_a[1], of_b[1]);
    const Tensor product = operations::matmul::matmul(by_user(call.op, a, of_b[1]), b, false,
                                                      transposed, DRAM_MEMORY_CONFIG, call.dtype,
                                                      std::nullopt, std::nullopt, call.compute);
    const MemoryConfig memory =
        call.output ? call.output->memory_config() : call.memory.value_or(DRAM_MEMORY_CONFIG);
    return by_head(call.op, product, memory, call.output);
}

}  // namespace

Tensor attn_matmul(const Tensor& a, const Tensor& b, const CoreCoord&,
                   std::optional<const DataType> output_dtype,
                   std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
                   const std::optional<MemoryConfig>& memory_config,
                   std::optional<Tensor> optional_output_tensor) {
    return multiply({"attn_matmul", output_dtype, compute_kernel_config, memory_config,
                     std::move(optional_output_tensor)},
                    a, b, false);
}

Tensor attn_matmul_from_cache(const Tensor& a, const Tensor& b, std::uint32_t num_tokens,
                              bool transpose_hw, const CoreCoord&,
                              const std::optional<MemoryConfig>& memory_config,
                              std::optional<const DataType> dtype,
                              std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
                              std::optional<Tensor> optional_output_tensor) {
    const std::string_view op = "attn_matmul_from_cache";
    eltwise::need_device(op, b);
    const MetalShape& of_b = b.logical_shape();
    TT_FATAL(of_b.rank() == 4 && num_tokens > 0 && num_tokens <= of_b[2],
             "{}: {} tokens of a cache {}", op, num_tokens, of_b);
    Map map = data_movement::identity(of_b);
    map.shape = MetalShape({of_b[0], of_b[1], num_tokens, of_b[3]});
    map.parts[0].axes[2].end = num_tokens;
    const Tensor tokens = data_movement::remap(op, {&b, 1}, map, map.shape, DRAM_MEMORY_CONFIG);
    return multiply(
        {op, dtype, compute_kernel_config, memory_config, std::move(optional_output_tensor)}, a,
        tokens, transpose_hw);
}

Tensor group_attn_matmul(const Tensor& a, const Tensor& b, const CoreCoord&,
                         const std::optional<MemoryConfig>& memory_config,
                         std::optional<const DataType> output_dtype,
                         std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
                         std::optional<Tensor> optional_output_tensor) {
    return multiply({"group_attn_matmul", output_dtype, compute_kernel_config, memory_config,
                     std::move(optional_output_tensor)},
                    a, b, false);
}

}  // namespace ttnn::experimental
