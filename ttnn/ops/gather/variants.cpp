// Sizes and estimates of the ways to gather. Cycles per step are estimates: they
// order the variants, and are not fitted to runs.
#include "ops/gather/variants.hpp"

#include <algorithm>
#include <array>
#include <tt_stl/assert.hpp>

namespace ttnn::gather_op {

namespace {

constexpr std::uint32_t kTileElements = 1024;

std::uint32_t up(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint32_t>((a + b - 1) / b);
}

// Bytes of L1 for one kept index tile: itself, its results, its entries in the buckets.
std::uint64_t kept_bytes(Variant v, const Task& t) {
    const std::uint64_t entries = v == Variant::MULTICAST_BUCKETS ? 4 : 0;
    return kTileElements * (t.index_bytes + t.element + entries);
}

std::uint64_t table_bytes(Variant v, const Task& t) {
    if (v == Variant::MULTICAST_BUCKETS) return 4ull * t.in_tiles();
    return v == Variant::SPARSE_BITMAP ? t.in_tiles() / 8 + 8 : 0;
}

std::uint32_t own_tiles(Variant v, const Task& t) {
    return v == Variant::SINGLE_CORE ? t.out_tiles() : up(t.out_tiles(), t.cores);
}

// As many tiles as `bytes` hold, at least one.
std::uint32_t fit(std::uint64_t bytes, std::uint64_t each, std::uint32_t most) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(bytes / each, 1, most));
}

Sizes streamed(Variant v, const Task& t) {
    Sizes s;
    const std::uint64_t tile = kTileElements * t.element, each = kept_bytes(v, t);
    const std::uint32_t own = own_tiles(v, t);
    const std::uint64_t rest = t.l1_bytes - std::min(t.l1_bytes, table_bytes(v, t));
    switch (v) {
        case Variant::SINGLE_CORE:
            s.batch = t.in_tiles();
            s.batches = 1;
            s.kept = fit(rest - std::min(rest, s.batch * tile), each, own);
            break;
        case Variant::ONE_BARRIER:
            s.batches = 1;
            s.batch = fit((rest - each) / 2, tile, t.in_tiles());
            break;
        case Variant::L1_BLOCKS:
            s.kept = fit(rest / 2, each, own);
            s.batch = fit((rest - std::min(rest, s.kept * each)) / 2, tile, t.in_tiles());
            break;
        case Variant::MULTICAST:
            s.batch = std::min(8u, t.in_tiles());
            break;
        case Variant::MULTICAST_BUCKETS:
            s.batch = std::min(16u, t.in_tiles());
            s.kept = fit(rest - std::min(rest, 3 * s.batch * tile), each, own);
            break;
        default:
            break;
    }
    s.groups = up(own, s.kept);
    s.bytes = s.batch * tile * (s.batches + shares_stream(v)) + s.kept * each + table_bytes(v, t);
    return s;
}

std::uint32_t slot(std::uint32_t segment, std::uint32_t align) {
    return std::max(segment, align);
}

}  // namespace

bool is_for_tiles(Variant v) {
    return v < Variant::ROW_MAJOR_SINGLE_CORE;
}
bool shares_stream(Variant v) {
    return v == Variant::MULTICAST || v == Variant::MULTICAST_BUCKETS ||
           v == Variant::ROW_MAJOR_MULTICAST;
}
bool streams(Variant v) {
    return is_for_tiles(v) && v != Variant::ROW_OWNER && v != Variant::DIRECT_READS &&
           v != Variant::PARTITIONED_L1;
}

Sizes sizes_of(Variant v, const Task& t) {
    if (streams(v)) return streamed(v, t);
    Sizes s;
    const std::uint64_t tile = kTileElements * t.element;
    const std::uint64_t pair = 2 * (kTileElements * t.index_bytes + tile) + 256 * t.align;
    if (v == Variant::ROW_OWNER) {
        s.parts = std::clamp(t.cores / std::max(1u, t.logical_rows()), 1u, t.out_tiles());
        s.bytes = 2ull * (t.in_tiles() + 1) * slot(16 * t.element, t.align) +
                  128ull * (slot(16 * t.index_bytes, t.align) + 16 * t.element);
    } else if (v == Variant::DIRECT_READS) {
        s.bytes = pair;
    } else if (v == Variant::PARTITIONED_L1) {
        s.bytes = pair + up(t.in_tiles(), t.cores) * tile;
    } else {
        const std::uint64_t stick = up(1ull * t.width * t.element, 64) * 64ull;
        const std::uint32_t columns = v == Variant::ROW_MAJOR_SINGLE_CORE
                                          ? t.out_width
                                          : up(up(t.out_width, 32), t.cores) * 32;
        const std::uint64_t own = 1ull * columns * (t.index_bytes + t.element) + 128;
        s.batches = stick * (2 + shares_stream(v)) + own <= t.l1_bytes ? 2 : 1;
        s.bytes = stick * (s.batches + shares_stream(v)) + own;
    }
    return s;
}

double estimated_cycles(Variant v, const Task& t) {
    const Sizes s = sizes_of(v, t);
    const double rows = t.rows(), cores = t.cores, in = t.in_tiles();
    const double entries = 1.0 * t.logical_rows() * t.out_width / cores;  // of a core
    const double own = own_tiles(v, t), tile_read = 700.0 * t.element / 2;
    switch (v) {
        case Variant::SINGLE_CORE:
            return up(t.rows(), t.cores) *
                   (in * 120 + 1.0 * t.out_width * std::min(32u, t.height) * 45);
        case Variant::MULTI_CORE:
        case Variant::ONE_BARRIER:
        case Variant::MULTICAST:
            return rows * own * in * 1024 * 26;
        case Variant::SPARSE_BITMAP:
            return rows * own * in * tile_read;
        case Variant::L1_BLOCKS:
            return rows *
                   (in * tile_read * s.groups / 4 + own * 1024 * 26 * up(t.in_tiles(), s.batch));
        case Variant::MULTICAST_BUCKETS:
            return rows * in * 140 * s.groups + entries * 60;
        case Variant::ROW_OWNER:
            return up(1ull * t.logical_rows() * s.parts, t.cores) *
                   (in * 60 + 1.0 * t.out_width / s.parts * 16);
        case Variant::DIRECT_READS:
            return entries * 60 + 1000;
        case Variant::PARTITIONED_L1:
            return rows * (in / cores * 300 + 4000) + entries * 60;
        case Variant::ROW_MAJOR_SINGLE_CORE:
            return up(t.rows(), t.cores) * (t.width * t.element / 20.0 + t.out_width * 20.0 + 1500);
        case Variant::ROW_MAJOR_MULTI_CORE:
            return rows * (t.width * t.element * cores / 24.0 + t.out_width / cores * 20 + 1500);
        case Variant::ROW_MAJOR_MULTICAST:
            return rows * (t.width * t.element / 12.0 + t.out_width / cores * 20 + 1500);
    }
    return 0;
}

Variant choose(const Task& task) {
    constexpr std::array kForTiles = {Variant::ROW_OWNER, Variant::DIRECT_READS,
                                      Variant::SINGLE_CORE, Variant::MULTICAST_BUCKETS};
    constexpr std::array kForSticks = {Variant::ROW_MAJOR_SINGLE_CORE, Variant::ROW_MAJOR_MULTICAST,
                                       Variant::ROW_MAJOR_MULTI_CORE};
    std::optional<Variant> best;
    const auto offer = [&](Variant v) {
        if (sizes_of(v, task).bytes > task.l1_bytes) return;
        if (shares_stream(v) && !task.rectangle) return;
        if (!best || estimated_cycles(v, task) < estimated_cycles(*best, task)) best = v;
    };
    if (task.tiles)
        std::ranges::for_each(kForTiles, offer);
    else
        std::ranges::for_each(kForSticks, offer);
    TT_FATAL(best.has_value(), "gather: a row of {} elements does not fit {} bytes of free L1",
             task.width, task.l1_bytes);
    return *best;
}

}  // namespace ttnn::gather_op
