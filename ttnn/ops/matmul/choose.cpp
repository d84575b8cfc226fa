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
// its bytes, and of the word that there is room, if it does not come ahead; of a sub-block's and a
// block's loops; of a tile that the packer adds to L1.
constexpr double kLatency = 1500, kSend = 150, kAnswer = 350;
constexpr double kSubBlock = 40, kLoops = 150, kPackTile = 84;

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

// Between one block and the next: the longest of what goes on at the same time.
double block_cycles(const Plan& plan, const Limits& limits) {
    const double tiles = 1.0 * plan.height * plan.width;
    const double subs = tiles / (plan.sub_height * plan.sub_width);
    const double send = kSend + (plan.depth > 2 ? 0 : kAnswer);
    const auto moved = [&](bool shared, std::uint32_t side, std::uint32_t bytes) {
        return shared ? send + 1.0 * side * plan.steps * bytes / limits.multicast_bytes : 0;
    };
    const double products =
        tiles * plan.steps * product_cycles(plan.sub_height, plan.sub_width, limits);
    const double packed = plan.holds_sums() ? 0 : tiles * kPackTile / plan.joined;
    return kLoops + std::max({products + subs * kSubBlock / plan.joined, packed,
                              moved(plan.shares_a(), plan.height, limits.bytes_a),
                              moved(plan.shares_b(), plan.width, limits.bytes_b)});
}

double estimate(const Plan& plan, const Extents& e, const Limits& limits) {
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
    const double read_a = total / plan.group_a() * plan.height * e.inner * limits.bytes_a;
    const double read_b = total / plan.group_b() * plan.width * e.inner * limits.bytes_b;
    const double written = 1.0 * e.matrices * e.rows * e.columns * limits.bytes_out;
    const double traffic = (read_a + read_b + written) / limits.dram_bytes;
    const double block = block_cycles(plan, limits);
    // The first block comes through one core of a group; bytes in a cycle, beside the others.
    constexpr double kFirst = 5.4;
    const double first = plan.steps * std::max(1.0 * plan.height * limits.bytes_a,
                                               1.0 * plan.width * limits.bytes_b);
    const double last = std::min(total, cores) * plan.height * plan.width * limits.bytes_out;
    const std::uint32_t blocks = e.inner / plan.steps;
    return kLatency + block + first / kFirst + last / limits.dram_bytes +
           std::max(units * blocks * block, traffic);
}

// Steps of the inner dimension: whole blocks, the longer the better.
std::vector<std::uint32_t> steps_of(std::uint32_t inner) {
    std::vector<std::uint32_t> steps;
    for (std::uint32_t s = std::min(inner, 16u); s > 0; s--)
        if (inner % s == 0) steps.push_back(s);
    return steps;
}

// Blocks come one by one and are taken by the pair or more: fewer sums go to L1, while as many
// others have room to come. CBs then are a whole number of such pairs.
void join_blocks(Plan& plan, const Extents& e, const Limits& limits) {
    if (limits.transposed_a) return;
    const std::uint32_t blocks = e.inner / plan.steps;
    for (std::uint32_t joined = plan.depth / 2; joined > 1; joined--)
        if (blocks % joined == 0) {
            plan.joined = joined;
            plan.depth = plan.depth / joined * joined;
            return;
        }
}

struct Best {
    std::optional<Plan> plan;
    double cycles = 0;

    // With as many blocks as there is room for.
    void offer(Plan candidate, const Extents& e, const Limits& limits) {
        constexpr std::uint32_t kMostBlocks = 8, kLeastBlocks = 2;
        choose_sub_block(candidate, limits);
        candidate.depth = kMostBlocks;
        while (candidate.depth > kLeastBlocks && footprint(candidate, e, limits) > limits.l1_bytes)
            candidate.depth--;
        if (footprint(candidate, e, limits) > limits.l1_bytes) return;
        join_blocks(candidate, e, limits);
        const double time = estimate(candidate, e, limits);
        if (plan && time >= cycles) return;
        plan = candidate;
        cycles = time;
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
