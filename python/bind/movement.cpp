// Operations that move elements without changing them.
#include "bind/bind.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/chunk/chunk.hpp"
#include "ttnn/operations/data_movement/clone/clone.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/data_movement/copy/copy.hpp"
#include "ttnn/operations/data_movement/expand/expand.hpp"
#include "ttnn/operations/data_movement/fill_pad/fill_pad.hpp"
#include "ttnn/operations/data_movement/gather/gather.hpp"
#include "ttnn/operations/data_movement/move/move.hpp"
#include "ttnn/operations/data_movement/narrow/narrow.hpp"
#include "ttnn/operations/data_movement/pad/pad.hpp"
#include "ttnn/operations/data_movement/permute/permute.hpp"
#include "ttnn/operations/data_movement/repeat/repeat.hpp"
#include "ttnn/operations/data_movement/repeat_interleave/repeat_interleave.hpp"
#include "ttnn/operations/data_movement/roll/roll.hpp"
#include "ttnn/operations/data_movement/sharded/interleaved_to_sharded/interleaved_to_sharded.hpp"
#include "ttnn/operations/data_movement/sharded/reshard/reshard.hpp"
#include "ttnn/operations/data_movement/sharded/sharded_to_interleaved/sharded_to_interleaved.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/data_movement/split/split.hpp"
#include "ttnn/operations/data_movement/squeeze/squeeze.hpp"
#include "ttnn/operations/data_movement/stack/stack.hpp"
#include "ttnn/operations/data_movement/tilize/tilize.hpp"
#include "ttnn/operations/data_movement/tilize_with_val_padding/tilize_with_val_padding.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"
#include "ttnn/operations/data_movement/unsqueeze/unsqueeze.hpp"
#include "ttnn/operations/data_movement/untilize/untilize.hpp"
#include "ttnn/operations/data_movement/untilize_with_unpadding/untilize_with_unpadding.hpp"
#include "ttnn/operations/data_movement/view/view.hpp"
#include "ttnn/operations/experimental/bcast_to/bcast_to.hpp"
#include "ttnn/operations/experimental/cnn/convert_to_chw/convert_to_chw.hpp"
#include "ttnn/operations/experimental/cnn/convert_to_hwc/convert_to_hwc.hpp"
#include "ttnn/operations/experimental/slice_write/slice_write.hpp"

namespace ttnn::python {

namespace {

using Memory = const std::optional<MemoryConfig>&;
using Cores = const std::optional<CoreRangeSet>&;
using Out = const std::optional<Tensor>&;
using Longs = ttsl::SmallVector<std::int64_t>;
using Ints = ttsl::SmallVector<int>;

const py::arg kTensor("input_tensor");

ttsl::Span<const std::int32_t> span_of(const Dims& dims) {
    return {dims.data(), dims.size()};
}

void bind_shapes(py::module_& ops) {
    operation(
        ops, "permute",
        [](const Tensor& t, const Longs& dims, Memory memory, float pad) {
            return ttnn::permute(t, dims, memory, pad);
        },
        kTensor, py::arg("dims"), py::kw_only(), memory_config(), py::arg("pad_value") = 0.0f);
    operation(
        ops, "transpose",
        [](const Tensor& t, std::int64_t a, std::int64_t b, Memory memory, float pad) {
            return ttnn::transpose(t, a, b, memory, pad);
        },
        kTensor, py::arg("dim1"), py::arg("dim2"), py::kw_only(), memory_config(),
        py::arg("pad_value") = 0.0f);
    operation(ops, "unsqueeze", &ttnn::unsqueeze, kTensor, py::arg("dim"));
    operation(ops, "squeeze", py::overload_cast<const Tensor&>(&ttnn::squeeze), kTensor);
    operation(ops, "squeeze", py::overload_cast<const Tensor&, int>(&ttnn::squeeze), kTensor,
              py::arg("dim"));
    operation(ops, "squeeze", py::overload_cast<const Tensor&, const Ints&>(&ttnn::squeeze),
              kTensor, py::arg("dim"));
    operation(
        ops, "view",
        [](const Tensor& t, const Dims& shape) { return ttnn::view(t, span_of(shape)); }, kTensor,
        py::arg("shape"));
    operation(
        ops, "expand",
        [](const Tensor& t, const Dims& shape, Memory memory) {
            return ttnn::expand(t, span_of(shape), memory);
        },
        kTensor, py::arg("output_shape"), py::kw_only(), memory_config());
    operation(
        ops, "reshape",
        [](const Tensor& t, const Dims& shape, Memory memory, const std::optional<PadValue>& pad,
           TileReshapeMapMode mode, Cores cores,
           bool skip) { return ttnn::reshape(t, span_of(shape), memory, pad, mode, cores, skip); },
        kTensor, py::arg("shape"), py::kw_only(), memory_config(), none("pad_value"),
        py::arg("reshape_tile_mode") = TileReshapeMapMode::CACHE, sub_core_grids(),
        py::arg("skip_padding_fill") = false);
    operation(
        ops, "reshape",
        [](const Tensor& t, const Shape& logical, const Shape& padded, Memory memory,
           const std::optional<PadValue>& pad, Cores cores, bool skip) {
            return ttnn::reshape(t, logical, padded, memory, pad, TileReshapeMapMode::CACHE, cores,
                                 skip);
        },
        kTensor, py::arg("logical_shape"), py::arg("padded_shape"), py::kw_only(), memory_config(),
        none("pad_value"), sub_core_grids(), py::arg("skip_padding_fill") = false);
}

void bind_several(py::module_& ops) {
    operation(ops, "concat", &ttnn::concat, py::arg("tensors"), py::arg("dim") = 0, py::kw_only(),
              memory_config(), output_tensor(), py::arg("groups") = 1, sub_core_grids());
    operation(ops, "stack", &ttnn::stack, py::arg("tensors"), py::arg("dim"));
    operation(ops, "split",
              py::overload_cast<const Tensor&, std::int64_t, std::int64_t, Memory>(&ttnn::split),
              kTensor, py::arg("split_size"), py::arg("dim") = 0, py::kw_only(), memory_config());
    operation(ops, "split",
              py::overload_cast<const Tensor&, const Longs&, std::int64_t, Memory>(&ttnn::split),
              kTensor, py::arg("split_size"), py::arg("dim") = 0, py::kw_only(), memory_config());
    operation(ops, "chunk", &ttnn::chunk, kTensor, py::arg("chunks"), py::arg("dim") = 0);
    operation(ops, "narrow", &ttnn::narrow, kTensor, py::arg("dim"), py::arg("start"),
              py::arg("length"));
    operation(
        ops, "repeat",
        [](const Tensor& t, const ttsl::SmallVector<std::uint32_t>& dims, Memory memory,
           const std::string& how, Out out) { return ttnn::repeat(t, dims, memory, how, out); },
        kTensor, py::arg("repeat_dims"), py::kw_only(), memory_config(),
        py::arg("implementation") = "auto", none("optional_output_tensor"));
    operation(ops, "repeat_interleave", &ttnn::repeat_interleave, kTensor, py::arg("repeats"),
              py::arg("dim"), py::kw_only(), memory_config());
    operation(ops, "roll", py::overload_cast<const Tensor&, int, int, Memory>(&ttnn::roll), kTensor,
              py::arg("shifts"), py::arg("dim"), py::kw_only(), memory_config());
    operation(ops, "roll",
              py::overload_cast<const Tensor&, const Ints&, const Ints&, Memory>(&ttnn::roll),
              kTensor, py::arg("shifts"), py::arg("dim"), py::kw_only(), memory_config());
    operation(ops, "roll", py::overload_cast<const Tensor&, int, Memory>(&ttnn::roll), kTensor,
              py::arg("shifts"), py::kw_only(), memory_config());
}

Tensor slice_of(const Tensor& t, const Dims& starts, const Dims& ends,
                const std::optional<Dims>& steps, Memory memory, Out out,
                const std::optional<float>& pad, Cores cores) {
    const Dims ones(starts.size(), 1);
    return ttnn::slice(t, starts, ends, steps ? *steps : ones, memory, out, pad, cores);
}

void bind_parts(py::module_& ops) {
    const auto rest = [&](const char* starts, const char* ends, const char* steps) {
        operation(ops, "slice", &slice_of, kTensor, py::arg(starts), py::arg(ends), none(steps),
                  py::kw_only(), memory_config(), output_tensor(), none("pad_value"),
                  sub_core_grids());
    };
    rest("starts", "ends", "steps");
    rest("slice_start", "slice_end", "slice_step");
    operation(
        ops, "slice",
        [](const Tensor& t, const Tensor& starts, const Tensor& ends,
           const std::optional<Dims>& steps, Memory memory, Out out,
           const std::optional<float>& pad, const std::optional<std::uint32_t>& dim,
           const std::optional<std::uint32_t>& devices, Cores cores) {
            return ttnn::slice<std::int32_t>(t, starts, ends, steps, memory, out, pad, dim, devices,
                                             cores);
        },
        kTensor, py::arg("starts"), py::arg("ends"), none("steps"), py::kw_only(), memory_config(),
        output_tensor(), none("pad_value"), none("slice_dim"), none("num_devices"),
        sub_core_grids());
    using Pairs = ttsl::SmallVector<std::array<std::uint32_t, 2>>;
    operation(
        ops, "pad",
        py::overload_cast<const Tensor&, const Pairs&, float, bool, Memory, Cores>(&ttnn::pad),
        kTensor, py::arg("padding"), py::arg("value") = 0.0f, py::kw_only(),
        py::arg("use_multicore") = true, memory_config(), sub_core_grids());
    operation(ops, "pad",
              py::overload_cast<const Tensor&, const Array4D&, const Array4D&, float, bool, Memory,
                                Cores>(&ttnn::pad),
              kTensor, py::arg("output_padded_shape"), py::arg("input_tensor_start"),
              py::arg("value"), py::kw_only(), py::arg("use_multicore") = true, memory_config(),
              sub_core_grids());
    py::module_ experimental = namespace_of(ops, "experimental");
    operation(experimental, "convert_to_hwc", &ttnn::experimental::convert_to_hwc, py::arg("input"),
              py::kw_only(), memory_config(), none("dtype"));
    operation(experimental, "convert_to_chw", &ttnn::experimental::convert_to_chw, py::arg("input"),
              py::kw_only(), none("dtype"));
    operation(experimental, "slice_write", &ttnn::experimental::slice_write, kTensor,
              py::arg("output_tensor"), py::arg("start"), py::arg("end"), py::arg("step"));
    operation(
        experimental, "broadcast_to",
        [](const Tensor& t, const Shape& shape, Memory memory, Out out) {
            return ttnn::experimental::broadcast_to(t, shape, memory, out);
        },
        py::arg("input"), py::arg("output_shape"), py::kw_only(), memory_config(), none("output"));
}

// A value as the elements of a tensor are: real ones take whole numbers too.
PadValue pad_of(const Tensor& tensor, const operations::unary::ScalarVariant& value) {
    const bool real = tt::tt_metal::is_floating_point(tensor.dtype());
    return std::visit(
        [&](auto v) -> PadValue {
            if (real || std::is_same_v<decltype(v), float>) return static_cast<float>(v);
            return static_cast<std::uint32_t>(v);
        },
        value);
}

void bind_layouts(py::module_& ops) {
    operation(ops, "tilize", &ttnn::tilize, kTensor, py::kw_only(), memory_config(), none("dtype"),
              py::arg("use_multicore") = true, py::arg("use_low_perf") = false,
              py::arg("tile") = tt::tt_metal::Tile(), sub_core_grids());
    operation(
        ops, "tilize_with_val_padding",
        [](const Tensor& t, const Shape& shape, operations::unary::ScalarVariant pad, Memory memory,
           std::optional<DataType> dtype, bool multicore, Cores cores) {
            return ttnn::tilize_with_val_padding(t, shape, pad_of(t, pad), memory, dtype, multicore,
                                                 cores);
        },
        kTensor, py::arg("output_tensor_shape"), py::arg("pad_value"), py::kw_only(),
        memory_config(), none("dtype"), py::arg("use_multicore") = true, sub_core_grids());
    operation(ops, "tilize_with_zero_padding", &ttnn::tilize_with_zero_padding, kTensor,
              py::kw_only(), memory_config(), none("output_dtype"), py::arg("use_multicore") = true,
              sub_core_grids());
    operation(
        ops, "fill_implicit_tile_padding",
        [](const Tensor& t, const operations::unary::ScalarVariant& value, Memory memory) {
            return ttnn::fill_implicit_tile_padding(t, pad_of(t, value), memory);
        },
        kTensor, py::arg("fill_value"), py::kw_only(), memory_config());
    operation(ops, "untilize", &ttnn::untilize, kTensor, py::kw_only(), memory_config(),
              py::arg("use_multicore") = true, sub_core_grids());
    operation(ops, "untilize_with_unpadding", &ttnn::untilize_with_unpadding, kTensor,
              py::arg("output_tensor_end"), py::kw_only(), memory_config(),
              py::arg("use_multicore") = true, sub_core_grids());
}

void bind_shards_and_copies(py::module_& ops) {
    using Grid = std::variant<CoreCoord, CoreRangeSet>;
    operation(
        ops, "interleaved_to_sharded",
        [](const Tensor& t, const MemoryConfig& memory, const std::optional<DataType>& dtype,
           bool aligned,
           Out out) { return ttnn::interleaved_to_sharded(t, memory, dtype, aligned, out); },
        kTensor, py::arg("sharded_memory_config"), none("output_dtype"), py::kw_only(),
        py::arg("keep_l1_aligned") = false, none("preallocated_output"));
    operation(
        ops, "interleaved_to_sharded",
        [](const Tensor& t, const Grid& grid, std::array<std::uint32_t, 2> shape,
           TensorMemoryLayout scheme, ShardOrientation orientation,
           const std::optional<DataType>& dtype, bool aligned) {
            return ttnn::interleaved_to_sharded(t, grid, shape, scheme, orientation, dtype,
                                                aligned);
        },
        kTensor, py::arg("grid"), py::arg("shard_shape"), py::arg("shard_scheme"),
        py::arg("shard_orientation"), none("output_dtype"), py::kw_only(),
        py::arg("keep_l1_aligned") = false);
    operation(
        ops, "sharded_to_interleaved",
        [](const Tensor& t, Memory memory, const std::optional<DataType>& dtype) {
            return ttnn::sharded_to_interleaved(t, memory.value_or(DRAM_MEMORY_CONFIG), dtype);
        },
        kTensor, memory_config(), none("output_dtype"));
    operation(ops, "reshard", &ttnn::reshard, kTensor, py::arg("output_memory_config"),
              output_tensor());
    operation(ops, "clone", &ttnn::clone, py::arg("input"), py::kw_only(), none("dtype"),
              memory_config(), compute_kernel_config());
    operation(ops, "copy", &ttnn::copy, py::arg("input_a"), py::arg("input_b"));
    operation(
        ops, "assign",
        [](const Tensor& t, const MemoryConfig& memory, std::optional<DataType> dtype, Out out) {
            return ttnn::assign(t, memory, dtype, out);
        },
        kTensor, py::kw_only(), py::arg("memory_config"), none("dtype"), output_tensor());
    operation(ops, "assign", py::overload_cast<const Tensor&, const Tensor&>(&ttnn::assign),
              py::arg("input_a"), py::arg("input_b"));
    operation(ops, "move", &ttnn::move, kTensor, py::kw_only(), memory_config());
    operation(ops, "reallocate", &ttnn::reallocate, py::arg("tensor"), memory_config());
}

void bind_movement(py::module_& m, py::module_& ops) {
    bind_enum<TileReshapeMapMode>(m, "TileReshapeMapMode");
    bind_enum<operations::data_movement::GatherVariant>(m, "GatherVariant");
    operation(ops, "gather", &ttnn::gather, py::arg("input"), py::arg("dim"), py::arg("index"),
              py::kw_only(), py::arg("sparse_grad") = false, memory_config(), none("out"),
              sub_core_grids(), none("variant"));
    bind_shapes(ops);
    bind_several(ops);
    bind_parts(ops);
    bind_layouts(ops);
    bind_shards_and_copies(ops);
}

const Family kMovement(bind_movement);

}  // namespace
}  // namespace ttnn::python
