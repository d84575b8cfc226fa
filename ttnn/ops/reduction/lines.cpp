// Lines of tiles: see the header.
#include "ops/reduction/lines.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <tt-metalium/bfloat16.hpp>
#include <tt_stl/assert.hpp>

namespace ttnn::reduction {

using namespace tt::tt_metal;

namespace {

// Loops that step on where the one below ends, in all tensors, are one with it.
class Loops {
 public:
    explicit Loops(std::array<WalkLoop, 8>& loops) : loops_(loops) {}

    void add(const WalkLoop& loop) {
        if (loop.extent == 1) return;
        if (used_ > begin_ && goes_on(loops_[used_ - 1], loop)) {
            loops_[used_ - 1].extent *= loop.extent;
            return;
        }
        TT_FATAL(used_ < loops_.size(), "reduction: the dimensions need more than {} loops",
                 loops_.size());
        loops_[used_++] = loop;
    }
    void separate() { begin_ = used_; }  // what comes is no part of the loops before

 private:
    static bool goes_on(const WalkLoop& below, const WalkLoop& loop) {
        for (std::size_t t = 0; t < kMostTensors; t++)
            if (loop.strides[t] != below.extent * below.strides[t]) return false;
        return true;
    }

    std::array<WalkLoop, 8>& loops_;
    std::size_t begin_ = 0, used_ = 0;
};

// In tiles, last dimension first.
std::uint32_t tile_extent(const tt::tt_metal::Shape& shape, std::size_t from_end) {
    const std::uint32_t size = from_end <= shape.rank() ? shape[-static_cast<int>(from_end)] : 1;
    return from_end <= 2 ? (size + 31) / 32 : size;
}

std::vector<WalkLoop> tile_loops(const std::vector<tt::tt_metal::Shape>& shapes, std::size_t rank) {
    std::vector<WalkLoop> loops(rank);
    for (const auto& shape : shapes)
        for (std::size_t i = 1; i <= rank; i++)
            loops[i - 1].extent = std::max(loops[i - 1].extent, tile_extent(shape, i));
    for (std::size_t t = 0; t < shapes.size(); t++) {
        std::uint32_t stride = 1;
        for (std::size_t i = 1; i <= rank; i++) {
            const std::uint32_t extent = tile_extent(shapes[t], i);
            loops[i - 1].strides[t] = extent == 1 && loops[i - 1].extent != 1 ? 0 : stride;
            stride *= extent;
        }
    }
    return loops;
}

std::uint32_t left_in_last(std::uint32_t size) {
    return size % 32 == 0 ? 32 : size % 32;
}

// A value as an element of the padding; a block-float one has zero and negative infinity only.
std::uint32_t pad_bits(double value, DataType dtype) {
    switch (dtype) {
        case DataType::FLOAT32:
            return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        case DataType::BFLOAT16:
            return std::bit_cast<std::uint16_t>(bfloat16(static_cast<float>(value)));
        case DataType::BFLOAT8_B:
            TT_FATAL(value == 0 || value == -std::numeric_limits<double>::infinity(),
                     "reduction: {} is no value of padding in BFLOAT8_B", value);
            return value == 0 ? 0 : 0x80;  // a sign without a magnitude
        default:
            return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    }
}

// The arguments of class Padding of the kernels.
std::vector<std::uint32_t> padding_words(const LineTensor& from, const Lines& lines) {
    const auto& shape = from.tensor->logical_shape();
    const std::uint32_t width = shape.rank() >= 1 ? shape[-1] : 1;
    const std::uint32_t height = shape.rank() >= 2 ? shape[-2] : 1;
    return {tile_extent(shape, 2), tile_extent(shape, 1), lines.columns ? left_in_last(height) : 32,
            lines.rows ? left_in_last(width) : 32, pad_bits(from.pad, from.tensor->dtype())};
}

}  // namespace

Reduced reduced_dims(std::string_view op, const tt::tt_metal::Shape& shape,
                     const std::vector<int>& dims) {
    const int rank = static_cast<int>(shape.rank());
    const std::size_t width = std::max<std::size_t>(shape.rank(), 2);
    Reduced reduced(width, false);
    for (const int dim : dims) {
        const int low = std::min(-rank, -1), high = std::max(rank - 1, 0);
        TT_FATAL(dim >= low && dim <= high,
                 "{}: Unsupported dim {} for tensor of rank {}, it must be from {} to {}", op, dim,
                 rank, low, high);
        const int place = dim < 0 ? dim + rank : dim;
        if (rank > 0) reduced[width - shape.rank() + static_cast<std::size_t>(place)] = true;
    }
    return reduced;
}

Lines lines_of(const std::vector<tt::tt_metal::Shape>& shapes, const Reduced& reduced,
               std::uint32_t passes) {
    const std::size_t rank = reduced.size();
    const auto dims = tile_loops(shapes, rank);
    const auto is_reduced = [&](std::size_t i) { return reduced[rank - 1 - i]; };
    Lines lines;
    Loops loops(lines.loops);
    for (std::size_t i = 0; i < rank; i++) {
        if (!is_reduced(i)) continue;
        loops.add(dims[i]);
        lines.length *= dims[i].extent;
    }
    loops.separate();
    loops.add({passes, {}});
    loops.separate();
    for (std::size_t i = 0; i < rank; i++) {
        if (is_reduced(i)) continue;
        loops.add(dims[i]);
        lines.count *= dims[i].extent;
    }
    lines.rows = is_reduced(0);
    lines.columns = is_reduced(1);
    return lines;
}

KernelDescriptor line_reader(const std::vector<LineTensor>& from, const Lines& lines,
                             const std::vector<program::Share>& tiles, const CoreRangeSet& cores,
                             std::uint32_t at_once) {
    const bool whole = at_once != 0;
    KernelDescriptor kernel = program::data_mover("kernels/read_lines.cpp", true, cores);
    kernel.compile_time_args = {static_cast<std::uint32_t>(from.size())};
    KernelDescriptor::RTArgList args;
    for (const LineTensor& one : from) args.push_back(one.tensor->buffer());
    for (const LineTensor& one : from) args.push_back(program::page_bytes(*one.tensor));
    args.push_back(whole ? std::min(lines.length, at_once) : program::kBatch);
    args.push_back(whole ? lines.length : std::numeric_limits<std::uint32_t>::max());
    for (const LineTensor& one : from) args.append(padding_words(one, lines));
    for (const WalkLoop& loop : lines.loops) {
        args.push_back(loop.extent);
        args.append({loop.strides.begin(), loop.strides.begin() + from.size()});
    }
    for (const LineTensor& one : from) program::append_late(kernel, args, *one.tensor);
    kernel.emplace_common_runtime_args(args);
    for (const program::Share& share : tiles)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    return kernel;
}

KernelDescriptor line_writer(std::uint8_t cb, const Tensor& to, const Lines& lines,
                             const std::vector<program::Share>& tiles, const CoreRangeSet& cores) {
    KernelDescriptor kernel = program::data_mover("kernels/write_lines.cpp", false, cores);
    kernel.compile_time_args = {cb};
    KernelDescriptor::RTArgList args;
    args.push_back(to.buffer());
    args.append({program::page_bytes(to), program::kBatch});
    for (const WalkLoop& loop : lines.loops) args.append({loop.extent, loop.strides[0]});
    program::append_late(kernel, args, to);
    kernel.emplace_common_runtime_args(args);
    for (const program::Share& share : tiles)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    return kernel;
}

std::uint32_t lines_held(const std::vector<LineTensor>& tensors, const Lines& lines,
                         std::uint32_t other_bytes) {
    // Of an L1 of about 1.4 MB; where tensors lie there too, they need most of it.
    constexpr std::uint32_t kRoom = 1'200'000, kRoomBesideTensors = 300'000;
    std::uint32_t bytes = 0, room = kRoom;
    for (const LineTensor& one : tensors) {
        bytes += lines.length * program::tile_bytes(one.tensor->dtype());
        if (one.tensor->memory_config().is_l1()) room = kRoomBesideTensors;
    }
    if (room <= other_bytes) return 0;
    const std::uint32_t left = room - other_bytes;
    if (bytes <= left / 2) return 2;
    return bytes <= left ? 1 : 0;
}

std::vector<program::Share> in_tiles(const program::Split& split, std::uint32_t tiles_of_line) {
    std::vector<program::Share> tiles;
    for (const program::Share& share : split.shares)
        tiles.push_back({share.core, share.first * tiles_of_line, share.count * tiles_of_line});
    return tiles;
}

}  // namespace ttnn::reduction
