// Programs of the kernels in kernels/, as operations of TT-NN.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "chip/chip.hpp"

namespace piper::chip {

using Defines = std::vector<std::pair<std::string, std::string>>;

struct Extent {
    std::uint32_t pages, words;  // of a page
};

// Both data-movement processors of all cores run one kernel, each on units of its own.
struct Movers {
    std::string kernel;  // in kernels/
    Defines defines;
    std::uint32_t units;               // pages, or whatever the kernel counts
    std::uint32_t memory_bytes;        // in L1, for one processor
    std::vector<std::uint32_t> words;  // common arguments behind the addresses
    std::vector<Extent> results;
};
std::vector<Tensor> run(const Movers& movers, const std::vector<const Tensor*>& inputs);

// Words of a page through a reader's code, the vector unit and a writer's code.
struct Vectors {
    Defines before, tile, after;
    std::uint32_t in, out;  // formats, as tt::DataFormat counts them
    bool wide_dst;
};
Tensor run(const Vectors& vectors, const std::vector<const Tensor*>& inputs);

}  // namespace piper::chip
