// The 16-bit float with the exponent of a 32-bit one, and vectors of it.
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <tt_stl/assert.hpp>  // upstream's test utilities take TT_FATAL from here
#include <type_traits>
#include <utility>
#include <vector>

class bfloat16 {
 public:
    static constexpr std::size_t SIZEOF = 2;

    constexpr bfloat16() = default;

    // Rounds to nearest, ties to even.
    template <class T>
        requires std::is_arithmetic_v<T>
    constexpr bfloat16(T v) noexcept : bits_(rounded(static_cast<float>(v))) {}

    static bfloat16 truncate(float value) {
        return from_bits(std::bit_cast<std::uint32_t>(value) >> 16);
    }
    static constexpr bfloat16 from_bits(std::uint32_t low_half) {
        bfloat16 out;
        out.bits_ = static_cast<std::uint16_t>(low_half);
        return out;
    }

    constexpr operator float() const { return std::bit_cast<float>(std::uint32_t{bits_} << 16); }

    // Names of 2025.
    constexpr float to_float() const { return *this; }
    constexpr std::uint16_t to_uint16() const { return bits_; }
    constexpr std::uint16_t to_packed() const { return bits_; }

    constexpr bool operator==(bfloat16 o) const { return to_float() == o.to_float(); }
    constexpr std::partial_ordering operator<=>(bfloat16 o) const noexcept {
        return to_float() <=> o.to_float();
    }

    bfloat16 operator+(bfloat16 o) const { return to_float() + o.to_float(); }
    bfloat16 operator-(bfloat16 o) const { return to_float() - o.to_float(); }
    bfloat16 operator*(bfloat16 o) const { return to_float() * o.to_float(); }
    bfloat16 operator/(bfloat16 o) const { return to_float() / o.to_float(); }
    bfloat16& operator+=(bfloat16 o) noexcept { return *this = *this + o; }
    bfloat16& operator-=(bfloat16 o) noexcept { return *this = *this - o; }
    bfloat16& operator*=(bfloat16 o) noexcept { return *this = *this * o; }
    bfloat16& operator/=(bfloat16 o) noexcept { return *this = *this / o; }

 private:
    static constexpr std::uint16_t rounded(float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        if (value != value) return 0x7FC0;  // the one quiet NaN
        return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
    }

    std::uint16_t bits_;
};

std::ostream& operator<<(std::ostream& os, const bfloat16& value);

bool operator==(const std::vector<bfloat16>& a, const std::vector<bfloat16>& b);

template <>
class std::numeric_limits<bfloat16> {
 public:
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr int digits = 8;
    static constexpr bfloat16 min() noexcept { return bfloat16::from_bits(0x0080); }
    static constexpr bfloat16 max() noexcept { return bfloat16::from_bits(0x7F7F); }
    static constexpr bfloat16 lowest() noexcept { return bfloat16::from_bits(0xFF7F); }
    static constexpr bfloat16 epsilon() noexcept { return bfloat16::from_bits(0x3C00); }
    static constexpr bfloat16 infinity() noexcept { return bfloat16::from_bits(0x7F80); }
    static constexpr bfloat16 quiet_NaN() noexcept { return bfloat16::from_bits(0x7FC0); }
};

// Two values in a word, the first in the low half.
std::uint32_t pack_two_bfloat16_into_uint32(std::pair<bfloat16, bfloat16> two_bfloats);
std::pair<bfloat16, bfloat16> unpack_two_bfloat16_from_uint32(std::uint32_t word);

std::vector<std::uint32_t> pack_bfloat16_vec_into_uint32_vec(const std::vector<bfloat16>& data);

bfloat16 bfloat16_identity_transform(const bfloat16& input);
std::vector<bfloat16> unpack_uint32_vec_into_bfloat16_vec(
    const std::vector<std::uint32_t>& data,
    const std::function<bfloat16(const bfloat16&)>& transform = bfloat16_identity_transform);

// Uniform in [offset, offset + rand_max_float); the same numbers as upstream for the same seed.
std::vector<bfloat16> create_random_vector_of_bfloat16_native(std::size_t num_bytes,
                                                              float rand_max_float, int seed,
                                                              float offset = 0.0f);
std::vector<std::uint32_t> create_random_vector_of_bfloat16(std::size_t num_bytes,
                                                            int rand_max_float, int seed,
                                                            float offset = 0.0f);
std::vector<std::uint32_t> create_random_vector_of_bfloat16_1_1(std::size_t num_bytes, int seed);
std::vector<std::uint32_t> create_random_vector_of_bfloat16_0_2(std::size_t num_bytes, int seed);
std::vector<std::uint32_t> create_random_binary_vector_of_bfloat16(std::size_t num_bytes, int seed);

std::vector<std::uint32_t> create_arange_vector_of_bfloat16(std::size_t num_bytes,
                                                            bool print = true);
std::vector<std::uint32_t> create_constant_vector_of_bfloat16(std::size_t num_bytes, float value);

// Row-major, with ones on the first num_ones places of the diagonal.
std::vector<bfloat16> create_identity_matrix(int rows, int cols, int num_ones);

std::vector<std::uint16_t> u16_from_u32_vector(const std::vector<std::uint32_t>& in);
std::vector<std::uint32_t> u32_from_u16_vector(const std::vector<std::uint16_t>& in);

void print_golden_metalium_vectors(std::vector<bfloat16>& golden_vec,
                                   std::vector<bfloat16>& result_vec);

// Tiles of 32 lines of 32 values.
void print_vec_of_bfloat16(const std::vector<bfloat16>& vec, int num_tiles,
                           const std::string& name = "", int tile_print_offset = 0);
void print_vec_of_uint32_as_packed_bfloat16(const std::vector<std::uint32_t>& vec, int num_tiles,
                                            const std::string& name = "",
                                            int tile_print_offset = 0);
void print_vec(const std::vector<std::uint32_t>& vec, int num_tiles, const std::string& name = "",
               int tile_print_offset = 0);

bool equal_within_n_sig_figs(float a, float b, int n);
bool equal_within_absolute_tolerance(float a, float b, float tol);

// |a - b| is within atol, or within rtol of the larger of both; prints both if not.
bool is_close(float a, float b, float rtol = 0.01f, float atol = 0.001f);
