// The two forms of a shard spec, two-dimensional and of any rank, and what fits on a grid.
#pragma once

#include <optional>
#include <string>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/shape2d.hpp>
#include <tt-metalium/tensor/spec/memory_config/memory_config.hpp>

namespace ironbird::tensor {

// Why the shards of a two-dimensional spec do not fit on their grid.
std::optional<std::string> grid_misfit(const tt::tt_metal::MemoryConfig& memory,
                                       const tt::tt_metal::Shape2D& physical);

// The configuration with the other form beside the one that was given, if there is such a form.
std::optional<tt::tt_metal::MemoryConfig> with_both_shard_specs(
    const tt::tt_metal::MemoryConfig& memory, const tt::tt_metal::Shape& padded,
    const tt::tt_metal::Shape2D& physical);

}  // namespace ironbird::tensor
