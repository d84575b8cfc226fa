// How a product is cut over cores and blocks: what program configurations say, or the choice
// without one.
#pragma once

#include <cstdint>
#include <optional>
#include <tt-metalium/core_coord.hpp>

#include "ttnn/operations/matmul/device/config/matmul_program_config_types.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::operations::matmul {

// In tiles. Batches of the left factor against a single right one are one tall matrix.
struct Extents {
    std::uint32_t rows, inner, columns;
    std::uint32_t matrices = 1;
    bool many_a = false, many_b = false;  // each matrix has its own

    Extents fused() const;
};

// Which blocks the cores of a group share.
enum class Sharing : std::uint8_t {
    none,  // every core reads its own
    both,  // rows of cores share the left factor's, columns of cores the right one's
    in0,   // all cores share the left factor's
    in1,
};

struct Plan {
    Sharing sharing = Sharing::none;
    bool turned = false;                 // columns of cores share the left factor's blocks
    CoreCoord origin{};                  // of the rectangle of cores
    std::uint32_t across = 1, down = 1;  // cores that parts of the product are for
    CoreCoord grid{};                    // the rectangle; beyond the cores above they only help
    std::optional<CoreRangeSet> cores = std::nullopt;  // for Sharing::none: the ones to choose from
    std::uint32_t core_rows = 1, core_columns = 1;     // of the product on a core
    std::uint32_t height = 1, width = 1, steps = 1;    // of a unit; inner dimension of a block
    std::uint32_t sub_height = 1, sub_width = 1;
    std::uint32_t depth = 2;   // blocks of each factor that a core has room for
    std::uint32_t joined = 1;  // blocks whose products are added up before they are packed

    bool holds_sums() const { return height == sub_height && width == sub_width; }  // in Dst
    bool shares_a() const;
    bool shares_b() const;
    std::uint32_t group_a() const;  // cores that share the left factor's blocks
    std::uint32_t group_b() const;
    std::uint32_t units_down() const { return (core_rows + height - 1) / height; }
    std::uint32_t units_across() const { return (core_columns + width - 1) / width; }
};

// What the choice depends on beside the extents.
struct Limits {
    CoreCoord grid{};
    std::uint32_t dst_tiles = 8;
    std::uint64_t l1_bytes = 0;  // free for circular buffers
    std::uint32_t bytes_a = 0, bytes_b = 0, bytes_out = 0, bytes_sum = 0;  // of a tile
    std::uint32_t cycles = 32;          // of the matrix unit for a product of tiles
    bool loads_meet = true;             // operands on their way to the matrix unit share a path
    std::uint32_t dram_bytes = 256;     // in a cycle, for all cores
    std::uint32_t multicast_bytes = 8;  // in a cycle, beside the reads of the other cores
    bool transposed_a = false, has_bias = false, same_format = false;  // of the sums and the result
};

std::uint64_t footprint(const Plan& plan, const Extents& extents, const Limits& limits);

// Refuses what the configuration's rules forbid. `a` and `b` are asked for their shards alone.
Plan plan_of(const MatmulProgramConfig& config, const Extents& extents, bool& fuse,
             const Limits& limits, const Tensor& a, const Tensor& b);

Plan choose_plan(const Extents& extents, const Limits& limits,
                 const std::optional<CoreRangeSet>& cores);

// The sub-block with the least time for a product, of those that fit Dst and divide the unit.
void choose_sub_block(Plan& plan, const Limits& limits);

}  // namespace ttnn::operations::matmul
