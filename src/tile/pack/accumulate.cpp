// Accumulation in L1: the rules of numerics for each format that can.
#include "tile/pack/accumulate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace ironbird::tile {
namespace {

using std::uint16_t;
using std::uint32_t;

constexpr uint32_t flushed(uint32_t w) {
    return (w & 0x7f800000u) == 0 ? w & 0x80000000u : w;
}
constexpr float value(uint32_t w) {
    return std::bit_cast<float>(w);
}
constexpr uint32_t bits(float f) {
    return std::bit_cast<uint32_t>(f);
}

// The upper `keep` bits of a finite float's word, to nearest even.
constexpr uint32_t nearest_even(uint32_t w, uint32_t cut) {
    return (w + (1u << (cut - 1)) - 1 + ((w >> cut) & 1)) >> cut;
}

// Exponent 255 of BF16: infinities add as such, NaNs are huge numbers; of two, L1's is the larger.
uint16_t sum_special_bf16(uint16_t old, uint16_t add) {
    const auto infinite = [](uint16_t h) { return (h & 0x7fff) == 0x7f80; };
    const auto huge = [](uint16_t h) { return (h & 0x7fff) > 0x7f80; };
    if (infinite(old) && infinite(add) && old != add) return 0x7fc0;
    const bool old_wins = infinite(old) || (huge(old) && !infinite(add));
    const uint16_t winner = old_wins || !(huge(add) || infinite(add)) ? old : add;
    return static_cast<uint16_t>((winner & 0x8000) | 0x7f80);
}

// The sum in single precision is exact, or so lopsided that a second rounding changes nothing.
uint16_t sum_bf16(uint16_t old, uint16_t add) {
    if ((old & 0x7f80) == 0x7f80 || (add & 0x7f80) == 0x7f80) return sum_special_bf16(old, add);
    const uint32_t sum =
        bits(value(flushed(uint32_t{old} << 16)) + value(flushed(uint32_t{add} << 16)));
    if ((sum & 0x7f800000u) == 0) return static_cast<uint16_t>((sum >> 16) & 0x8000);
    return static_cast<uint16_t>(nearest_even(sum, 16));
}

// FP16 without infinities. Two quirks of the chip: a difference of nothing between large numbers
// overflows, and so does a difference too small for an exponent.
uint16_t sum_fp16(uint16_t old, uint16_t add) {
    const auto widened = [](uint16_t h) {
        const uint32_t magnitude = h & 0x7fffu;
        const uint32_t sign = (h & 0x8000u) << 16;
        return value(magnitude < 0x400 ? sign : sign | ((magnitude << 13) + (112u << 23)));
    };
    const uint32_t sum = bits(widened(old) + widened(add));
    const auto signed_by_sum = [sum](uint32_t h) {
        return static_cast<uint16_t>(((sum >> 16) & 0x8000u) | h);
    };
    if ((sum & 0x7fffffffu) == 0) return signed_by_sum((old >> 10 & 31) >= 30 ? 0x7fff : 0);
    const int exponent = static_cast<int>((sum >> 23) & 255) - 112;
    if (exponent <= 0) return signed_by_sum(exponent < 0 ? 0x7fff : 0);
    const uint32_t rounded = nearest_even((sum & 0x7fffffffu) - (112u << 23), 13);
    return signed_by_sum(std::min(rounded, 0x7fffu));
}

// Signs and magnitudes.
uint32_t sum_int32(uint32_t old, uint32_t add) {
    const auto number = [](uint32_t w) {
        const std::int64_t magnitude = w & 0x7fffffffu;
        return (w >> 31) != 0 ? -magnitude : magnitude;
    };
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::int64_t sum = std::clamp(number(old) + number(add), -kMost, kMost);
    return (sum < 0 ? 0x80000000u : 0) | static_cast<uint32_t>(std::abs(sum));
}

template <class Datum, Datum (*sum)(Datum, Datum)>
void add_row(const std::uint8_t* fresh, std::uint8_t* l1) {
    std::array<Datum, 16> add, old;
    std::memcpy(add.data(), fresh, sizeof add);
    std::memcpy(old.data(), l1, sizeof old);
    for (std::size_t i = 0; i < 16; i++) old[i] = sum(old[i], add[i]);
    std::memcpy(l1, old.data(), sizeof old);
}

}  // namespace

void add_bf16(const std::uint8_t* fresh, std::uint8_t* l1) {
    add_row<uint16_t, sum_bf16>(fresh, l1);
}
void add_fp16(const std::uint8_t* fresh, std::uint8_t* l1) {
    add_row<uint16_t, sum_fp16>(fresh, l1);
}
void add_int32(const std::uint8_t* fresh, std::uint8_t* l1) {
    add_row<uint32_t, sum_int32>(fresh, l1);
}

}  // namespace ironbird::tile
