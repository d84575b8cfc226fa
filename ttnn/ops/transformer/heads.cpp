// Heads as maps, and the operations of prefill that are such maps.
#include "ops/transformer/heads.hpp"

#include <array>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/experimental/transformer/concatenate_heads/concatenate_heads.hpp"
#include "ttnn/operations/experimental/transformer/create_qkv_heads/create_qkv_heads.hpp"
#include "ttnn/operations/experimental/transformer/create_qkv_heads_from_separate_tensors/create_qkv_heads_from_separate_tensors.hpp"
#include "ttnn/operations/experimental/transformer/nlp_concat_heads/nlp_concat_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads/nlp_create_qkv_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_falcon7b/nlp_create_qkv_heads_falcon7b.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_segformer/nlp_create_qkv_heads_segformer.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_vit/nlp_create_qkv_heads_vit.hpp"
#include "ttnn/operations/experimental/transformer/split_query_key_value_and_split_heads/split_query_key_value_and_split_heads.hpp"
#include "ttnn/operations/transformer/concatenate_heads/concatenate_heads.hpp"
#include "ttnn/operations/transformer/split_query_key_value_and_split_heads/split_query_key_value_and_split_heads.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace transformer {

using data_movement::Axis;
using data_movement::Map;
using MetalShape = tt::tt_metal::Shape;

Tensor take_heads(std::string_view op, const Tensor& input, const HeadColumns& columns,
                  bool transposed, const std::optional<MemoryConfig>& memory,
                  const std::optional<Tensor>& output) {
    const MetalShape& from = input.logical_shape();
    const auto last = static_cast<std::int32_t>(from.rank()) - 1;
    const std::uint32_t batch = from[0], rows = from[-2];
    const Axis whole_rows{0, rows, 0, 1, last - 1}, row{0, columns.size, 0, 1, last};
    const Axis &upper = transposed ? row : whole_rows, &lower = transposed ? whole_rows : row;
    Map map{MetalShape({batch, columns.groups, columns.each, upper.end, lower.end}), {{}}};
    map.parts[0].axes = {{0, batch, 0, 1, 0},
                         {0, columns.groups, columns.offset, columns.stride, last},
                         {0, columns.each, 0, columns.size, last},
                         upper,
                         lower};
    const MetalShape shape({batch, columns.groups * columns.each, upper.end, lower.end});
    const MemoryConfig where =
        output ? output->memory_config() : data_movement::result_memory(memory, input, shape);
    return data_movement::remap(op, {&input, 1}, map, shape, where, 0, std::nullopt, output);
}

Tensor join_heads(std::string_view op, const Tensor& input, const MetalShape& shape,
                  const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    const MetalShape& from = input.logical_shape();
    Map map{MetalShape({from[0], from[2], from[1], from[3]}), {{}}};
    map.tiled = {1, 3};
    map.parts[0].axes = {
        {0, from[0], 0, 1, 0}, {0, from[2], 0, 1, 2}, {0, from[1], 0, 1, 1}, {0, from[3], 0, 1, 3}};
    const MemoryConfig where =
        output ? output->memory_config() : data_movement::result_memory(memory, input, shape);
    return data_movement::remap(op, {&input, 1}, map, shape, where, 0, std::nullopt, output);
}

namespace {

using Three = std::tuple<Tensor, Tensor, Tensor>;
using Given = std::array<std::optional<Tensor>, 3>;

// Where the heads of queries, keys and values stand.
struct Columns {
    HeadColumns q, k, v;
};

// Queries of all heads, then keys, then values.
Columns one_after_another(std::uint32_t heads, std::uint32_t kv_heads, std::uint32_t size,
                          std::uint32_t before_keys) {
    const std::uint32_t keys = before_keys, values = keys + kv_heads * size;
    return {{heads, 1, size, 0, size},
            {kv_heads, 1, size, keys, size},
            {kv_heads, 1, size, values, size}};
}

struct Projections {
    std::string_view op;
    const Tensor& q;
    const Tensor& kv;
    Columns columns;
};

Three take_all(const Projections& from, bool transposed, const std::optional<MemoryConfig>& memory,
               const Given& given = {}) {
    return {take_heads(from.op, from.q, from.columns.q, false, memory, given[0]),
            take_heads(from.op, from.kv, from.columns.k, transposed, memory, given[1]),
            take_heads(from.op, from.kv, from.columns.v, false, memory, given[2])};
}

void check_input(std::string_view op, const Tensor& input, std::size_t rank) {
    eltwise::need_device(op, input);
    TT_FATAL(input.logical_shape().rank() == rank,
             "{}: the input has shape {}, {} dimensions are expected", op, input.logical_shape(),
             rank);
    TT_FATAL(input.layout() == Layout::TILE, "{}: the input is in {} layout, TILE is allowed", op,
             input.layout());
}

// The size of a head, of `sections` heads in a row.
std::uint32_t head_size(std::string_view op, const Tensor& input, std::uint32_t sections) {
    const std::uint32_t width = input.logical_shape()[-1];
    TT_FATAL(sections != 0 && width % sections == 0,
             "{}: a width of {} does not divide into {} heads", op, width, sections);
    const std::uint32_t size = width / sections;
    TT_FATAL(size % 32 == 0,
             "{}: head size {}. The head size must be a multiple of the tile width (32)", op, size);
    return size;
}

void check_kv(std::string_view op, const Tensor& q, const Tensor& kv) {
    check_input(op, kv, q.logical_shape().rank());
    const auto &a = q.logical_shape(), &b = kv.logical_shape();
    TT_FATAL(a[0] == b[0] && a[-2] == b[-2],
             "{}: KV tensor {} must have the batch and the sequence of the Q tensor {}", op, b, a);
    TT_FATAL(q.dtype() == kv.dtype(), "{}: the tensors have data types {} and {}", op, q.dtype(),
             kv.dtype());
}

Given given_of(const std::optional<std::vector<std::optional<Tensor>>>& outputs) {
    Given given;
    if (!outputs) return given;
    TT_FATAL(outputs->size() == 3, "heads: {} output tensors are given, 3 are expected",
             outputs->size());
    for (std::size_t i = 0; i < 3; i++) given[i] = (*outputs)[i];
    return given;
}
Given given_of(const std::optional<std::array<Tensor, 3>>& outputs) {
    if (!outputs) return {};
    return {(*outputs)[0], (*outputs)[1], (*outputs)[2]};
}

// [b, s, w] or [b, 1, s, w]: all of queries, keys and values one after another.
Three split(std::string_view op, const Tensor& input, const std::optional<Tensor>& kv,
            std::uint32_t heads, std::uint32_t kv_heads, bool transposed,
            const std::optional<MemoryConfig>& memory, const Given& given = {}) {
    if (!kv) {
        const std::uint32_t size = head_size(op, input, heads + 2 * kv_heads);
        return take_all({op, input, input, one_after_another(heads, kv_heads, size, heads * size)},
                        transposed, memory, given);
    }
    check_kv(op, input, *kv);
    const std::uint32_t size = head_size(op, input, heads);
    TT_FATAL(head_size(op, *kv, 2 * kv_heads) == size,
             "{}: KV head size {} must be equal to query head size {}", op,
             kv->logical_shape()[-1] / (2 * kv_heads), size);
    return take_all({op, input, *kv, one_after_another(heads, kv_heads, size, 0)}, transposed,
                    memory, given);
}

// Keys that are values too: one section of them.
Three split_tied(std::string_view op, const Tensor& input, const std::optional<Tensor>& kv,
                 std::uint32_t heads, std::uint32_t kv_heads, bool transposed,
                 const std::optional<MemoryConfig>& memory, const Given& given) {
    const std::uint32_t size = head_size(op, input, kv ? heads : heads + kv_heads);
    Columns columns = one_after_another(heads, kv_heads, size, kv ? 0 : heads * size);
    columns.v = columns.k;
    TT_FATAL(!kv || kv->logical_shape()[-1] == kv_heads * size,
             "{}: kv_tied KV width ({}) must be num_kv_heads {} * head_dim {} -- one section", op,
             kv->logical_shape()[-1], kv_heads, size);
    return take_all({op, input, kv ? *kv : input, columns}, transposed, memory, given);
}

Tensor join(std::string_view op, const Tensor& input, bool flat,
            const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output = {}) {
    check_input(op, input, 4);
    const MetalShape& s = input.logical_shape();
    TT_FATAL(s[3] % 32 == 0, "{}: Head size must be a multiple of 32 but was found to be {}", op,
             s[3]);
    const std::uint32_t width = s[1] * s[3];
    return join_heads(op, input,
                      flat ? MetalShape({s[0], s[2], width}) : MetalShape({s[0], 1, s[2], width}),
                      memory, output);
}

}  // namespace

Three split_query_key_value_and_split_heads(
    const Tensor& input, const std::optional<Tensor>& input_kv, std::uint32_t num_heads,
    std::optional<std::uint32_t> num_kv_heads, bool transpose_key,
    const std::optional<MemoryConfig>& memory_config, bool use_falcon7b_backend) {
    const std::string_view op = "split_query_key_value_and_split_heads";
    check_input(op, input, 3);
    TT_FATAL(!use_falcon7b_backend || (num_kv_heads && !input_kv && !transpose_key),
             "{}: use_falcon7b_backend needs num_kv_heads, no KV tensor and no transposed key", op);
    const std::uint32_t kv_heads = num_kv_heads.value_or(num_heads);
    if (!input.is_sharded() || input_kv)
        return split(op, input, input_kv, num_heads, kv_heads, transpose_key, memory_config);
    const MetalShape& s = input.logical_shape();
    return experimental::create_qkv_heads(ttnn::reshape(input, MetalShape({s[0], 1, s[1], s[2]})),
                                          num_heads, num_kv_heads, transpose_key, memory_config);
}

Tensor concatenate_heads(const Tensor& input, const std::optional<MemoryConfig>& memory_config) {
    return join("concatenate_heads", input, true, memory_config);
}

}  // namespace transformer

namespace experimental {

using transformer::Three;

Three nlp_create_qkv_heads(
    const Tensor& input, const std::optional<Tensor>& input_kv, std::uint32_t num_q_heads,
    std::optional<std::uint32_t> num_kv_heads, bool transpose_k_heads, bool kv_tied,
    const std::optional<MemoryConfig>& memory_config,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors) {
    const std::string_view op = "nlp_create_qkv_heads";
    transformer::check_input(op, input, 4);
    const auto given = transformer::given_of(optional_output_tensors);
    const auto split = kv_tied ? transformer::split_tied : transformer::split;
    return split(op, input, input_kv, num_q_heads, num_kv_heads.value_or(num_q_heads),
                 transpose_k_heads, memory_config, given);
}

Three nlp_create_qkv_heads_falcon7b(const Tensor& input,
                                    const std::optional<MemoryConfig>& memory_config) {
    const std::string_view op = "nlp_create_qkv_heads_falcon7b";
    transformer::check_input(op, input, 4);
    TT_FATAL(input.logical_shape()[-1] == 73 * 64, "{}: the width is {}, {} is expected", op,
             input.logical_shape()[-1], 73 * 64);
    return transformer::split(op, input, std::nullopt, 71, 1, false, memory_config);
}

Three nlp_create_qkv_heads_vit(
    const Tensor& input, const std::optional<MemoryConfig>& memory_config,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors) {
    const std::string_view op = "nlp_create_qkv_heads_vit";
    transformer::check_input(op, input, 4);
    TT_FATAL(input.logical_shape()[-1] == 36 * 64, "{}: the width is {}, {} is expected", op,
             input.logical_shape()[-1], 36 * 64);
    return transformer::split(op, input, std::nullopt, 12, 12, false, memory_config,
                              transformer::given_of(optional_output_tensors));
}

Three nlp_create_qkv_heads_segformer(
    const Tensor& input, const std::optional<MemoryConfig>& memory_config,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors) {
    const std::string_view op = "nlp_create_qkv_heads_segformer";
    transformer::check_input(op, input, 4);
    const std::uint32_t heads = input.logical_shape()[-1] / 32;
    const transformer::HeadColumns all{heads, 1, transformer::head_size(op, input, heads), 0, 32};
    return transformer::take_all({op, input, input, {all, all, all}}, false, memory_config,
                                 transformer::given_of(optional_output_tensors));
}

Tensor nlp_concat_heads(const Tensor& input, const std::optional<MemoryConfig>& memory_config) {
    return transformer::join("nlp_concat_heads", input, false, memory_config);
}

Tensor concatenate_heads(const Tensor& input, const CoreCoord&,
                         const std::optional<MemoryConfig>& memory_config,
                         const std::optional<Tensor>& optional_output_tensor) {
    return transformer::join("concatenate_heads", input, false, memory_config,
                             optional_output_tensor);
}

Three create_qkv_heads(const Tensor& input, std::uint32_t num_q_heads,
                       std::optional<std::uint32_t> num_kv_heads, bool transpose_k_heads,
                       const std::optional<MemoryConfig>& memory_config,
                       // NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's
                       std::optional<std::array<Tensor, 3>> optional_output_tensors) {
    const std::string_view op = "create_qkv_heads";
    transformer::check_input(op, input, 4);
    const std::uint32_t kv_heads = num_kv_heads.value_or(num_q_heads);
    TT_FATAL(kv_heads != 0 && num_q_heads % kv_heads == 0,
             "{}: {} heads of queries do not divide into {} groups", op, num_q_heads, kv_heads);
    const std::uint32_t size = transformer::head_size(op, input, num_q_heads + 2 * kv_heads);
    const std::uint32_t each = num_q_heads / kv_heads, stride = (each + 2) * size;
    return transformer::take_all({op,
                                  input,
                                  input,
                                  {{kv_heads, each, size, 0, stride},
                                   {kv_heads, 1, size, each * size, stride},
                                   {kv_heads, 1, size, (each + 1) * size, stride}}},
                                 transpose_k_heads, memory_config,
                                 transformer::given_of(optional_output_tensors));
}

Three create_qkv_heads_from_separate_tensors(
    const Tensor& input, const Tensor& input_kv, std::uint32_t num_q_heads,
    std::optional<std::uint32_t> num_kv_heads, bool transpose_k_heads,
    const std::optional<MemoryConfig>& memory_config,
    const std::optional<std::array<Tensor, 3>>& optional_output_tensors) {
    const std::string_view op = "create_qkv_heads_from_separate_tensors";
    transformer::check_input(op, input, 4);
    transformer::check_kv(op, input, input_kv);
    const std::uint32_t kv_heads = num_kv_heads.value_or(num_q_heads);
    const std::uint32_t size = transformer::head_size(op, input, num_q_heads);
    TT_FATAL(transformer::head_size(op, input_kv, 2 * kv_heads) == size,
             "{}: KV head size must be {}, that of the queries", op, size);
    return transformer::take_all({op,
                                  input,
                                  input_kv,
                                  {{num_q_heads, 1, size, 0, size},
                                   {kv_heads, 1, size, 0, 2 * size},
                                   {kv_heads, 1, size, size, 2 * size}}},
                                 transpose_k_heads, memory_config,
                                 transformer::given_of(optional_output_tensors));
}

Three split_query_key_value_and_split_heads(
    const Tensor& input, const CoreCoord&, const std::optional<MemoryConfig>& memory_config,
    std::uint32_t num_heads,
    const std::optional<std::vector<std::optional<Tensor>>>& optional_output_tensors) {
    const std::string_view op = "split_query_key_value_and_split_heads";
    transformer::check_input(op, input, 4);
    return transformer::split(op, input, std::nullopt, num_heads, num_heads, true, memory_config,
                              transformer::given_of(optional_output_tensors));
}

}  // namespace experimental
}  // namespace ttnn
