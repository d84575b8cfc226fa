// The choice of groups, widths and steps.
#include <algorithm>
#include <optional>
#include <tuple>

#include "ops/moe/bmm.hpp"

namespace ttnn::operations::experimental::moe {

namespace {

constexpr std::uint32_t kMostWidth = 32;  // kernels/bmm_movers.h

// Blocks of many rows are large, since cores of a group wait for each other at each of them.
std::uint32_t steps_of(const BmmExtents& e) {
    constexpr std::uint32_t kFewSteps = 8, kManySteps = 32;
    return largest_divisor(e.inner, e.rows < kManyRows ? kFewSteps : kManySteps);
}

// Columns of the busiest core, then how often rows are read: less is better.
std::pair<std::uint64_t, std::uint64_t> cost(const BmmPlan& plan, const BmmExtents& e) {
    const std::uint64_t rounds = divided(e.experts * plan.parts, plan.takers());
    return {rounds * plan.core_columns, std::uint64_t{plan.parts} * plan.group_size()};
}

BmmPlan with_groups(BmmPlan plan, const BmmExtents& e, const BmmLimits& limits) {
    plan.groups_x = limits.grid_x / plan.group_x;
    plan.groups_y = limits.grid_y / plan.group_y;
    plan.part_columns = divided(e.columns, plan.parts);
    plan.core_columns =
        plan.unit * divided(divided(plan.part_columns, plan.unit), plan.group_size());
    return plan;
}

BmmPlan best_grid(const BmmExtents& e, const BmmLimits& limits, std::uint32_t narrowest,
                  std::uint32_t unit) {
    BmmPlan best = with_groups({.group_x = narrowest, .unit = unit}, e, limits);
    for (std::uint32_t y = 1; y <= limits.grid_y; y++)
        for (std::uint32_t x = narrowest; x <= limits.grid_x; x++) {
            const BmmPlan plan = with_groups({.group_x = x, .group_y = y, .unit = unit}, e, limits);
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

// The fewest passes with so many strips; 0: not even one column at a time fits.
std::uint32_t fewest_passes(BmmPlan plan, const BmmExtents& e, const BmmLimits& limits,
                            std::uint32_t strips) {
    plan.strips = strips;
    for (std::uint32_t passes = 1; passes <= plan.core_columns; passes++) {
        plan.width = divided(plan.core_columns, passes);
        if (plan.width <= kMostWidth && footprint(plan, e, limits) <= limits.l1_bytes)
            return passes;
    }
    return 0;
}

// Two strips, so that one comes while the other is used, unless rows then come too often: many rows
// take longer to come once more than a strip takes.
void choose_width(BmmPlan& plan, const BmmExtents& e, const BmmLimits& limits) {
    const std::uint32_t one = fewest_passes(plan, e, limits, 1);
    const std::uint32_t two = fewest_passes(plan, e, limits, 2);
    plan.resident = one != 0;
    const std::uint32_t most = e.rows < kManyRows ? 2 * one : one;
    plan.strips = !plan.resident || (two != 0 && two <= most) ? 2 : 1;
    plan.width = plan.resident ? divided(plan.core_columns, plan.strips == 2 ? two : one)
                               : std::min(plan.core_columns, kDstTiles / plan.factors);
}

// Time of a row, then how often rows and weights are read: less is better. Weights that come while
// others are used come for nothing.
using EvenCost = std::tuple<double, std::uint32_t, std::uint32_t, std::uint32_t>;
EvenCost even_cost(const BmmPlan& plan) {
    return {static_cast<double>(plan.core_columns) / plan.groups(), plan.passes(), 2 - plan.strips,
            plan.groups()};
}

// If whole columns fit L1.
std::optional<BmmPlan> best_even(const BmmExtents& e, const BmmLimits& limits,
                                 std::uint32_t factors) {
    std::optional<BmmPlan> best;
    for (std::uint32_t y = 1; y <= limits.grid_y; y++)
        for (std::uint32_t x = 1; x <= limits.grid_x; x++) {
            BmmPlan plan = with_groups({.group_x = x, .group_y = y, .even = true}, e, limits);
            plan.factors = factors;
            plan.steps = steps_of(e);
            choose_width(plan, e, limits);
            if (plan.resident && (!best || even_cost(plan) < even_cost(*best))) best = plan;
        }
    return best;
}

}  // namespace

BmmPlan plan_by_bank(const BmmExtents& extents, const BmmLimits& limits, std::uint32_t factors,
                     const ColumnBanks& columns, std::uint32_t banks) {
    const std::uint32_t share = columns.run % 2 == 0 ? columns.run / 2 : columns.run;
    const std::uint32_t most = columns.unit * divided(columns.units, banks);  // of a bank
    BmmPlan plan{.part_columns = extents.columns,
                 .core_columns = most / columns.run * share,
                 .unit = columns.unit,
                 .factors = factors,
                 .banks = banks,
                 .run = columns.run,
                 .share = share};
    plan.steps = steps_of(extents);
    choose_width(plan, extents, limits);
    return plan;
}

BmmPlan plan_bmm(const BmmExtents& extents, const BmmLimits& limits, BmmVariant variant,
                 std::uint32_t factors, const std::optional<ColumnBanks>& banks) {
    if (variant == BmmVariant::grid && extents.rows >= kManyRows)
        if (const auto plan = best_even(extents, limits, factors)) return *plan;
    BmmLimits allowed = limits;
    if (variant == BmmVariant::single_core) allowed.grid_x = allowed.grid_y = 1;
    const bool wide = banks && variant == BmmVariant::grid;
    BmmPlan plan =
        variant == BmmVariant::multi_core
            ? best_parts(extents, allowed)
            : best_grid(extents, allowed, wide ? limits.grid_x : 1, wide ? banks->unit : 1);
    plan.factors = factors;
    plan.steps = steps_of(extents);
    choose_width(plan, extents, allowed);
    return plan;
}

}  // namespace ttnn::operations::experimental::moe
