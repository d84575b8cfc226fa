// Vectors of signed bytes, four in a word, the first in the lowest byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

std::uint32_t pack_four_int8_into_uint32(std::int8_t a, std::int8_t b, std::int8_t c,
                                         std::int8_t d);

// Uniform in -127…127: the chip's bytes have a sign bit, and a minus zero instead of -128.
std::vector<std::uint32_t> create_random_vector_of_int8(std::size_t num_bytes, int seed);
