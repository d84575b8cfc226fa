// Face functions of scaled dot-product attention. They work on the first column of tiles, that is
// on the even columns of each group of four rows, and are called for the left faces.
#pragma once

#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "sfpi/maths.h"

namespace ckernel::sfpu {

inline constexpr int kRowGroupsOfFace = 4;

// Stored as the chip's functions do: rounded where Dst is narrow.
template <class Function>
FORCE_INLINE void on_first_column(Function function) {
    for (int group = 0; group < kRowGroupsOfFace; ++group) {
        const sfpi::vFloat x = sfpi::dst_reg[0];
        const sfpi::vFloat y = function(x);
        if (ironbird::compute::dst_is_wide())
            sfpi::dst_reg[0] = y;
        else
            sfpi::dst_reg[0] = sfpi::convert<sfpi::vFloat16b>(y, sfpi::RoundMode::Nearest);
        sfpi::dst_reg += 2;
    }
}

template <bool legacy_compat = true>
inline void calculate_recip_first_column() {
    on_first_column([](sfpi::vFloat x) { return sfpi::reciprocal(x); });
}

template <bool SDPA_EXP_APPROX_MODE, uint16_t scale_bf16>
inline void calculate_exponential_first_column() {
    on_first_column([](sfpi::vFloat x) {
        return sfpi::exponential(x * sfpi::vFloat(sfpi::sFloat16b(scale_bf16)));
    });
}

// Two partial softmaxes become one. Tiles 0 and 1: greatest values, replaced by their corrections;
// tile 2: the common greatest value; tiles 3 and 4: sums, added up in tile 3.
inline void calculate_fused_max_sub_exp_add_tile(int scale_bf16) {
    const sfpi::vFloat scale = sfpi::sFloat16b(scale_bf16);
    for (int group = 0; group < kRowGroupsOfFace; ++group) {
        const sfpi::vFloat one = sfpi::dst_reg[0], other = sfpi::dst_reg[32];
        const sfpi::vFloat one_sum = sfpi::dst_reg[96], other_sum = sfpi::dst_reg[128];
        const sfpi::vFloat greatest = sfpi::max(one, other);
        const sfpi::vFloat one_factor = sfpi::exponential((one - greatest) * scale);
        const sfpi::vFloat other_factor = sfpi::exponential((other - greatest) * scale);
        const sfpi::vFloat other_part = other_factor * other_sum;
        sfpi::dst_reg[64] = greatest;
        sfpi::dst_reg[0] = one_factor;
        sfpi::dst_reg[32] = other_factor;
        sfpi::dst_reg[128] = other_part;
        sfpi::dst_reg[96] = one_factor * one_sum + other_part;
        sfpi::dst_reg += 2;
    }
}

// ln(1 + e^(beta x)) / beta, and x itself past the threshold.
inline void calculate_softplus_first_column(uint32_t beta, uint32_t beta_reciprocal,
                                            uint32_t threshold) {
    const auto number = [](uint32_t bits) { return __builtin_bit_cast(float, bits); };
    on_first_column([=](sfpi::vFloat x) {
        const sfpi::vFloat scaled = x * number(beta);
        sfpi::vFloat y =
            sfpi::logarithm(sfpi::exponential(scaled) + 1.0f) * number(beta_reciprocal);
        v_if(scaled > number(threshold)) {
            y = x;
        }
        v_endif;
        return y;
    });
}

template <auto... settings>
inline void sfpu_reciprocal_init() {}

template <bool APPROXIMATION_MODE, int BINOP_MODE, int ITERATIONS = 8>
inline void calculate_binop_with_scalar(uint32_t param) {
    const float scalar = __builtin_bit_cast(float, param);
    for (int row = 0; row < ITERATIONS; ++row) {
        const sfpi::vFloat x = sfpi::dst_reg[0];
        if constexpr (BINOP_MODE == ADD_UNARY) sfpi::dst_reg[0] = x + scalar;
        if constexpr (BINOP_MODE == SUB_UNARY) sfpi::dst_reg[0] = x - scalar;
        if constexpr (BINOP_MODE == RSUB_UNARY) sfpi::dst_reg[0] = scalar - x;
        if constexpr (BINOP_MODE == MUL_UNARY || BINOP_MODE == DIV_UNARY)
            sfpi::dst_reg[0] = x * scalar;
        sfpi::dst_reg++;
    }
}

}  // namespace ckernel::sfpu
