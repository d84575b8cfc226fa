// Loads and stores of hand-written vector code: 32 lanes of Dst in the formats of SFPLOAD and
// SFPSTORE.
#include <array>

#include "device/tensix/math_call.hpp"

namespace ironbird::device {
namespace {

using tile::DstKind;

constexpr std::uint32_t kRowsPerTile = 64;  // of 16 datums, faces in order
constexpr std::uint32_t kHigh = 0xffff0000u;
constexpr std::uint32_t kExponent = 0x7f800000u, kSign = 0x80000000u;

// Exponent 31 is an ordinary exponent; denormals are zero (numerics: 6).
std::uint32_t from_half(std::uint32_t h) {
    const std::uint32_t sign = (h & 0x8000u) << 16, exponent = h >> 10 & 31u;
    return exponent == 0 ? sign : sign | (exponent + 112) << 23 | (h & 0x3ffu) << 13;
}

std::uint32_t to_half(std::uint32_t f) {
    const std::uint32_t sign = f >> 16 & 0x8000u;
    const std::int32_t exponent = static_cast<std::int32_t>(f >> 23 & 255u) - 112;
    if (exponent <= 0) return sign;
    if (exponent > 31) return sign | 0x7fffu;
    return sign | static_cast<std::uint32_t>(exponent) << 10 | (f >> 13 & 0x3ffu);
}

std::uint32_t flushed(std::uint32_t f) {
    return (f & kExponent) == 0 ? f & kSign : f;
}

bool is_wide(DstKind k) {
    return k == DstKind::fp32 || k == DstKind::int32;
}

// A mode of the instructions: what the lane gets of a word, and the word of the lane. `old` is
// what the target held before.
struct LoadStore {
    std::uint32_t (*load)(std::uint32_t word, std::uint32_t old, DstKind kind);
    std::uint32_t (*store)(std::uint32_t lane, std::uint32_t old, DstKind kind);
};

constexpr LoadStore kHalf = {
    [](std::uint32_t w, std::uint32_t, DstKind) { return from_half(w >> 16); },
    [](std::uint32_t v, std::uint32_t, DstKind) { return to_half(v) << 16; }};
constexpr LoadStore kBrain = {
    [](std::uint32_t w, std::uint32_t, DstKind) { return w & kHigh; },
    [](std::uint32_t v, std::uint32_t, DstKind) { return flushed(v) & kHigh; }};
constexpr LoadStore kSingle = {[](std::uint32_t w, std::uint32_t, DstKind) { return w; },
                               [](std::uint32_t v, std::uint32_t, DstKind k) {
                                   return flushed(v) & (is_wide(k) ? ~0u : kHigh);
                               }};
constexpr LoadStore kInteger = {
    [](std::uint32_t w, std::uint32_t, DstKind k) { return is_wide(k) ? w : w >> 16; },
    [](std::uint32_t v, std::uint32_t, DstKind k) { return is_wide(k) ? v : v << 16; }};
// 16-bit integers lie in the upper half here, whatever the width of Dst.
constexpr LoadStore kLow = {[](std::uint32_t w, std::uint32_t, DstKind) { return w >> 16; },
                            [](std::uint32_t v, std::uint32_t, DstKind) { return v << 16; }};
constexpr LoadStore kUpper = {[](std::uint32_t w, std::uint32_t, DstKind) { return w & kHigh; },
                              [](std::uint32_t v, std::uint32_t, DstKind) { return v & kHigh; }};
constexpr LoadStore kLowOnly = {[](std::uint32_t w, std::uint32_t old, DstKind k) {
                                    return (old & kHigh) | (is_wide(k) ? w & ~kHigh : w >> 16);
                                },
                                [](std::uint32_t v, std::uint32_t old, DstKind k) {
                                    return is_wide(k) ? (old & kHigh) | (v & ~kHigh) : v << 16;
                                }};
constexpr LoadStore kUpperOnly = {
    [](std::uint32_t w, std::uint32_t old, DstKind) { return (old & ~kHigh) | (w & kHigh); },
    [](std::uint32_t v, std::uint32_t old, DstKind) { return (old & ~kHigh) | (v & kHigh); }};

constexpr LoadStore kNone = {nullptr, nullptr};

// By number, as SFPLOAD has them; 0 goes by what Dst holds. Both integer modes move bits: INT32 is
// kept in two's complement here.
constexpr auto kModes =
    std::to_array<LoadStore>({kNone, kHalf, kBrain, kSingle, kInteger, kNone, kLow, kUpper, kNone,
                              kNone, kNone, kNone, kInteger, kNone, kLowOnly, kUpperOnly});

const LoadStore& by_kind(DstKind kind) {
    switch (kind) {
        case DstKind::bf16:
            return kBrain;
        case DstKind::fp16:
            return kHalf;
        case DstKind::fp32:
            return kSingle;
        default:
            return kInteger;
    }
}

// 32 lanes: four rows of the even or odd columns.
struct Lanes : MathCall {
    LoadStore mode;
    tile::DstTile* tile = nullptr;
    std::uint32_t first = 0;

    Lanes(std::uint32_t address, std::uint32_t number) {
        const std::uint32_t at = t.sfpi_base + address;
        need_dst(at / kRowsPerTile);
        mode = number == 0 ? by_kind(t.math.dst) : kModes[number % kModes.size()];
        if (mode.load == nullptr) [[unlikely]]
            fail(Fault::not_modelled, [number] {
                return FaultText{
                    fmt::format("load and store mode {} of the SFPU is not modelled", number), {}};
            });
        tile = &t.dst.readable(at / kRowsPerTile);
        first = (at % kRowsPerTile & ~3u) * 16 + (at >> 1 & 1);
        charge(1);
    }
    std::uint32_t& word(std::uint32_t lane) {
        return tile->word[first + lane / 8 * 16 + lane % 8 * 2];
    }
};

}  // namespace

extern "C" {

void ib_sfpi_begin(std::uint32_t dst) {
    MathCall c;
    c.need_dst(dst);
    c.t.sfpi_base = dst * kRowsPerTile;
    c.work(0);
}

void ib_sfpi_advance(std::uint32_t address) {
    TensixCall c;
    c.t.sfpi_base += address;
    c.charge(1);
}

void ib_sfpi_load(std::uint32_t address, std::uint32_t mode, std::uint32_t lanes[32]) {
    Lanes l(address, mode);
    for (std::uint32_t i = 0; i < tile::kSfpuLanes; i++)
        lanes[i] = l.mode.load(l.word(i), lanes[i], l.t.math.dst);
}

void ib_sfpi_store(std::uint32_t address, std::uint32_t mode, const std::uint32_t lanes[32],
                   std::uint32_t mask) {
    Lanes l(address, mode);
    for (std::uint32_t i = 0; i < tile::kSfpuLanes; i++)
        if ((mask >> i & 1) != 0) l.word(i) = l.mode.store(lanes[i], l.word(i), l.t.math.dst);
}

// One step of each lane's generator: the inverted parity of the taps comes in at the top.
std::uint32_t ib_sfpi_random(std::uint32_t lane_seed[32]) {
    constexpr std::uint32_t kTaps = 0x80200003u;
    TensixCall c;
    for (std::uint32_t i = 0; i < tile::kSfpuLanes; i++) {
        std::uint32_t& state = c.t.random[i];
        const auto parity = static_cast<std::uint32_t>(std::popcount(state & kTaps)) & 1u;
        state = state >> 1 | (parity ^ 1u) << 31;
        lane_seed[i] = state;
    }
    c.charge(1);
    return lane_seed[0];
}

}  // extern "C"

}  // namespace ironbird::device
