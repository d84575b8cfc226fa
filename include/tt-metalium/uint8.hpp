// Vectors of unsigned bytes, four in a word, the first in the lowest byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

std::uint32_t pack_four_uint8_into_uint32(std::uint8_t a, std::uint8_t b, std::uint8_t c,
                                          std::uint8_t d);

std::vector<std::uint32_t> create_random_vector_of_uint8(std::size_t num_bytes, int seed);
