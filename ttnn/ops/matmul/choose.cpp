// The choice of a plan: the one with the least estimated time among those that fit L1.
#include <algorithm>
#include <cmath>
#include <tt_stl/assert.hpp>
#include <vector>

#include "ops/matmul/plan.hpp"

namespace ttnn::operations::matmul {

namespace {

constexpr std::uint32_t up(std::uint32_t a, std::uint32_t b) {
    return (a + b - 1) / b;
}

// Cycles, in part from runs, in part assumed: until the first data are there; of a multicast beside
// its bytes, for each core along the sides of its rectangle (about twice the way round to the last
// of them) and of the word that follows; of the word that there is room, if it does not come ahead;
// of a sub-block's and a block's loops; of a tile that the packer adds to L1.
constexpr double kLatency = 1500, kHop = 29, kFlag = 120, kAnswer = 350;
constexpr double kSubBlock = 70, kLoops = 30, kPackTile = 84;

// Of a product in a sub-block: the matrix unit, or operands on their way to it, a tile of the
// shorter side and all of the longer one. Where they share a path, those for SrcA wait more.
double product_cycles(std::uint32_t rows, std::uint32_t columns, const Limits& limits) {
    constexpr double kAlone = 64, kShared = 32, kBetween = 1, kFill = 2;  // bytes; cycles
    const bool wide = columns >= rows;
    const double alone = (wide ? limits.bytes_b : limits.bytes_a) / kAlone;
    const double shared = std::max(limits.bytes_a, limits.bytes_b) / kShared;
    const double all = 1.0 * rows * columns, kept = std::min(rows, columns);
    double load = all > 1 ? alone : shared;
    if (limits.loads_meet) {
        load = (kept * shared + (all - kept) * alone) / all;
        if (wide) load = std::max(load, (shared + 3 * alone) / 4);
    }
    return std::max(limits.cycles + kBetween, load + kFill);
}

// Of the matrix unit and the packer between one block and the next.
double compute_cycles(const Plan& plan, const Limits& limits) {
    const double tiles = 1.0 * plan.height * plan.width;
    const double subs = tiles / (plan.sub_height * plan.sub_width);
    const double products =
        tiles * plan.steps * product_cycles(plan.sub_height, plan.sub_width, limits);
    const double packed = plan.holds_sums() ? 0 : tiles * kPackTile / plan.joined;
    return kLoops + std::max(products + subs * kSubBlock / plan.joined, packed);
}

// Of a multicast of a block to the cores along so many sides of the grid.
double send_cycles(const Plan& plan, std::uint32_t group, std::uint32_t side, std::uint32_t bytes,
                   const Limits& limits) {
    if (group <= 1) return 0;
    const double sides =
        plan.sharing == Sharing::both ? group : static_cast<double>(plan.grid.x + plan.grid.y);
    return kHop * sides + kFlag + (plan.depth > 2 ? 0 : kAnswer) +
           1.0 * side * plan.steps * bytes / limits.multicast_bytes;
}

// What happens at the same time, and before and after that the first blocks and the result, which
// memory takes slower than it reads. Units begin anew while those before them are written. Of
// equals the one whose other parts are shorter.
double estimate(const Plan& plan, const Extents& e, const Limits& limits) {
    constexpr double kWrites = 0.6, kOthers = 0.1;
    const double cores = plan.sharing == Sharing::none
                             ? static_cast<double>(limits.grid.x * limits.grid.y)
                             : 1.0 * plan.across * plan.down;
    double units, total;
    if (plan.sharing == Sharing::none) {
        total = 1.0 * e.matrices * up(e.rows, plan.height) * up(e.columns, plan.width);
        units = std::max(1.0, std::ceil(total / cores));
    } else {
        units = 1.0 * e.matrices * plan.units_down() * plan.units_across();
        total = units * cores;
    }
    const double side_a = 1.0 * plan.height * limits.bytes_a / plan.group_a();
    const double side_b = 1.0 * plan.width * limits.bytes_b / plan.group_b();
    const std::uint32_t blocks_each = e.inner / plan.steps;
    const double blocks = units * blocks_each;
    const double read = total * e.inner * (side_a + side_b) / limits.dram_bytes;
    const double written =
        1.0 * e.matrices * e.rows * e.columns * limits.bytes_out / (kWrites * limits.dram_bytes);
    const double compute = blocks * compute_cycles(plan, limits);
    const double send_a = send_cycles(plan, plan.group_a(), plan.height, limits.bytes_a, limits);
    const double send_b = send_cycles(plan, plan.group_b(), plan.width, limits.bytes_b, limits);
    const double sent = std::max(send_a, send_b);
    // Readers of two blocks begin at once, and all that are joined must have come.
    const double first = (1 + plan.joined) * std::min(total, cores) * plan.steps *
                             (side_a + side_b) / limits.dram_bytes +
                         plan.joined * sent;
    return units * (kLatency + first) + std::max({compute, read, blocks * sent}) +
           kOthers * (compute + read + blocks * sent) + written;
}

// Steps of the inner dimension: whole blocks, the longer the better.
std::vector<std::uint32_t> steps_of(std::uint32_t inner) {
    std::vector<std::uint32_t> steps;
    for (std::uint32_t s = std::min(inner, 16u); s > 0; s--)
        if (inner % s == 0) steps.push_back(s);
    return steps;
}

struct Best {
    std::optional<Plan> plan;
    double cycles = 0;

    // With as many blocks as there is room for. They come one by one and may be taken by the pair
    // or more: fewer sums go to L1, while as many others have room to come. CBs then are a whole
    // number of such pairs.
    void offer(Plan candidate, const Extents& e, const Limits& limits) {
        constexpr std::uint32_t kMostBlocks = 8, kLeastBlocks = 2;
        choose_sub_block(candidate, limits);
        candidate.depth = kMostBlocks;
        while (candidate.depth > kLeastBlocks && footprint(candidate, e, limits) > limits.l1_bytes)
            candidate.depth--;
        if (footprint(candidate, e, limits) > limits.l1_bytes) return;
        const std::uint32_t depth = candidate.depth, blocks = e.inner / candidate.steps;
        for (std::uint32_t joined = limits.transposed_a ? 1 : depth / 2; joined > 0; joined--) {
            if (blocks % joined != 0) continue;
            candidate.joined = joined;
            candidate.depth = depth / joined * joined;
            const double time = estimate(candidate, e, limits);
            if (plan && time >= cycles) continue;
            plan = candidate;
            cycles = time;
        }
    }
};

constexpr std::uint32_t kCuts[] = {1, 2, 3, 4, 6, 8, 16};

void try_units(Best& best, Plan plan, const Extents& e, const Limits& limits) {
    const auto steps = steps_of(e.inner);
    for (const std::uint32_t down : kCuts)
        for (const std::uint32_t across : kCuts) {
            if (down > plan.core_rows || across > plan.core_columns) continue;
            plan.height = up(plan.core_rows, down);
            plan.width = up(plan.core_columns, across);
            for (const std::uint32_t s : steps) {
                plan.steps = s;
                best.offer(plan, e, limits);
            }
        }
}

// A grid of groups: parts of the product for down x across cores.
void try_sharing(Best& best, Sharing sharing, bool turned, std::uint32_t down, std::uint32_t across,
                 const Extents& e, const Limits& limits) {
    Plan plan{.sharing = sharing, .turned = turned};
    plan.core_rows = up(e.rows, std::min(down, e.rows));
    plan.core_columns = up(e.columns, std::min(across, e.columns));
    plan.down = up(e.rows, plan.core_rows);
    plan.across = up(e.columns, plan.core_columns);
    const auto used = static_cast<std::size_t>(plan.down) * plan.across;
    if (sharing == Sharing::both)
        plan.grid = turned ? CoreCoord{plan.down, plan.across} : CoreCoord{plan.across, plan.down};
    else
        plan.grid = {std::min(used, limits.grid.x), (used + limits.grid.x - 1) / limits.grid.x};
    try_units(best, plan, e, limits);
}

void try_none(Best& best, const Extents& e, const Limits& limits,
              const std::optional<CoreRangeSet>& cores) {
    constexpr std::uint32_t kSides[] = {1, 2, 4, 8};
    Plan plan{.sharing = Sharing::none, .cores = cores};
    plan.core_rows = e.rows;
    plan.core_columns = e.columns;
    for (const std::uint32_t h : kSides)
        for (const std::uint32_t w : kSides)
            for (const std::uint32_t s : steps_of(e.inner)) {
                plan.height = std::min(h, e.rows);
                plan.width = std::min(w, e.columns);
                plan.steps = s;
                best.offer(plan, e, limits);
            }
}

}  // namespace

std::uint64_t footprint(const Plan& plan, const Extents& e, const Limits& limits) {
    const std::uint64_t block_a = 1ull * plan.height * plan.steps * limits.bytes_a;
    const std::uint64_t block_b = 1ull * plan.width * plan.steps * limits.bytes_b;
    const std::uint64_t unit = 1ull * plan.height * plan.width;
    const bool held = plan.holds_sums() && !limits.transposed_a;
    const bool sums = (e.inner > plan.steps * plan.joined && !held) || limits.has_bias;
    constexpr std::uint64_t kFlags = 4096;  // a tile
    const bool one = e.matrices == 1 && plan.units_down() * plan.units_across() == 1 &&
                     plan.sharing != Sharing::none;
    std::uint64_t bytes = block_a * (plan.depth + plan.shares_a() + limits.transposed_a) +
                          block_b * (plan.depth + plan.shares_b()) + unit * limits.bytes_out;
    if (sums && !(one && limits.same_format)) bytes += unit * limits.bytes_sum;
    if (limits.has_bias) bytes += 2ull * plan.width * 4096;
    bytes += kFlags * (plan.shares_a() + plan.shares_b());
    return bytes;
}

void choose_sub_block(Plan& plan, const Limits& limits) {
    double best = 0;
    for (std::uint32_t h = 1; h <= limits.dst_tiles; h++)
        for (std::uint32_t w = 1; h * w <= limits.dst_tiles; w++) {
            if (plan.height % h != 0 || plan.width % w != 0) continue;
            // Of equals the larger one.
            const double cost = product_cycles(h, w, limits) + kSubBlock / (plan.steps * h * w);
            if (best != 0 && cost >= best) continue;
            best = cost;
            plan.sub_height = h;
            plan.sub_width = w;
        }
}

Plan choose_plan(const Extents& e, const Limits& limits, const std::optional<CoreRangeSet>& cores) {
    Best best;
    try_none(best, e, limits, cores);
    if (!cores) {
        const auto x = static_cast<std::uint32_t>(limits.grid.x);
        const auto y = static_cast<std::uint32_t>(limits.grid.y);
        try_sharing(best, Sharing::both, false, y, x, e, limits);
        if (x != y) try_sharing(best, Sharing::both, true, x, y, e, limits);
        try_sharing(best, Sharing::in0, false, 1, x * y, e, limits);
        try_sharing(best, Sharing::in1, false, x * y, 1, e, limits);
    }
    TT_FATAL(best.plan.has_value(),
             "matmul: no blocks of {} x {} x {} tiles fit {} bytes of free L1", e.rows, e.inner,
             e.columns, limits.l1_bytes);
    return *best.plan;
}

}  // namespace ttnn::operations::matmul
