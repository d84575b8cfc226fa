// Switches of kernels.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace ttnn::program {

// Words that a kernel tests while it runs, a bit for each from the lowest on: as compile-time
// arguments they would make as many kernels as there are combinations.
constexpr std::uint32_t flags(std::initializer_list<bool> bits) {
    std::uint32_t word = 0, bit = 1;
    for (const bool on : bits) {
        if (on) word |= bit;
        bit <<= 1;
    }
    return word;
}

}  // namespace ttnn::program
