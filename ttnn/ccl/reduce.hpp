// Sums over the devices of a line, added on the way: every device gets its slice.
#pragma once

#include <optional>
#include <string_view>

#include "ccl/line.hpp"

namespace ttnn::ccl {

struct ReduceCall {
    std::string_view op;  // for messages
    int dim = 0;
    std::optional<uint32_t> axis;
    std::optional<Topology> topology;
    std::optional<uint32_t> links;
    std::optional<MemoryConfig> memory;
    std::optional<Words> words{};         // the caller's in place of our own
    std::optional<CoreRangeSet> cores{};  // where workers may run
};

// Whether slices along a dimension are whole tiles of numbers that are added on the way.
bool reduces_on_the_way(const Tensor& input, int dim, std::uint32_t devices);

Tensor reduce_on_the_way(const ReduceCall& call, const Tensor& input,
                         const std::optional<Tensor>& output = std::nullopt);

}  // namespace ttnn::ccl
