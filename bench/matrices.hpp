// Square matrices of random numbers that bfloat16 holds, and how they lie in DRAM.
#pragma once

#include <random>
#include <vector>

#include "matmul_multicast/matmul.hpp"

namespace ironbird::bench {

inline std::vector<float> random_bfloats(std::uint32_t size, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> values(std::size_t{size} * size);
    for (float& v : values) v = static_cast<float>(bfloat16(numbers(random)));
    return values;
}

inline examples::Words tiles(const std::vector<float>& matrix, std::uint32_t size) {
    const std::vector<bfloat16> values(matrix.begin(), matrix.end());
    return pack_bfloat16_vec_into_uint32_vec(tilize_nfaces(values, size, size));
}

}  // namespace ironbird::bench
