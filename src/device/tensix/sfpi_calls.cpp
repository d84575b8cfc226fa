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

// The modes of the instructions: what a lane gets of a word, and a word of a lane. `old` is what
// the target held before.
struct Half {
    static std::uint32_t load(std::uint32_t w, std::uint32_t, bool) { return from_half(w >> 16); }
    static std::uint32_t store(std::uint32_t v, std::uint32_t, bool) { return to_half(v) << 16; }
};
struct Brain {
    static std::uint32_t load(std::uint32_t w, std::uint32_t, bool) { return w & kHigh; }
    static std::uint32_t store(std::uint32_t v, std::uint32_t, bool) { return flushed(v) & kHigh; }
};
struct Single {
    static std::uint32_t load(std::uint32_t w, std::uint32_t, bool) { return w; }
    static std::uint32_t store(std::uint32_t v, std::uint32_t, bool wide) {
        return flushed(v) & (wide ? ~0u : kHigh);
    }
};
// INT32 is kept in two's complement here: its modes move bits.
struct Integer {
    static std::uint32_t load(std::uint32_t w, std::uint32_t, bool wide) {
        return wide ? w : w >> 16;
    }
    static std::uint32_t store(std::uint32_t v, std::uint32_t, bool wide) {
        return wide ? v : v << 16;
    }
};
// 16-bit integers lie in the upper half here, whatever the width of Dst.
struct Low {
    static std::uint32_t load(std::uint32_t w, std::uint32_t, bool) { return w >> 16; }
    static std::uint32_t store(std::uint32_t v, std::uint32_t, bool) { return v << 16; }
};
struct Upper {
    static std::uint32_t load(std::uint32_t w, std::uint32_t, bool) { return w & kHigh; }
    static std::uint32_t store(std::uint32_t v, std::uint32_t, bool) { return v & kHigh; }
};
struct LowOnly {
    static std::uint32_t load(std::uint32_t w, std::uint32_t old, bool wide) {
        return (old & kHigh) | (wide ? w & ~kHigh : w >> 16);
    }
    static std::uint32_t store(std::uint32_t v, std::uint32_t old, bool wide) {
        return wide ? (old & kHigh) | (v & ~kHigh) : v << 16;
    }
};
struct UpperOnly {
    static std::uint32_t load(std::uint32_t w, std::uint32_t old, bool) {
        return (old & ~kHigh) | (w & kHigh);
    }
    static std::uint32_t store(std::uint32_t v, std::uint32_t old, bool) {
        return (old & ~kHigh) | (v & kHigh);
    }
};

// 32 lanes: four rows of the even or odd columns, from the first of them on.
constexpr std::uint32_t place(std::uint32_t lane) {
    return lane / 8 * 16 + lane % 8 * 2;
}

template <class Mode>
void load(const std::uint32_t* words, std::uint32_t* lanes, bool wide) {
    for (std::uint32_t i = 0; i < tile::kSfpuLanes; i++)
        lanes[i] = Mode::load(words[place(i)], lanes[i], wide);
}
template <class Mode>
void store(std::uint32_t* words, const std::uint32_t* lanes, std::uint32_t mask, bool wide) {
    for (std::uint32_t i = 0; i < tile::kSfpuLanes; i++) {
        std::uint32_t& word = words[place(i)];
        word = (mask >> i & 1) != 0 ? Mode::store(lanes[i], word, wide) : word;
    }
}

struct LoadStore {
    void (*load)(const std::uint32_t* words, std::uint32_t* lanes, bool wide) = nullptr;
    void (*store)(std::uint32_t* words, const std::uint32_t* lanes, std::uint32_t mask,
                  bool wide) = nullptr;
};
template <class Mode>
constexpr LoadStore kMode = {load<Mode>, store<Mode>};
constexpr LoadStore kNone;

// By number, as SFPLOAD has them; 0 goes by what Dst holds.
constexpr auto kModes =
    std::to_array<LoadStore>({kNone, kMode<Half>, kMode<Brain>, kMode<Single>, kMode<Integer>,
                              kNone, kMode<Low>, kMode<Upper>, kNone, kNone, kNone, kNone,
                              kMode<Integer>, kNone, kMode<LowOnly>, kMode<UpperOnly>});

const LoadStore& by_kind(DstKind kind) {
    switch (kind) {
        case DstKind::bf16:
            return kMode<Brain>;
        case DstKind::fp16:
            return kMode<Half>;
        case DstKind::fp32:
            return kMode<Single>;
        default:
            return kMode<Integer>;
    }
}

struct Lanes : MathCall {
    const LoadStore* mode;
    std::uint32_t* words;
    const bool wide = t.settings.fp32_dest != 0;

    Lanes(std::uint32_t address, std::uint32_t number)
        : mode(number == 0 ? &by_kind(t.math.dst) : &kModes[number % kModes.size()]) {
        const std::uint32_t at = t.sfpi_base + address;
        need_dst(at / kRowsPerTile);
        if (mode->load == nullptr) [[unlikely]]
            fail(Fault::not_modelled, [number] {
                return FaultText{
                    fmt::format("load and store mode {} of the SFPU is not modelled", number), {}};
            });
        words = t.dst.readable(at / kRowsPerTile).word.data() + (at % kRowsPerTile & ~3u) * 16 +
                (at >> 1 & 1);
    }
};

// What the code has issued: nobody else feeds the unit meanwhile.
void issued(TensixCall& c, std::uint32_t cycles) {
    c.t.work.sfpu += Cycles{cycles};
    c.t.work.sfpi += Cycles{cycles};
    c.charge(cycles);
}

}  // namespace

extern "C" {

void ib_sfpi_begin(std::uint32_t dst, std::uint32_t cycles) {
    MathCall c;
    c.need_dst(dst);
    c.t.sfpi_base = dst * kRowsPerTile;
    issued(c, cycles);
}

void ib_sfpi_advance(std::uint32_t address, std::uint32_t cycles) {
    TensixCall c;
    c.t.sfpi_base += address;
    issued(c, cycles);
}

void ib_sfpi_load(std::uint32_t address, std::uint32_t mode, std::uint32_t lanes[32]) {
    const Lanes l(address, mode);
    l.mode->load(l.words, lanes, l.wide);
}

void ib_sfpi_store(std::uint32_t address, std::uint32_t mode, const std::uint32_t lanes[32],
                   std::uint32_t mask, std::uint32_t cycles) {
    Lanes l(address, mode);
    l.mode->store(l.words, lanes, mask, l.wide);
    issued(l, cycles);
}

void ib_sfpi_mad(const std::uint32_t x[32], const std::uint32_t y[32], const std::uint32_t z[32],
                 std::uint32_t result[32], std::uint32_t blackhole) {
    tile::sfpu_mad(x, y, z, result,
                   blackhole != 0 ? tile::Silicon::blackhole : tile::Silicon::wormhole);
}

// Each lane's generator gives what it holds and takes one step: the inverted parity of the taps
// comes in at the top.
std::uint32_t ib_sfpi_random(std::uint32_t lane_seed[32]) {
    constexpr std::uint32_t kTaps = 0x80200003u;
    TensixCall c;
    for (std::uint32_t i = 0; i < tile::kSfpuLanes; i++) {
        std::uint32_t& state = c.t.random[i];
        lane_seed[i] = state;
        const auto parity = static_cast<std::uint32_t>(std::popcount(state & kTaps)) & 1u;
        state = state >> 1 | (parity ^ 1u) << 31;
    }
    return lane_seed[0];
}

}  // extern "C"

}  // namespace ironbird::device
