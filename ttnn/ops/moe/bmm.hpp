// How products of experts are spread over cores, and how much of them L1 holds.
#pragma once

#include "ops/moe/checks.hpp"

namespace ttnn::operations::experimental::moe {

// In tiles. Groups of cores take items, an expert's product or a part of its columns, in turn.
struct BmmPlan {
    std::uint32_t group_x = 1, group_y = 1;    // cores that share the rows of an item
    std::uint32_t groups_x = 1, groups_y = 1;  // groups on the grid
    std::uint32_t parts = 1;                   // items of an expert
    std::uint32_t part_columns = 1;            // of an item
    std::uint32_t core_columns = 1;            // of an item on a core
    std::uint32_t width = 1;                   // columns in L1 at a time
    std::uint32_t steps = 1;                   // of the inner dimension that move at a time
    bool resident = true;                      // whole columns stay in L1 for all rows
    std::uint32_t strips = 1;                  // of such columns that there is place for
    std::uint32_t unit = 1;                    // columns that stay together
    std::uint32_t factors = 1;                 // matrices of an expert: 2 are gate and up
    std::uint32_t banks = 0;                   // unless 0 cores for each, for what that bank has
    std::uint32_t run = 1;                     // columns whose tiles follow each other in a bank
    std::uint32_t share = 1;                   // of them for a core
    bool even = false;                         // groups have as many rows each, of any experts

    std::uint32_t cores_of_bank() const { return run / share; }
    // Cores of banks read their rows themselves.
    std::uint32_t group_size() const { return banks != 0 ? 1 : group_x * group_y; }
    std::uint32_t groups() const { return groups_x * groups_y; }
    // Which items are dealt to. Of all experts each group then has a share of the rows.
    std::uint32_t takers() const { return banks != 0 || even ? 1 : groups(); }
    std::uint32_t passes() const { return divided(core_columns, width); }
};

struct BmmExtents {
    std::uint32_t experts, rows, inner, columns;
};
struct BmmLimits {
    std::uint32_t grid_x, grid_y;
    std::uint64_t l1_bytes;
    std::uint32_t bytes_a, bytes_b, bytes_out;  // of a tile, of b in all matrices
};

inline constexpr std::uint32_t kManyRows = 64;  // of tiles, of an expert
inline constexpr std::uint32_t kDstTiles = 4;   // of 32 bits, half of Dst

// Columns whose tiles lie in one bank each, `unit` of them together; the banks of an expert are
// those of the expert `classes` before it. In its bank a row of tiles has `run` of them behind each
// other, and the next row follows.
struct ColumnBanks {
    std::uint32_t unit, units, classes, run;
};
std::optional<ColumnBanks> column_banks(const Tensor& weights);
// The core nearest to each bank; then for each another one, on the right of that one, where the
// bank's answers go on.
std::vector<CoreCoord> cores_of_banks(MeshDevice& device, std::uint32_t cores_of_bank);
// For every class the unit at each place of a group; empty: as they come.
std::vector<std::uint32_t> column_order(const Tensor& weights, const BmmPlan& plan);

// One or two cores near each bank, which read what that bank has of the matrices and nothing else:
// so all banks give what they can. For few rows, which then are read by every one of these cores.
BmmPlan plan_by_bank(const BmmExtents& extents, const BmmLimits& limits, std::uint32_t factors,
                     const ColumnBanks& columns, std::uint32_t banks);

// Of many rows groups have as many each, so that none waits for the others; with `banks` they are
// as wide as the grid.
BmmPlan plan_bmm(const BmmExtents& extents, const BmmLimits& limits, BmmVariant variant,
                 std::uint32_t factors = 1, const std::optional<ColumnBanks>& banks = std::nullopt);

}  // namespace ttnn::operations::experimental::moe
