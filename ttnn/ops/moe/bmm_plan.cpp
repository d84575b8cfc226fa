// The choice of groups, widths and steps.
#include <algorithm>
#include <tuple>

#include "ops/moe/bmm.hpp"

namespace ttnn::operations::experimental::moe {

namespace {

constexpr std::uint32_t kMostSteps = 8;

std::uint32_t largest_divisor(std::uint32_t value, std::uint32_t most) {
    for (std::uint32_t d = std::min(value, most); d > 1; d--)
        if (value % d == 0) return d;
    return 1;
}

// Columns of the busiest core, then how often rows are read: less is better.
std::pair<std::uint64_t, std::uint64_t> cost(const BmmPlan& plan, const BmmExtents& e) {
    const std::uint64_t rounds = divided(e.experts * plan.parts, plan.groups());
    return {rounds * plan.core_columns, std::uint64_t{plan.parts} * plan.group_size()};
}

BmmPlan with_groups(BmmPlan plan, const BmmExtents& e, const BmmLimits& limits) {
    plan.groups_x = limits.grid_x / plan.group_x;
    plan.groups_y = limits.grid_y / plan.group_y;
    plan.part_columns = divided(e.columns, plan.parts);
    plan.core_columns = divided(plan.part_columns, plan.group_size());
    return plan;
}

BmmPlan best_grid(const BmmExtents& e, const BmmLimits& limits) {
    BmmPlan best = with_groups({}, e, limits);
    for (std::uint32_t y = 1; y <= limits.grid_y; y++)
        for (std::uint32_t x = 1; x <= limits.grid_x; x++) {
            const BmmPlan plan = with_groups({.group_x = x, .group_y = y}, e, limits);
            if (cost(plan, e) < cost(best, e)) best = plan;
        }
    return best;
}

BmmPlan best_parts(const BmmExtents& e, const BmmLimits& limits) {
    BmmPlan best = with_groups({}, e, limits);
    for (std::uint32_t parts = 2; parts <= e.columns; parts++) {
        const BmmPlan plan = with_groups({.parts = parts}, e, limits);
        if (cost(plan, e) < cost(best, e)) best = plan;
    }
    return best;
}

// Rows come twice and through a staging buffer, results wait twice.
std::uint64_t footprint(const BmmPlan& plan, const BmmExtents& e, const BmmLimits& limits) {
    const std::uint64_t rows = plan.resident ? e.inner : plan.steps;
    const std::uint64_t a = (2 * rows + plan.steps) * limits.bytes_a;
    return a + plan.strips * rows * plan.width * limits.bytes_b +
           2ull * plan.width * limits.bytes_out;
}

void choose_width(BmmPlan& plan, const BmmExtents& e, const BmmLimits& limits) {
    const auto fits = [&] { return footprint(plan, e, limits) <= limits.l1_bytes; };
    plan.width = plan.core_columns;
    for (std::uint32_t passes = 2; passes <= plan.core_columns && !fits(); passes++)
        plan.width = divided(plan.core_columns, passes);
    if (!fits()) {
        plan.resident = false;
        plan.width = std::min(plan.core_columns, kDstTiles);
    }
    plan.strips = 2;
    if (plan.resident && !fits()) plan.strips = 1;
}

}  // namespace

BmmPlan plan_bmm(const BmmExtents& extents, const BmmLimits& limits, BmmVariant variant) {
    BmmLimits allowed = limits;
    if (variant == BmmVariant::single_core) allowed.grid_x = allowed.grid_y = 1;
    BmmPlan plan = variant == BmmVariant::multi_core ? best_parts(extents, allowed)
                                                     : best_grid(extents, allowed);
    plan.steps = largest_divisor(extents.inner, kMostSteps);
    choose_width(plan, extents, allowed);
    return plan;
}

}  // namespace ttnn::operations::experimental::moe
