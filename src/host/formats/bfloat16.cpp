// Vectors of bfloat16: packing, making, comparing.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>
#include <tt-metalium/bfloat16.hpp>

#include "base/require.hpp"

using ironbird::Fault;
using ironbird::require;

namespace {

// Both halves of each word from one stream of numbers, the low half first.
template <class Next>
std::vector<std::uint32_t> packed(std::size_t num_bytes, Next next) {
    std::vector<std::uint32_t> words(num_bytes / sizeof(std::uint32_t));
    for (std::uint32_t& word : words) {
        const bfloat16 first = next();
        const bfloat16 second = next();
        word = pack_two_bfloat16_into_uint32({first, second});
    }
    return words;
}

// Upstream's generator; examples and tests compare against results made with it.
class Uniform {
 public:
    Uniform(float max, int seed, float offset)
        : engine_(static_cast<std::mt19937::result_type>(seed)),
          distribution_(0, max),
          offset_(offset) {}
    bfloat16 operator()() { return distribution_(engine_) + offset_; }

 private:
    std::mt19937 engine_;
    std::uniform_real_distribution<float> distribution_;
    float offset_;
};

}  // namespace

std::ostream& operator<<(std::ostream& os, const bfloat16& value) {
    return os << value.to_uint16();
}

bool operator==(const std::vector<bfloat16>& a, const std::vector<bfloat16>& b) {
    return std::ranges::equal(
        a, b, [](bfloat16 x, bfloat16 y) { return x.to_uint16() == y.to_uint16(); });
}

std::uint32_t pack_two_bfloat16_into_uint32(std::pair<bfloat16, bfloat16> two) {
    return two.first.to_uint16() | std::uint32_t{two.second.to_uint16()} << 16;
}

std::pair<bfloat16, bfloat16> unpack_two_bfloat16_from_uint32(std::uint32_t word) {
    return {bfloat16::from_bits(word), bfloat16::from_bits(word >> 16)};
}

std::vector<std::uint32_t> pack_bfloat16_vec_into_uint32_vec(const std::vector<bfloat16>& data) {
    require(data.size() % 2 == 0, Fault::host_argument, "{} values are not whole pairs",
            data.size());
    std::vector<std::uint32_t> words(data.size() / 2);
    std::memcpy(words.data(), data.data(), words.size() * sizeof(std::uint32_t));
    return words;
}

bfloat16 bfloat16_identity_transform(const bfloat16& input) {
    return input;
}

std::vector<bfloat16> unpack_uint32_vec_into_bfloat16_vec(
    const std::vector<std::uint32_t>& data,
    const std::function<bfloat16(const bfloat16&)>& transform) {
    std::vector<bfloat16> values;
    values.reserve(2 * data.size());
    for (const std::uint32_t word : data) {
        const auto [first, second] = unpack_two_bfloat16_from_uint32(word);
        values.push_back(transform(first));
        values.push_back(transform(second));
    }
    return values;
}

std::vector<bfloat16> create_random_vector_of_bfloat16_native(std::size_t num_bytes,
                                                              float rand_max_float, int seed,
                                                              float offset) {
    std::vector<bfloat16> values(num_bytes / sizeof(bfloat16));
    std::generate(values.begin(), values.end(), Uniform(rand_max_float, seed, offset));
    return values;
}

std::vector<std::uint32_t> create_random_vector_of_bfloat16(std::size_t num_bytes,
                                                            int rand_max_float, int seed,
                                                            float offset) {
    return packed(num_bytes, Uniform(static_cast<float>(rand_max_float), seed, offset));
}

std::vector<std::uint32_t> create_random_vector_of_bfloat16_1_1(std::size_t num_bytes, int seed) {
    return create_random_vector_of_bfloat16(num_bytes, 2, seed, -1.0f);
}

std::vector<std::uint32_t> create_random_vector_of_bfloat16_0_2(std::size_t num_bytes, int seed) {
    return create_random_vector_of_bfloat16(num_bytes, 2, seed);
}

std::vector<std::uint32_t> create_random_binary_vector_of_bfloat16(std::size_t num_bytes,
                                                                   int seed) {
    Uniform uniform(1.0f, seed, 0.0f);
    return packed(num_bytes, [&] { return bfloat16(uniform().to_float() > 0.5f ? 1.0f : 0.0f); });
}

std::vector<std::uint32_t> create_arange_vector_of_bfloat16(std::size_t num_bytes, bool print) {
    float next = 0;
    std::vector<std::uint32_t> words = packed(num_bytes, [&] { return bfloat16(next++); });
    if (print)
        for (std::size_t i = 0; i < 2 * words.size(); i++)
            std::cout << "num_float: " << bfloat16(i).to_float() << '\n';
    return words;
}

// A single word gets a zero in its second half.
std::vector<std::uint32_t> create_constant_vector_of_bfloat16(std::size_t num_bytes, float value) {
    const std::size_t words = std::max<std::size_t>(1, num_bytes / sizeof(std::uint32_t));
    const bfloat16 second = words == 1 ? 0.0f : value;
    return std::vector<std::uint32_t>(words, pack_two_bfloat16_into_uint32({value, second}));
}

std::vector<bfloat16> create_identity_matrix(int rows, int cols, int num_ones) {
    std::vector<bfloat16> matrix(static_cast<std::size_t>(rows) * cols, 0.0f);
    for (int i = 0; i < num_ones; i++) matrix.at(static_cast<std::size_t>(i) * cols + i) = 1.0f;
    return matrix;
}

std::vector<std::uint16_t> u16_from_u32_vector(const std::vector<std::uint32_t>& in) {
    std::vector<std::uint16_t> out(2 * in.size());
    std::memcpy(out.data(), in.data(), in.size() * sizeof(std::uint32_t));
    return out;
}

std::vector<std::uint32_t> u32_from_u16_vector(const std::vector<std::uint16_t>& in) {
    std::vector<std::uint32_t> out(in.size() / 2);
    std::memcpy(out.data(), in.data(), out.size() * sizeof(std::uint32_t));
    return out;
}

// Compares the digits of both after leading zeros, as printed with six decimals.
bool equal_within_n_sig_figs(float a, float b, int n) {
    const std::string left = std::to_string(a), right = std::to_string(b);
    const std::size_t length = std::min(left.size(), right.size());
    std::size_t i = std::min(left.find_first_not_of("0."), length);
    for (int same = 0; i < length && same < n; i++) {
        if (left[i] != right[i]) {
            std::cout << "Floats being compared: A: " << a << ", B: " << b << '\n';
            return false;
        }
        same += left[i] != '.';
    }
    return true;
}

bool equal_within_absolute_tolerance(float a, float b, float tol) {
    return std::fabs(a - b) < tol;
}

bool is_close(float a, float b, float rtol, float atol) {
    const float difference = std::fabs(a - b);
    const float scale = std::fmax(std::fabs(a), std::fabs(b));
    if (difference <= atol || difference <= rtol * scale) return true;
    std::cout << "not close: " << a << " and " << b << " differ by " << difference << '\n';
    return false;
}
