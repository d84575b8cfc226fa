// Pages from devices of a line to others: what all collectives that move data are made of.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ccl/line.hpp"

namespace ttnn::ccl {

enum class Exchange : std::uint8_t {
    gather,     // every device's tensor becomes a part of the output of all
    broadcast,  // every device's tensor becomes an output of its own of all
    one_to_all,
    one_to_one,
};

struct ExchangeCall {
    std::string_view op;  // for messages
    Exchange kind;
    int dim = 0;                                     // gather
    std::optional<MeshCoordinate> sender, receiver;  // one_to_all, one_to_one
    std::optional<uint32_t> axis;
    std::optional<Topology> topology;
    std::optional<uint32_t> links;
    std::optional<MemoryConfig> memory;
    // gather: words of the caller's in place of our own, and whether devices wait for each other
    // before they write.
    std::optional<std::uint32_t> ready, done;
    bool barrier = true;
    bool reversed = false;                   // gather: the last device's part comes first
    std::optional<CoreRangeSet> cores = {};  // where workers may run
    bool all_lines = true;                   // one_to_all: or the sender's alone
};

// One output, or for `broadcast` one for each device of the line.
std::vector<Tensor> exchange(const ExchangeCall& call, const Tensor& input,
                             const std::optional<Tensor>& output = std::nullopt);

// Where the pages of a part of a tensor are among those of the whole, cut or put together along a
// dimension: page p of part i is page p / inner * step + i * inner + p % inner, at i * offset
// bytes.
struct Cut {
    std::uint32_t inner = 1, step = 1, offset = 0;
};
// `part` is the smaller tensor, of which `parts` make the whole; throws if pages would be torn.
Cut cut_of(std::string_view op, const Tensor& like, const tt::tt_metal::TensorSpec& part, int dim,
           std::uint32_t parts);

// How many pages become one packet, which lie behind one another in a bank of the tensor that they
// go to: it has runs of `inner` of them, each of `bytes`. 1: they do not, or a packet that names
// each page takes as many.
struct Banked {
    std::uint32_t banks = 1, most = 1;
};
Banked banked(const Tensor& to, std::uint32_t inner, std::uint32_t bytes);
// Of a circular buffer of such packets.
inline constexpr std::uint32_t kBankedEntries = 12;

int normalized(std::string_view op, const Tensor& tensor, int dim);
// A copy, as collectives of a single device give it.
Tensor copy_of(const Tensor& input, const std::optional<MemoryConfig>& memory,
               const std::optional<Tensor>& output);

}  // namespace ttnn::ccl
