// Throughput of operators on a board: programs in the board's own time, the host link by its bytes.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "chip/chip.hpp"

namespace piper::chip {

// What a board's memory and its link to the host move at most.
struct Limits {
    double dram_gbs, link_gbs;
};
Limits limits_of(std::string_view product);  // throws Error

struct Rate {
    std::string name;
    double bytes_in = 0, bytes_out = 0;  // of a call, through the link
    double program_seconds = 0;          // from call to call
    double dram_seconds = 0;             // of the bytes that programs read and write, at most speed
    double link_seconds = 0;
    std::string binding{};

    // The link moves the next batch while programs work on this one.
    double seconds() const { return std::max(program_seconds, link_seconds); }
    double gbs_in() const { return bytes_in / 1e9 / seconds(); }
    double gbs_inout() const { return (bytes_in + bytes_out) / 1e9 / seconds(); }
};

// `elements` for row-local operators, `ids` for tables. The last two are the chain of dense columns
// as one program and as one for each operator.
std::vector<Rate> rates_of(Chip& chip, const Limits& limits, std::size_t elements, std::size_t ids);

}  // namespace piper::chip
