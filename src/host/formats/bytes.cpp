// Vectors of bytes.
#include <random>
#include <tt-metalium/int8.hpp>
#include <tt-metalium/uint8.hpp>

#include "base/require.hpp"

using ironbird::Fault;
using ironbird::require;

namespace {

std::vector<std::uint32_t> words_for(std::size_t num_bytes) {
    require(num_bytes % 4 == 0, Fault::host_argument, "{} bytes are not whole words", num_bytes);
    return std::vector<std::uint32_t>(num_bytes / 4);
}

}  // namespace

std::uint32_t pack_four_uint8_into_uint32(std::uint8_t a, std::uint8_t b, std::uint8_t c,
                                          std::uint8_t d) {
    std::uint32_t word = 0;
    for (const std::uint8_t byte : {d, c, b, a}) word = word << 8 | byte;
    return word;
}

std::uint32_t pack_four_int8_into_uint32(std::int8_t a, std::int8_t b, std::int8_t c,
                                         std::int8_t d) {
    const auto raw = [](std::int8_t v) { return static_cast<std::uint8_t>(v); };
    return pack_four_uint8_into_uint32(raw(a), raw(b), raw(c), raw(d));
}

std::vector<std::uint32_t> create_random_vector_of_int8(std::size_t num_bytes, int seed) {
    std::mt19937 engine(static_cast<std::mt19937::result_type>(seed));
    std::uniform_int_distribution<int> uniform(-127, 127);
    auto words = words_for(num_bytes);
    for (std::uint32_t& word : words) {
        std::int8_t v[4];
        for (std::int8_t& value : v) value = static_cast<std::int8_t>(uniform(engine));
        word = pack_four_int8_into_uint32(v[0], v[1], v[2], v[3]);
    }
    return words;
}

std::vector<std::uint32_t> create_random_vector_of_uint8(std::size_t num_bytes, int seed) {
    std::mt19937 engine(static_cast<std::mt19937::result_type>(seed));
    std::uniform_int_distribution<std::uint32_t> uniform;
    auto words = words_for(num_bytes);
    for (std::uint32_t& word : words) word = uniform(engine);
    return words;
}
