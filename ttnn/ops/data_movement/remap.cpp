// Maps into the loops and boxes of kernels/boxes.h, and the program around them.
#include "ops/data_movement/remap.hpp"

#include <algorithm>
#include <bit>
#include <tt-metalium/bfloat16.hpp>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ops/data_movement/chunks.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/run.hpp"

namespace ttnn::data_movement {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kTile = 32;
constexpr std::uint32_t kLoops = 16;           // kernels/boxes.h: kMaxLoops
constexpr std::uint32_t kScratch = 4096 + 64;  // kScratchBytes, and room to align it
constexpr std::uint32_t kMostWords = 320;      // of a kernel's arguments

struct Span3 {
    std::uint32_t begin, end, stride;
};
struct Box {
    std::uint32_t source, first;
    std::vector<Span3> loops;  // innermost first
};
// What the kernel walks.
struct Walked {
    std::vector<std::uint32_t> extents;  // innermost first
    std::vector<Box> boxes;
};

// ---- maps into boxes ----------------------------------------------------------------------------

// How many elements a unit has along a dimension: those of a tile, or one.
struct Units {
    bool tiles = false, transposed = false;
    std::uint32_t h = 0, w = 0;  // the map's dimensions that are cut into tiles

    std::uint32_t size(std::uint32_t d) const { return tiles && (d == h || d == w) ? kTile : 1; }
};

// In units, outermost first.
std::vector<std::uint32_t> source_strides(const Shape& source, bool tiles) {
    const auto rank = static_cast<std::uint32_t>(source.rank());
    std::vector<std::uint32_t> strides(rank);
    std::uint32_t stride = 1;
    for (std::uint32_t d = rank; d-- > 0;) {
        strides[d] = stride;
        stride *= parts_of(source[static_cast<int>(d)], tiles && d + 2 >= rank ? kTile : 1);
    }
    return strides;
}

Box box_of(const Part& part, const Map& map, const Shape& source, const Units& units) {
    const auto strides = source_strides(source, units.tiles);
    const auto first_tiled = static_cast<std::int32_t>(source.rank()) - 2;
    Box box{part.source, 0, {}};
    for (auto d = static_cast<std::uint32_t>(map.shape.rank()); d-- > 0;) {
        const Axis& axis = part.axes[d];
        const std::uint32_t unit = units.size(d);
        const std::uint32_t of_source = units.tiles && axis.of >= first_tiled ? kTile : 1;
        const std::uint32_t stride =
            axis.of == Axis::kNone ? 0 : strides[static_cast<std::size_t>(axis.of)];
        const std::uint32_t step = stride * (axis.step * unit / of_source);
        const std::uint32_t begin = axis.begin / unit;
        box.loops.push_back({begin, parts_of(axis.end, unit), step});
        box.first += axis.start / of_source * stride - begin * step;
    }
    return box;
}

bool whole(const Walked& walked, std::size_t d) {
    return std::ranges::all_of(walked.boxes, [&](const Box& box) {
        return box.loops[d].begin == 0 && box.loops[d].end == walked.extents[d];
    });
}

// Loop d goes on where the one inside of it ends.
bool continues(const Walked& walked, std::size_t d) {
    return whole(walked, d - 1) && std::ranges::all_of(walked.boxes, [&](const Box& box) {
               return box.loops[d].stride == box.loops[d - 1].stride * walked.extents[d - 1];
           });
}

void merge(Walked& walked, std::size_t d) {
    const std::uint32_t inner = walked.extents[d - 1];
    for (Box& box : walked.boxes) {
        Span3& outer = box.loops[d];
        outer = {outer.begin * inner, outer.end * inner, box.loops[d - 1].stride};
        box.loops.erase(box.loops.begin() + static_cast<std::ptrdiff_t>(d - 1));
    }
    walked.extents[d] *= inner;
    walked.extents.erase(walked.extents.begin() + static_cast<std::ptrdiff_t>(d - 1));
}

Walked merged(Walked walked) {
    for (std::size_t d = walked.extents.size(); d-- > 0;) {
        if (walked.extents[d] != 1 || walked.extents.size() == 1 || !whole(walked, d)) continue;
        walked.extents.erase(walked.extents.begin() + static_cast<std::ptrdiff_t>(d));
        for (Box& box : walked.boxes)
            box.loops.erase(box.loops.begin() + static_cast<std::ptrdiff_t>(d));
    }
    for (std::size_t d = 1; d < walked.extents.size();)
        if (continues(walked, d))
            merge(walked, d);
        else
            d++;
    return walked;
}

Walked walked_of(const Map& map, const std::vector<Shape>& sources, const Units& units) {
    Walked walked;
    for (auto d = static_cast<std::uint32_t>(map.shape.rank()); d-- > 0;)
        walked.extents.push_back(parts_of(map.shape[static_cast<int>(d)], units.size(d)));
    for (const Part& part : map.parts) {
        const bool empty =
            std::ranges::any_of(part.axes, [](const Axis& axis) { return axis.begin >= axis.end; });
        if (!empty) walked.boxes.push_back(box_of(part, map, sources[part.source], units));
    }
    return merged(std::move(walked));
}

// Tiles move whole along this axis.
bool by_tiles(const Axis& axis, std::uint32_t extent, std::int32_t of) {
    return axis.of == of && axis.step == 1 && axis.begin % kTile == 0 && axis.start % kTile == 0 &&
           (axis.end % kTile == 0 || axis.end == extent);
}

bool part_by_tiles(const Part& part, const Map& map, std::size_t source_rank, const Units& units) {
    const auto last = static_cast<std::int32_t>(source_rank) - 1;
    for (std::uint32_t d = 0; d < map.shape.rank(); d++) {
        const std::uint32_t extent = map.shape[static_cast<int>(d)];
        if (d == units.w) {
            if (!by_tiles(part.axes[d], extent, units.transposed ? last - 1 : last)) return false;
        } else if (d == units.h) {
            if (!by_tiles(part.axes[d], extent, units.transposed ? last : last - 1)) return false;
        } else if (part.axes[d].of >= last - 1) {  // whole tiles apart, as heads are
            const Axis& axis = part.axes[d];
            if (axis.step % kTile != 0 || axis.start % kTile != 0) return false;
        }
    }
    return true;
}

std::optional<Units> tile_units(const Map& map, const std::vector<Shape>& sources) {
    if (map.linear) return std::nullopt;
    const auto rank = static_cast<std::uint32_t>(map.shape.rank());
    const auto [h, w] = map.tiled.value_or(std::array{rank - 2, rank - 1});
    for (const bool transposed : {false, true}) {
        const Units units{true, transposed, h, w};
        const auto fits = [&](const Part& part) {
            return part_by_tiles(part, map, sources[part.source].rank(), units);
        };
        if (std::ranges::all_of(map.parts, fits)) return units;
    }
    return std::nullopt;
}

std::vector<Shape> shapes_of(std::span<const Tensor> tensors, const Map& map) {
    std::vector<Shape> shapes;
    for (const Tensor& tensor : tensors) {
        const auto all = static_cast<std::uint32_t>(tensor.logical_volume());
        shapes.push_back(map.linear ? Shape({1, all}) : matrix_shape(tensor.logical_shape()));
    }
    return shapes;
}

// ---- the program --------------------------------------------------------------------------------

struct RemapOp {
    struct Args {
        TensorSpec output;
        Walked walked;
        bool transposed;
        std::uint32_t fill;
        std::optional<CoreRangeSet> cores;
    };
    static constexpr std::string_view name = "remap";

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs) { return {args.output}; }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

KernelDescriptor reader(const RemapOp::Args& args, Inputs in, const Pages& pages,
                        const Chunking& chunks, const program::Split& split) {
    KernelDescriptor kernel = program::data_mover("kernels/read_boxes.cpp", true, split.cores);
    const auto loops = static_cast<std::uint32_t>(args.walked.extents.size());
    const auto boxes = static_cast<std::uint32_t>(args.walked.boxes.size());
    const std::uint32_t box_table = 12 + loops + 5 * static_cast<std::uint32_t>(in.size());
    KernelDescriptor::RTArgList words;
    words.push_back(boxes);
    words.append(chunk_words(pages, chunks));
    words.append({pages.row, pages.across, pages.unit_bytes, args.fill, loops, box_table});
    words.append(args.walked.extents);
    for (std::size_t i = 0; i < in.size(); i++) {
        const Pages from = pages_of(in[i]);
        words.push_back(in[i].buffer());
        words.append({from.bytes, from.row, from.page, from.across});
    }
    for (const Box& box : args.walked.boxes) {
        words.append({box.source, box.first});
        for (const Span3& span : box.loops) words.append({span.begin, span.end, span.stride});
    }
    program::append_late(kernel, words, in[0]);
    kernel.emplace_common_runtime_args(words);
    add_shares(kernel, split, Begin::apart);
    return kernel;
}

ProgramDescriptor RemapOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace ttnn::program;
    const Pages pages = pages_of(out[0]);
    const Chunking chunks = chunking(pages);
    const Split split =
        ttnn::program::split(*in[0].device(), chunk_count(out[0], pages, chunks), args.cores);
    const DataType format = args.transposed ? out[0].dtype() : DataType::UINT32;
    ProgramDescriptor program;
    program.cbs = {circular_buffer(0, format, chunks.slot, 2 * chunks.batch, split.cores),
                   circular_buffer(1, DataType::UINT32, kScratch, 1, split.cores)};
    program.kernels = {
        reader(args, in, pages, chunks, split),
        chunk_writer(args.transposed ? 16 : 0, out[0], pages, chunks, split, Begin::apart)};
    if (!args.transposed) return program;
    program.cbs.push_back(circular_buffer(16, format, chunks.slot, 2 * chunks.batch, split.cores));
    KernelDescriptor math = compute("kernels/transpose.cpp", split.cores, {{0, format}}, format);
    for (const Share& share : split.shares) math.emplace_runtime_args(share.core, {share.count});
    program.kernels.push_back(std::move(math));
    return program;
}

// One accessor serves all sources: they are interleaved over one kind of memory, or one tensor.
std::vector<Tensor> readable(std::span<const Tensor> inputs) {
    std::vector<Tensor> readable(inputs.begin(), inputs.end());
    if (inputs.size() == 1) return readable;
    const BufferType kind = inputs[0].memory_config().buffer_type();
    const bool alike = std::ranges::all_of(
        inputs, [&](const Tensor& t) { return t.memory_config().buffer_type() == kind; });
    const MemoryConfig memory(TensorMemoryLayout::INTERLEAVED, alike ? kind : BufferType::DRAM);
    for (Tensor& tensor : readable) tensor = to_memory_config(tensor, memory);
    return readable;
}

Tensor run_remap(std::string_view op, std::span<const Tensor> inputs, const RemapOp::Args& args,
                 const std::optional<Tensor>& output) {
    std::uint64_t words = 12 + kLoops + 5 * inputs.size() + 40;
    for (const Box& box : args.walked.boxes) words += 2 + 3 * box.loops.size();
    TT_FATAL(words <= kMostWords && args.walked.extents.size() <= kLoops,
             "{}: {} boxes of {} loops from {} tensors are too many for one program", op,
             args.walked.boxes.size(), args.walked.extents.size(), inputs.size());
    const std::vector<Tensor> sources = readable(inputs);
    std::vector<const Tensor*> pointers;
    for (const Tensor& source : sources) pointers.push_back(&source);
    detail::OperationCalls calls = detail::calls<RemapOp>;
    calls.name = op;
    return detail::run(calls, &args, ttsl::hash::canonical_key(args), pointers, {&output, 1})
        .front();
}

}  // namespace

Map identity(const Shape& shape) {
    Map map{matrix_shape(shape), {{}}};
    for (std::size_t d = 0; d < map.shape.rank(); d++)
        map.parts[0].axes.push_back(
            {0, map.shape[static_cast<int>(d)], 0, 1, static_cast<std::int32_t>(d)});
    return map;
}

Shape matrix_shape(const Shape& shape) {
    return shape.rank() < 2 ? shape.to_rank(2) : shape;
}

bool moves_tiles(const Map& map, std::span<const Tensor> inputs) {
    return tile_units(map, shapes_of(inputs, map)).has_value();
}

Tensor remap(std::string_view op, std::span<const Tensor> inputs, const Map& map,
             const Shape& shape, const MemoryConfig& memory, double fill,
             const std::optional<CoreRangeSet>& cores, const std::optional<Tensor>& output) {
    for (const Tensor& input : inputs) eltwise::need_device(op, input);
    const DataType dtype = inputs[0].dtype();
    const Layout layout = inputs[0].layout();
    const TensorSpec spec = eltwise::spec_like(shape, dtype, layout, memory);
    if (layout == Layout::ROW_MAJOR) {
        const Walked walked = walked_of(map, shapes_of(inputs, map), {});
        return run_remap(op, inputs, {spec, walked, false, fill_word(fill, dtype), cores}, output);
    }
    if (const auto units = tile_units(map, shapes_of(inputs, map));
        units && (fill == 0 || !is_block_float(dtype))) {
        const Walked walked = walked_of(map, shapes_of(inputs, map), *units);
        return run_remap(op, inputs,
                         {spec, walked, units->transposed, fill_word(fill, dtype), cores}, output);
    }
    std::vector<Tensor> rows;
    for (const Tensor& input : inputs) rows.push_back(to_rows(input));
    const Tensor result = remap(op, rows, map, shape, DRAM_MEMORY_CONFIG, fill, cores);
    const Tensor tiles = from_rows(result, layout, dtype, memory, fill);
    return output ? to_memory_config(tiles, output->memory_config(), std::nullopt, output) : tiles;
}

std::uint32_t fill_word(double value, DataType dtype) {
    if (is_block_float(dtype)) return 0;
    if (dtype == DataType::FLOAT32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    const std::uint32_t bits =
        dtype == DataType::BFLOAT16
            ? std::bit_cast<std::uint16_t>(bfloat16(static_cast<float>(value)))
            : static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    const std::uint32_t size = datum_size(datatype_to_dataformat_converter(dtype));
    return size == 4 ? bits : size == 2 ? (bits & 0xffff) * 0x10001u : (bits & 0xff) * 0x1010101u;
}

std::uint32_t dim_index(std::string_view op, std::int64_t dim, std::size_t rank) {
    const auto r = static_cast<std::int64_t>(rank);
    TT_FATAL(dim >= -r && dim < r, "{}: dimension {} is out of bounds for rank {}", op, dim, rank);
    return static_cast<std::uint32_t>(dim < 0 ? dim + r : dim);
}

}  // namespace ttnn::data_movement
