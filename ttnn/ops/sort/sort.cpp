// sort and topk: rows by the data movers, other dimensions by the last one.
#include "ttnn/operations/data_movement/sort/sort.hpp"

#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/sort/rows.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/reduction/topk/topk.hpp"
#include "ttnn/run.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace sorting {
namespace {

constexpr std::uint32_t kAligned = 32;                 // kernels/rows.h
constexpr std::uint32_t kFixed = 256 * 4 + 4096 + 64;  // sort_rows.cpp: counts, a part, alignment

// How ranks are divided: cores that have no row of their own take a part of the ranks of one.
struct Windows {
    std::uint32_t size, count;
};
Windows cut(std::uint32_t ranks, std::uint32_t most, std::uint32_t wanted) {
    std::uint32_t size = (ranks + wanted - 1) / wanted;
    size = std::min((size + kAligned - 1) / kAligned * kAligned, most / kAligned * kAligned);
    if (size >= ranks) return {std::max(ranks, 1u), 1};
    return {size, (ranks + size - 1) / size};
}

// Inputs: the tensor and, if they are given, indices. Outputs: values and indices.
struct SortOp {
    static constexpr std::string_view name = "sort";
    struct Args {
        std::string_view op;
        tt::tt_metal::Shape shape;
        bool descending;
        DataType index;
        MemoryConfig values, indices;
        Windows windows;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {eltwise::spec_like(args.shape, in[0].dtype(), in[0].layout(), args.values),
                eltwise::spec_like(args.shape, args.index, in[0].layout(), args.indices)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

std::uint32_t key_bytes(const Tensor& tensor) {
    const std::uint32_t bytes =
        rows::width(tensor.logical_shape()) * rows::element_bytes(tensor.dtype());
    return (bytes + 63) / 64 * 64;
}

ProgramDescriptor SortOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace program;
    const Tensor& input = in[0];
    const auto& [window, windows] = args.windows;
    const Split split =
        program::split(*input.device(), rows::count(input.logical_shape()) * windows, args.cores);
    KernelDescriptor kernel = data_mover("kernels/sort_rows.cpp", true, split.cores);
    kernel.compile_time_args = {rows::element_bytes(input.dtype()), rows::kind(input.dtype()),
                                rows::element_bytes(args.index), input.layout() == Layout::TILE,
                                in.size() == 2 ? rows::element_bytes(in[1].dtype()) : 0};
    KernelDescriptor::RTArgList words;
    for (const Tensor* tensor : {&input, &out[0], &out[1], &in[in.size() - 1]})
        rows::append(kernel, words, *tensor);
    words.append({rows::width(input.logical_shape()), rows::width(args.shape), windows, window,
                  args.descending ? 1u : 0u});
    kernel.emplace_common_runtime_args(words);
    for (const Share& share : split.shares)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    ProgramDescriptor program;
    program.cbs = {circular_buffer(0, DataType::UINT32, kFixed + key_bytes(input) + 8 * window, 1,
                                   split.cores)};
    program.kernels = {std::move(kernel)};
    return program;
}

// What a caller asks for, in one form.
struct Wish {
    std::string_view op;
    std::optional<std::uint32_t> ranks;  // all otherwise
    bool descending;
    DataType index;
    std::optional<MemoryConfig> memory;
    std::optional<CoreRangeSet> cores = std::nullopt;
    std::optional<Tensor> named = std::nullopt;
    std::optional<std::tuple<Tensor&, Tensor&>> given = std::nullopt;
};

Windows windows_of(const Wish& wish, const Tensor& input, std::uint32_t ranks) {
    constexpr std::uint32_t kShort = 4096;  // rows that are not worth to be shared
    const std::uint32_t room = rows::room(*input.device()), keys = key_bytes(input);
    TT_FATAL(room > kFixed + keys + 8 * kAligned,
             "{}: a row of {} elements needs {} bytes of L1, {} are free", wish.op,
             rows::width(input.logical_shape()), kFixed + keys + 8 * kAligned, room);
    const CoreCoord grid = input.device()->compute_with_storage_grid_size();
    const auto cores =
        wish.cores ? wish.cores->num_cores() : static_cast<std::uint32_t>(grid.x * grid.y);
    const std::uint32_t wanted = ranks < kShort ? 1 : cores / rows::count(input.logical_shape());
    return cut(ranks, (room - kFixed - keys) / 8, std::max(wanted, 1u));
}

// Along the last dimension; types that the kernel has.
std::vector<Tensor> last(const Wish& wish, const Tensor& input, const MemoryConfig& values,
                         const MemoryConfig& indices,
                         std::span<const std::optional<Tensor>> given) {
    tt::tt_metal::Shape shape = input.logical_shape();
    if (wish.ranks && shape.rank() > 0) shape[-1] = *wish.ranks;
    const auto windows = windows_of(wish, input, rows::width(shape));
    std::vector<const Tensor*> tensors{&input};
    if (wish.named) tensors.push_back(&*wish.named);
    return run<SortOp>(
        {wish.op, shape, wish.descending, wish.index, values, indices, windows, wish.cores},
        tensors, given);
}

std::vector<Tensor> nothing(const Wish& wish, const Tensor& input, std::uint32_t dim) {
    tt::tt_metal::Shape shape = input.logical_shape();
    if (wish.ranks && shape.rank() > 0) shape[static_cast<int>(dim)] = *wish.ranks;
    const auto made = [&](DataType dtype) {
        return create_device_tensor(
            eltwise::spec_like(shape, dtype, input.layout(), wish.memory.value_or(MemoryConfig{})),
            input.device());
    };
    return {made(input.dtype()), made(wish.index)};
}

bool direct(const Wish& wish, const Tensor& input, std::uint32_t dim, const MemoryConfig& memory) {
    return dim + 1 >= input.logical_shape().rank() && !memory.is_sharded() &&
           !is_block_float(input.dtype()) &&
           (!wish.given ||
            (!std::get<0>(*wish.given).is_sharded() && !std::get<1>(*wish.given).is_sharded()));
}

std::vector<Tensor> along(Wish wish, const Tensor& input, std::uint32_t dim) {
    if (input.logical_volume() == 0 || wish.ranks == 0u) return nothing(wish, input, dim);
    const MemoryConfig memory =
        wish.memory.value_or(input.is_sharded() ? DRAM_MEMORY_CONFIG : input.memory_config());
    if (direct(wish, input, dim, memory)) {
        if (!wish.given) return last(wish, rows::interleaved(input), memory, memory, {});
        const std::optional<Tensor> given[] = {std::get<0>(*wish.given), std::get<1>(*wish.given)};
        return last(wish, rows::interleaved(input), given[0]->memory_config(),
                    given[1]->memory_config(), given);
    }
    const DataType dtype = input.dtype();
    const bool block = is_block_float(dtype);
    const Tensor plain = block ? typecast(input, DataType::BFLOAT16) : input;
    if (wish.named) wish.named = rows::turned(rows::interleaved(*wish.named), dim);
    auto found = last(wish, rows::turned(rows::interleaved(plain), dim), DRAM_MEMORY_CONFIG,
                      DRAM_MEMORY_CONFIG, {});
    for (Tensor& tensor : found) tensor = rows::turned(tensor, dim);
    if (block) found[0] = typecast(found[0], dtype);
    if (!wish.given) {
        for (Tensor& tensor : found) tensor = to_memory_config(tensor, memory);
        return found;
    }
    Tensor* const given[] = {&std::get<0>(*wish.given), &std::get<1>(*wish.given)};
    for (std::size_t i = 0; i < 2; i++)
        found[i] = to_memory_config(found[i], given[i]->memory_config(), std::nullopt, *given[i]);
    return found;
}

std::uint32_t dim_of(std::string_view op, const Tensor& input, std::int8_t dim) {
    const std::size_t rank = std::max<std::size_t>(input.logical_shape().rank(), 1);
    return data_movement::dim_index(op, dim, rank);
}

std::uint32_t extent(const Tensor& input, std::uint32_t dim) {
    const auto& shape = input.logical_shape();
    return shape.rank() == 0 ? 1 : shape[static_cast<int>(dim)];
}

bool narrow(DataType dtype, std::uint32_t extent) {
    return (dtype == DataType::BFLOAT16 || is_block_float(dtype)) && extent < 65536;
}

void check_indices(std::string_view op, DataType dtype) {
    TT_FATAL(dtype == DataType::UINT16 || dtype == DataType::UINT32,
             "{}: indices are {}, UINT16 and UINT32 are allowed", op, dtype);
}

}  // namespace
}  // namespace sorting

std::vector<Tensor> sort(const Tensor& input, std::int8_t dim, bool descending, bool,
                         const std::optional<MemoryConfig>& memory,
                         std::optional<std::tuple<Tensor&, Tensor&>> given) {
    eltwise::need_device("sort", input);
    const std::uint32_t d = sorting::dim_of("sort", input, dim);
    TT_FATAL(input.dtype() != DataType::UINT8 && input.dtype() != DataType::BFLOAT4_B,
             "sort: data type {} is not supported", input.dtype());
    DataType index = sorting::narrow(input.dtype(), sorting::extent(input, d)) ? DataType::UINT16
                                                                               : DataType::UINT32;
    if (given) index = std::get<1>(*given).dtype();
    sorting::check_indices("sort", index);
    return sorting::along({.op = "sort",
                           .ranks = std::nullopt,
                           .descending = descending,
                           .index = index,
                           .memory = memory,
                           .given = given},
                          input, d);
}

std::vector<Tensor> topk(const Tensor& input, std::uint32_t k, std::int8_t dim, bool largest, bool,
                         const std::optional<MemoryConfig>& memory,
                         const std::optional<CoreRangeSet>& cores,
                         const std::optional<Tensor>& named,
                         std::optional<std::tuple<Tensor&, Tensor&>> given, bool) {
    eltwise::need_device("topk", input);
    const DataType dtype = input.dtype();
    TT_FATAL(
        dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32 || dtype == DataType::BFLOAT8_B,
        "topk: Input tensor must be BFLOAT16, BFLOAT8_B, or FLOAT32, it is {}", dtype);
    const std::uint32_t d = sorting::dim_of("topk", input, dim);
    const std::uint32_t extent = sorting::extent(input, d);
    TT_FATAL(k <= extent, "topk: K cannot be larger than the dimension size: k is {}, {} has {}", k,
             input.logical_shape(), extent);
    if (named) {
        eltwise::need_device("topk", *named);
        sorting::check_indices("topk", named->dtype());
        TT_FATAL(
            named->logical_shape() == input.logical_shape() && named->layout() == input.layout(),
            "topk: indices_tensor has shape {} in {}, the input {} in {}: they must be equal",
            named->logical_shape(), named->layout(), input.logical_shape(), input.layout());
    }
    DataType index = sorting::narrow(dtype, extent) ? DataType::UINT16 : DataType::UINT32;
    if (named) index = named->dtype();
    if (given) index = std::get<1>(*given).dtype();
    sorting::check_indices("topk", index);
    return sorting::along({"topk", k, largest, index, memory, cores, named, given}, input, d);
}

}  // namespace ttnn
