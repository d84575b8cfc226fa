// The 8-bit float with 4 exponent and 3 mantissa bits (bias 7), and vectors of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

class float8_e4m3 {
 public:
    constexpr float8_e4m3() = default;
    float8_e4m3(float v) noexcept : bits_(from_float(v)) {}

    operator float() const;

    std::uint8_t to_bits() const { return bits_; }
    static float8_e4m3 from_bits(std::uint8_t bits) {
        float8_e4m3 out;
        out.bits_ = bits;
        return out;
    }

 private:
    static std::uint8_t from_float(float v);

    std::uint8_t bits_;
};

// Four values in a word, the first in the lowest byte.
std::uint32_t pack_four_float8_e4m3_into_uint32(float8_e4m3 a, float8_e4m3 b, float8_e4m3 c,
                                                float8_e4m3 d);
std::vector<float8_e4m3> unpack_uint32_vec_into_float8_e4m3_vec(
    const std::vector<std::uint32_t>& data);

// Uniform in [offset, offset + rand_max_float), one value per byte.
std::vector<std::uint32_t> create_random_vector_of_float8_e4m3(std::size_t num_bytes,
                                                               int rand_max_float, int seed,
                                                               float offset = 0.0f);
