// fp8 e4m3 as the hardware has it: subnormals flush to zero, overflow saturates, one NaN.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <tt-metalium/float8.hpp>

#include "base/require.hpp"

using ironbird::Fault;
using ironbird::require;

namespace {

constexpr int kFloat8Bias = 7;
constexpr std::uint8_t kNan = 0x7F, kLargest = 0x7E;  // 448

}  // namespace

std::uint8_t float8_e4m3::from_float(float v) {
    if (std::isnan(v)) return kNan;
    const auto bits = std::bit_cast<std::uint32_t>(v);
    const auto sign = static_cast<std::uint8_t>(bits >> 31 << 7);
    // Exponent and mantissa as one number: rounding that carries out of the mantissa raises the
    // exponent, which is right. Ties go to even.
    const std::uint32_t magnitude = bits & 0x7FFFFFFF;
    const int exponent = static_cast<int>(magnitude >> 23) - 127 + kFloat8Bias;
    if (exponent <= 0) return sign;
    const std::uint32_t rounded = (magnitude + 0x7FFFF + (magnitude >> 20 & 1)) >> 20;
    const std::uint32_t code = rounded - ((127 - kFloat8Bias) << 3);
    return static_cast<std::uint8_t>(sign | std::min<std::uint32_t>(code, kLargest));
}

float8_e4m3::operator float() const {
    const std::uint32_t sign = std::uint32_t{bits_} >> 7 << 31, code = bits_ & 0x7Fu;
    if (code == kNan) return std::numeric_limits<float>::quiet_NaN();
    if (code < 8) return std::bit_cast<float>(sign);  // exponent 0
    return std::bit_cast<float>(sign | (code + ((127 - kFloat8Bias) << 3)) << 20);
}

std::uint32_t pack_four_float8_e4m3_into_uint32(float8_e4m3 a, float8_e4m3 b, float8_e4m3 c,
                                                float8_e4m3 d) {
    std::uint32_t word = 0;
    for (const float8_e4m3 value : {d, c, b, a}) word = word << 8 | value.to_bits();
    return word;
}

std::vector<float8_e4m3> unpack_uint32_vec_into_float8_e4m3_vec(
    const std::vector<std::uint32_t>& data) {
    std::vector<float8_e4m3> values;
    values.reserve(4 * data.size());
    for (const std::uint32_t word : data)
        for (int shift = 0; shift < 32; shift += 8)
            values.push_back(float8_e4m3::from_bits(static_cast<std::uint8_t>(word >> shift)));
    return values;
}

std::vector<std::uint32_t> create_random_vector_of_float8_e4m3(std::size_t num_bytes,
                                                               int rand_max_float, int seed,
                                                               float offset) {
    require(num_bytes % 4 == 0, Fault::host_argument, "{} bytes are not whole words", num_bytes);
    std::mt19937 engine(static_cast<std::mt19937::result_type>(seed));
    std::uniform_real_distribution<float> uniform(0, static_cast<float>(rand_max_float));
    std::vector<std::uint32_t> words(num_bytes / 4);
    for (std::uint32_t& word : words) {
        float8_e4m3 v[4];
        for (float8_e4m3& value : v) value = uniform(engine) + offset;
        word = pack_four_float8_e4m3_into_uint32(v[0], v[1], v[2], v[3]);
    }
    return words;
}
