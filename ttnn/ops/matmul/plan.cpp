// Program configurations as plans, with their rules.
#include "ops/matmul/plan.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

namespace ttnn::operations::matmul {

namespace {

std::uint32_t whole(std::size_t value) {
    return static_cast<std::uint32_t>(value);
}

std::uint32_t parts(std::uint32_t extent, std::uint32_t part) {
    return (extent + part - 1) / part;
}

void need_factor(std::string_view what, std::uint32_t value, std::string_view by,
                 std::uint32_t factor) {
    TT_FATAL(factor != 0, "matmul: {} is 0, it must be positive", by);
    TT_FATAL(value % factor == 0, "matmul: {} ({}) must be divisible by {} ({})", what, value, by,
             factor);
}

template <typename Config>
void check_blocks(const Config& c, const Plan& plan, const Extents& e, const Limits& limits) {
    TT_FATAL(c.per_core_M > 0 && c.per_core_N > 0,
             "matmul: per_core_M is {} and per_core_N is {}, both must be positive", c.per_core_M,
             c.per_core_N);
    need_factor("Kt", e.inner, "in0_block_w", plan.steps);
    need_factor("per_core_M", plan.core_rows, "out_block_h", plan.height);
    need_factor("per_core_N", plan.core_columns, "out_block_w", plan.width);
    need_factor("out_block_h", plan.height, "out_subblock_h", plan.sub_height);
    need_factor("out_block_w", plan.width, "out_subblock_w", plan.sub_width);
    TT_FATAL(plan.sub_height * plan.sub_width <= limits.dst_tiles,
             "matmul: out_subblock_h ({}) times out_subblock_w ({}) must be at most {}, the tiles "
             "that Dst holds",
             plan.sub_height, plan.sub_width, limits.dst_tiles);
}

void check_grid(CoreCoord grid, const Limits& limits) {
    TT_FATAL(grid.x > 0 && grid.y > 0 && grid.x <= limits.grid.x && grid.y <= limits.grid.y,
             "matmul: compute_with_storage_grid_size is {}x{}, the device has {}x{} cores", grid.x,
             grid.y, limits.grid.x, limits.grid.y);
}

// Blocks that multicast configurations may leave out are as large as what a core has.
template <typename Config>
Plan base_plan(const Config& c, Sharing sharing) {
    Plan plan{.sharing = sharing};
    plan.core_rows = whole(c.per_core_M);
    plan.core_columns = whole(c.per_core_N);
    plan.height = plan.core_rows;
    plan.width = plan.core_columns;
    if constexpr (requires { c.out_block_h; }) {
        if (c.out_block_h != 0) plan.height = whole(c.out_block_h);
        if (c.out_block_w != 0) plan.width = whole(c.out_block_w);
    }
    if constexpr (requires { c.out_subblock_h; }) {
        plan.sub_height = whole(c.out_subblock_h);
        plan.sub_width = whole(c.out_subblock_w);
    }
    plan.steps = whole(c.in0_block_w);
    return plan;
}

// Cores that a configuration allows must be a rectangle where blocks are multicast.
void place(Plan& plan, const OptionalCores& allowed) {
    if (!allowed) return;
    TT_FATAL(allowed->ranges().size() == 1,
             "matmul: allowed_worker_cores must be one rectangle, these are {}",
             allowed->ranges().size());
    const CoreRange& range = allowed->ranges().front();
    TT_FATAL(range.grid_size().x >= plan.grid.x && range.grid_size().y >= plan.grid.y,
             "matmul: allowed_worker_cores are {}x{}, the program needs {}x{}", range.grid_size().x,
             range.grid_size().y, plan.grid.x, plan.grid.y);
    plan.origin = range.start_coord;
}

void check_shards(const Plan& plan, const Tensor& a) {
    if (!a.is_sharded() || !a.memory_config().shard_spec()) return;
    const auto& shard = a.memory_config().shard_spec()->shape;
    TT_FATAL(shard[1] / 32 % plan.steps == 0,
             "matmul: the shard width of the first tensor ({} tiles) must be divisible by "
             "in0_block_w ({})",
             shard[1] / 32, plan.steps);
}

Plan plan_for(const MatmulMultiCoreProgramConfig& c, const Extents& e, const Limits& limits,
              const Tensor&, const Tensor&) {
    return choose_plan(
        e, limits,
        c.allowed_worker_cores
            ? c.allowed_worker_cores
            : CoreRangeSet(CoreRange({0, 0}, {limits.grid.x - 1, limits.grid.y - 1})));
}

Plan plan_for(const MatmulMultiCoreReuseProgramConfig& c, const Extents& e, const Limits& limits,
              const Tensor& a, const Tensor&) {
    check_grid(c.compute_with_storage_grid_size, limits);
    Plan plan = base_plan(c, Sharing::none);
    check_blocks(c, plan, e, limits);
    TT_FATAL(plan.core_columns == e.columns,
             "matmul: per_core_N is {}, it must be all of N, {} tiles", plan.core_columns,
             e.columns);
    // A core may have several matrices, or a part of one.
    if (plan.core_rows > e.rows) {
        need_factor("per_core_M", plan.core_rows, "M", e.rows);
        plan.height = e.rows;
        need_factor("M", plan.height, "out_subblock_h", plan.sub_height);
    }
    need_factor("M", e.rows, "per_core_M", plan.height);
    TT_FATAL(a.memory_config().memory_layout() != TensorMemoryLayout::WIDTH_SHARDED,
             "matmul: the first tensor is width sharded, MatmulMultiCoreReuseProgramConfig takes "
             "interleaved, height and block sharded ones");
    check_shards(plan, a);
    const CoreCoord grid = c.compute_with_storage_grid_size;
    plan.cores = c.allowed_worker_cores ? *c.allowed_worker_cores
                                        : CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
    plan.core_rows = e.rows;  // units are counted over whole matrices
    return plan;
}

Plan plan_for(const MatmulMultiCoreReuseMultiCastProgramConfig& c, const Extents& e,
              const Limits& limits, const Tensor& a, const Tensor&) {
    const CoreCoord grid = c.compute_with_storage_grid_size;
    check_grid(grid, limits);
    Plan plan = base_plan(c, Sharing::both);
    check_blocks(c, plan, e, limits);
    check_shards(plan, a);
    plan.turned = c.transpose_mcast;
    plan.down = parts(e.rows, plan.core_rows);
    plan.across = parts(e.columns, plan.core_columns);
    plan.grid = plan.turned ? CoreCoord{plan.down, plan.across} : CoreCoord{plan.across, plan.down};
    TT_FATAL(plan.grid.x <= grid.x,
             "matmul: {} blocks of {} along x must be at most the {} columns of the grid",
             plan.grid.x, plan.turned ? "M" : "N", grid.x);
    TT_FATAL(plan.grid.y <= grid.y,
             "matmul: {} blocks of {} along y must be at most the {} rows of the grid", plan.grid.y,
             plan.turned ? "N" : "M", grid.y);
    place(plan, c.allowed_worker_cores);
    return plan;
}

Plan plan_for(const MatmulMultiCoreReuseMultiCast1DProgramConfig& c, const Extents& e,
              const Limits& limits, const Tensor& a, const Tensor& b) {
    const CoreCoord grid = c.compute_with_storage_grid_size;
    check_grid(grid, limits);
    TT_FATAL(c.hop_cores.empty() && c.num_global_cb_receivers <= 1,
             "matmul: hop_cores and global circular buffers are not supported");
    TT_FATAL(!c.untilize_out, "matmul: untilize_out is not supported");
    const bool in0 = c.mcast_in0 || c.gather_in0;
    Plan plan = base_plan(c, in0 ? Sharing::in0 : Sharing::in1);
    check_blocks(c, plan, e, limits);
    check_shards(plan, a);
    TT_FATAL(!in0 || plan.core_rows >= e.rows,
             "matmul: per_core_M is {}, with mcast_in0 it must be all of M, {} tiles",
             plan.core_rows, e.rows);
    TT_FATAL(in0 || plan.core_columns >= e.columns,
             "matmul: per_core_N is {}, without mcast_in0 it must be all of N, {} tiles",
             plan.core_columns, e.columns);
    TT_FATAL(in0 || !b.is_sharded(),
             "matmul: without mcast_in0 the second tensor must be interleaved, it is sharded");
    plan.down = parts(e.rows, plan.core_rows);
    plan.across = parts(e.columns, plan.core_columns);
    const std::size_t used = static_cast<std::size_t>(plan.down) * plan.across;
    TT_FATAL(used <= grid.x * grid.y,
             "matmul: the product has {} blocks, they must be at most the {} cores of the grid",
             used, grid.x * grid.y);
    plan.grid = {std::min(used, grid.x), (used + grid.x - 1) / grid.x};
    place(plan, c.allowed_worker_cores);
    return plan;
}

// The second tensor's shards each go to a core of their own.
Plan plan_for(const MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig& c, const Extents& e,
              const Limits& limits, const Tensor& a, const Tensor& b) {
    const auto width = TensorMemoryLayout::WIDTH_SHARDED;
    TT_FATAL(a.memory_config().memory_layout() == width && a.memory_config().is_l1(),
             "matmul: the first tensor must be width sharded in L1 for "
             "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig, it is {}",
             a.memory_config());
    TT_FATAL(b.memory_config().memory_layout() == width && b.memory_config().is_dram() &&
                 b.memory_config().shard_spec(),
             "matmul: the second tensor must be width sharded in DRAM for "
             "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig, it is {}",
             b.memory_config());
    TT_FATAL(e.rows == c.per_core_M, "matmul: per_core_M is {}, it must be all of M, {} tiles",
             c.per_core_M, e.rows);
    Plan plan = base_plan(c, Sharing::in0);
    check_shards(plan, a);
    plan.core_columns = parts(b.memory_config().shard_spec()->shape[1], 32);
    plan.width = plan.core_columns;
    plan.across = parts(e.columns, plan.core_columns);
    const std::size_t used = plan.across;
    plan.grid = {std::min(used, limits.grid.x), (used + limits.grid.x - 1) / limits.grid.x};
    choose_sub_block(plan, limits);
    check_blocks(c, plan, e, limits);
    return plan;
}

// A matrix of the batch at a time.
Plan plan_for(const MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig& c,
              const Extents& e, const Limits& limits, const Tensor&, const Tensor& b) {
    TT_FATAL(b.memory_config().is_dram() && b.is_sharded(),
             "matmul: the second tensor must be sharded in DRAM for "
             "MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig, it is {}",
             b.memory_config());
    Plan plan = base_plan(c, Sharing::none);
    plan.core_rows = plan.height = e.rows;
    plan.core_columns = plan.width = e.columns;
    plan.cores = CoreRangeSet(CoreRange({0, 0}, {limits.grid.x - 1, limits.grid.y - 1}));
    choose_sub_block(plan, limits);
    check_blocks(c, plan, e, limits);
    return plan;
}

template <typename Config>
bool fuses(const Config& c) {
    if constexpr (requires { c.fuse_batch; })
        return c.fuse_batch;
    else
        return true;
}

}  // namespace

Extents Extents::fused() const {
    Extents e = *this;
    if (many_b) return e;
    e.rows *= matrices;
    e.matrices = 1;
    return e;
}

bool Plan::shares_a() const {
    return group_a() > 1;
}
bool Plan::shares_b() const {
    return group_b() > 1;
}
std::uint32_t Plan::group_a() const {
    if (sharing == Sharing::in0) return static_cast<std::uint32_t>(grid.x * grid.y);
    return sharing == Sharing::both ? across : 1;
}
std::uint32_t Plan::group_b() const {
    if (sharing == Sharing::in1) return static_cast<std::uint32_t>(grid.x * grid.y);
    return sharing == Sharing::both ? down : 1;
}

Plan plan_of(const MatmulProgramConfig& config, const Extents& extents, bool& fuse,
             const Limits& limits, const Tensor& a, const Tensor& b) {
    return std::visit(
        [&](const auto& c) {
            // A transposed factor's matrices lie beside each other, not below.
            fuse = fuses(c) && !limits.transposed_a;
            const Extents e = fuse ? extents.fused() : extents;
            Plan plan = plan_for(c, e, limits, a, b);
            const std::uint64_t bytes = footprint(plan, e, limits);
            TT_FATAL(bytes <= limits.l1_bytes,
                     "matmul: the blocks of the program configuration need {} bytes of L1, {} are "
                     "free",
                     bytes, limits.l1_bytes);
            return plan;
        },
        config);
}

}  // namespace ttnn::operations::matmul
