// indexed_fill and index_fill: slices that a list names are replaced.
#include <algorithm>
#include <numeric>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/chunks.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/indexed_fill/indexed_fill.hpp"
#include "ttnn/operations/data_movement/permute/permute.hpp"
#include "ttnn/operations/index_fill/index_fill.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

// Inputs: the tensor, the list, and the tensor that slices come from; without it they are filled.
// All of them interleaved in DRAM; the dimension is one that whole pages belong to.
struct ReplaceOp {
    static constexpr std::string_view name = "indexed_fill";
    struct Args {
        std::uint32_t dim, value;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args&, Inputs in) { return {in[0].tensor_spec()}; }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const data_movement::Pages pages = data_movement::pages_of(out[0]);
        const data_movement::Chunking chunks = data_movement::chunking(pages);
        const std::uint32_t units = data_movement::chunk_count(out[0], pages, chunks);
        const Split split = ttnn::program::split(*in[0].device(), units);
        const auto entries = static_cast<std::uint32_t>(in[1].logical_volume());
        std::uint32_t lines = 1;
        for (std::uint32_t d = 0; d <= args.dim; d++)
            lines *= in[0].logical_shape()[static_cast<int>(d)];
        KernelDescriptor reader = data_mover("kernels/read_replaced.cpp", true, split.cores);
        reader.compile_time_args = {in.size() == 2 ? 1u : 0u};
        KernelDescriptor::RTArgList words, unused;
        words.push_back(in[0].buffer());
        words.append(data_movement::chunk_words(pages, chunks));
        words.append({pages.unit_bytes, pages.bytes});
        if (in.size() == 2)
            words.push_back(args.value);
        else
            words.push_back(in[2].buffer());
        words.push_back(in[1].buffer());
        words.append({data_movement::pages_of(in[1]).bytes, entries,
                      in[0].logical_shape()[static_cast<int>(args.dim)],
                      units / chunks.per_page / lines});
        append_late(reader, unused, in[0]);
        append_late(reader, unused, in[1]);
        reader.emplace_common_runtime_args(words);
        data_movement::add_shares(reader, split);
        ProgramDescriptor program;
        program.cbs = {
            circular_buffer(0, DataType::UINT32, chunks.slot, 2 * chunks.batch, split.cores),
            circular_buffer(1, DataType::UINT32, (entries * 4 + 63) / 64 * 64, 1, split.cores)};
        program.kernels = {std::move(reader),
                           data_movement::chunk_writer(0, out[0], pages, chunks, split)};
        return program;
    }
};

// The order that brings a dimension to the front, and the one that brings it back.
ttsl::SmallVector<std::int64_t> to_front(std::uint32_t dim, std::size_t rank, bool back) {
    ttsl::SmallVector<std::int64_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    if (back)
        std::rotate(order.begin(), order.begin() + 1, order.begin() + dim + 1);
    else
        std::rotate(order.begin(), order.begin() + dim, order.begin() + dim + 1);
    return order;
}

Tensor plain_list(std::string_view op, const Tensor& list) {
    TT_FATAL(list.dtype() == DataType::UINT32 || list.dtype() == DataType::INT32,
             "{}: the list of indices is {}, UINT32 and INT32 are allowed", op, list.dtype());
    TT_FATAL(list.layout() == Layout::ROW_MAJOR, "{}: the list of indices must be ROW MAJOR", op);
    const auto entries = static_cast<std::uint32_t>(list.logical_volume());
    return to_memory_config(ttnn::reshape(list, tt::tt_metal::Shape({1, entries})),
                            DRAM_MEMORY_CONFIG);
}

Tensor replaced(std::string_view op, const Tensor& input, const Tensor& list,
                const std::optional<Tensor>& slices, std::uint32_t dim, std::uint32_t value,
                const MemoryConfig& memory) {
    const std::size_t rank = input.logical_shape().rank();
    const bool pages = dim + (input.layout() == Layout::TILE ? 2 : 1) < rank;
    if (!pages) {
        TT_FATAL(rank > (input.layout() == Layout::TILE ? 2u : 1u),
                 "{}: dimension {} of {} in {} layout is not supported", op, dim,
                 input.logical_shape(), input.layout());
        const auto order = to_front(dim, rank, false);
        const auto front = [&](const Tensor& t) { return permute(t, order, DRAM_MEMORY_CONFIG); };
        const Tensor result =
            replaced(op, front(input), list, slices ? std::optional(front(*slices)) : std::nullopt,
                     0, value, DRAM_MEMORY_CONFIG);
        return permute(result, to_front(dim, rank, true), memory);
    }
    const Tensor from = to_memory_config(input, DRAM_MEMORY_CONFIG);
    std::vector<const Tensor*> tensors{&from, &list};
    const std::optional<Tensor> other =
        slices ? std::optional(to_memory_config(*slices, DRAM_MEMORY_CONFIG)) : std::nullopt;
    if (other) tensors.push_back(&*other);
    return to_memory_config(run<ReplaceOp>({dim, value}, tensors).front(), memory);
}

}  // namespace

Tensor indexed_fill(const Tensor& batch_id, const Tensor& a, const Tensor& b,
                    const std::optional<MemoryConfig>& memory_config, std::int64_t dim) {
    for (const Tensor* tensor : {&batch_id, &a, &b}) eltwise::need_device("indexed_fill", *tensor);
    const tt::tt_metal::Shape &of_a = a.logical_shape(), &of_b = b.logical_shape();
    TT_FATAL(of_a.rank() == 4, "indexed_fill: only rank-4 tensors are supported; got rank {}",
             of_a.rank());
    const std::uint32_t d = data_movement::dim_index("indexed_fill", dim, of_a.rank());
    TT_FATAL(a.dtype() == b.dtype() && a.layout() == b.layout() && of_b.rank() == of_a.rank(),
             "indexed_fill: Inputs must be same layout and type: {} {} and {} {}", a.dtype(),
             a.layout(), b.dtype(), b.layout());
    for (std::uint32_t i = 0; i < of_a.rank(); i++)
        TT_FATAL(i == d || of_a[static_cast<int>(i)] == of_b[static_cast<int>(i)],
                 "indexed_fill: input_a and input_b must match on every dim except dim {}: {} and "
                 "{}",
                 d, of_a, of_b);
    TT_FATAL(of_b[static_cast<int>(d)] == batch_id.logical_volume(),
             "indexed_fill: input_b.size(dim={})={} must equal the number of batch_ids ({})", d,
             of_b[static_cast<int>(d)], batch_id.logical_volume());
    return replaced("indexed_fill", a, plain_list("indexed_fill", batch_id), b, d, 0,
                    memory_config.value_or(a.memory_config()));
}

Tensor index_fill(const Tensor& input, std::uint32_t dim, const Tensor& index,
                  std::variant<float, int> value,
                  const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device("index_fill", input);
    eltwise::need_device("index_fill", index);
    const std::uint32_t d =
        data_movement::dim_index("index_fill", dim, input.logical_shape().rank());
    TT_FATAL(index.logical_shape().rank() == 1, "index_fill: Index tensor must be 1D, it is {}",
             index.logical_shape());
    TT_FATAL(input.layout() == Layout::ROW_MAJOR,
             "index_fill: the input is in {} layout, ROW_MAJOR is allowed", input.layout());
    TT_FATAL(std::holds_alternative<float>(value) == is_floating_point(input.dtype()),
             "index_fill: the value must be of the kind of the tensor's elements, {}",
             input.dtype());
    const double number = std::visit([](auto v) { return static_cast<double>(v); }, value);
    const bool row = input.logical_shape().rank() == 1;
    const Tensor matrix = row ? ttnn::reshape(input, input.logical_shape().to_rank(2)) : input;
    const Tensor result =
        replaced("index_fill", matrix, plain_list("index_fill", index), std::nullopt,
                 d + (row ? 1 : 0), data_movement::fill_word(number, input.dtype()),
                 memory_config.value_or(input.memory_config()));
    return row ? ttnn::reshape(result, input.logical_shape()) : result;
}

}  // namespace ttnn
