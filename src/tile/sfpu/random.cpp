// Random numbers: 32 lanes of a shift register, as the unit has them.
#include "tile/sfpu/tiles.hpp"

namespace ironbird::tile::sfpu {
namespace {

// One step of a lane: the inverted parity of the tapped bits comes in at the top.
std::uint32_t next(std::uint32_t& lane) {
    const std::uint32_t parity = std::popcount(lane & 0x80200003u) & 1u;
    lane = lane >> 1 | (parity ^ 1u) << 31;
    return lane;
}

// Successive states share all bits but one: their mixture does not look like it.
std::uint32_t mixed(std::uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

std::uint32_t draw(const SfpuCall& c, std::uint32_t i) {
    return mixed(next(c.random[i % kSfpuLanes]) + i % kSfpuLanes * 0x9e3779b9u);
}

void seed(const SfpuTiles& t) {
    for (std::uint32_t lane = 0; lane < kSfpuLanes; ++lane)
        t.call->random[lane] = mixed(t.call->param[0] + lane * 0x9e3779b9u);
}

void uniform(const SfpuCall& c) {
    const auto from = std::bit_cast<float>(c.param[0]), scale = std::bit_cast<float>(c.param[1]);
    for (std::uint32_t i = 0; i < c.count; ++i) {
        const float unit = static_cast<float>(draw(c, i) >> 8) * 0x1p-24f;
        c.out[i] = word_of(std::fma(unit, scale, from), c.dst);
    }
}

void dropout(const SfpuCall& c) {
    const auto scale = std::bit_cast<float>(c.param[1]);
    for (std::uint32_t i = 0; i < c.count; ++i) {
        const bool dropped = draw(c, i) >> 1 <= c.param[0];
        c.out[i] = dropped ? 0 : word_of(number_of(c.in[0][i], c.dst) * scale, c.dst);
    }
}

// To BF16, up or down by chance.
void stochastic_round(const SfpuCall& c) {
    for (std::uint32_t i = 0; i < c.count; ++i) {
        const std::uint32_t word = c.in[0][i];
        const bool special = (word & 0x7f800000u) == 0x7f800000u || c.dst == DstKind::fp16;
        c.out[i] = special ? word : (word + (draw(c, i) & 0xffffu)) & 0xffff0000u;
    }
}

constexpr SfpuOp kRandomRows[] = {
    row("dropout", {.apply = dropout},
        {.params = 2,
         .cycles = 320,
         .note = "parameters: probability times 2^31, scale as a float"}),
    row("rand", {.inputs = 0, .apply = uniform},
        {.params = 2,
         .cycles = 700,
         .note = "uniform from the first parameter on, as wide as the second; our own sequence"}),
    row("seed", whole_tiles(seed, 0, 0), {.params = 1, .cycles = 600}),
    row("stochastic_round", {.apply = stochastic_round}, {.cycles = 128}),
};
static_assert(sorted(kRandomRows));

}  // namespace

Rows random_rows() {
    return kRandomRows;
}

}  // namespace ironbird::tile::sfpu
