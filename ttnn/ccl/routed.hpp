// Pages from every device of a line to single others: all_to_all, dispatch and combine.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ccl/line.hpp"

namespace ttnn::ccl {

enum class Routed : std::uint8_t {
    parts,     // part j goes to device j
    dispatch,  // tokens to the devices of their experts
    combine,   // and back
};

struct RoutedCall {
    std::string_view op;  // for messages
    Routed kind;
    int in_dim = 0, out_dim = 0;  // parts: put together along in_dim, cut along out_dim
    int line_dim = 1;             // dispatch, combine: of tokens, spread over the line
    bool reduced = false;         // combine: a device has one row for all of its experts
    std::optional<uint32_t> axis;
    std::optional<Topology> topology;
    std::optional<uint32_t> links;
    std::optional<MemoryConfig> memory;
    std::optional<CoreRangeSet> cores{};  // where workers may run
};

// parts: one tensor; dispatch: tokens, indices, mapping; combine: results, metadata, mapping. One
// output; of dispatch a second one, the indices of all devices.
std::vector<Tensor> route(const RoutedCall& call, std::initializer_list<const Tensor*> inputs,
                          const std::optional<Tensor>& output = std::nullopt,
                          const std::optional<Tensor>& told = std::nullopt);

}  // namespace ttnn::ccl
