// Unary operations that consist of several of the vector unit: tile 0 of Dst, others as room.
#pragma once

#include "api/compute/compute_kernel_api.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/lgamma.h"
#include "api/compute/eltwise_unary/negative.h"
#include "api/compute/eltwise_unary/softcap.h"
#include "api/compute/eltwise_unary/trigonometry.h"
#include "api/compute/logsigmoid.h"

namespace {

inline void copy_to(uint32_t dst) {
    copy_dest_values_init();
    copy_dest_values<DataFormat::Float32>(0, dst);
}

inline void log_sigmoid() {
    copy_to(1);
    negative_tile_init();
    negative_tile(1);
    exp_tile_init();
    exp_tile(1);
    logsigmoid_tile_init();
    logsigmoid_tile(0, 1, 0);
}

// log(x / (1 - x))
inline void logit() {
    copy_to(1);
    binop_with_scalar_tile_init();
    rsub_unary_tile(1, 0x3f800000u);
    div_binary_tile_init();
    div_binary_tile(0, 1, 0);
    log_tile_init();
    log_tile(0);
}

// beta * tanh(x / beta), which Blackhole has as one.
inline void softcap(uint32_t beta, uint32_t inverse) {
#if defined(ARCH_BLACKHOLE)
    softcap_tile_init();
    softcap_tile(0, beta, inverse);
#else
    binop_with_scalar_tile_init();
    mul_unary_tile(0, inverse);
    tanh_tile_init<false>();
    tanh_tile<false>(0);
    binop_with_scalar_tile_init();
    mul_unary_tile(0, beta);
#endif
}

// By Stirling's series above one half, and mirrored below with log |sin(pi x)|.
inline void lgamma() {
    copy_to(1);
    copy_to(2);
    lgamma_stirling_tile_init();
    lgamma_stirling_tile(0);
    binop_with_scalar_tile_init();
    mul_unary_tile(1, 0x40490fdbu);  // pi
    sin_tile_init();
    sin_tile(1);
    abs_tile_init();
    abs_tile(1);
    log_tile_init();
    log_tile(1);
    lgamma_adjusted_tile_init();
    lgamma_adjusted_tile(0, 1, 2, 0);
}

}  // namespace
