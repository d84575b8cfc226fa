// The way from a function over one face to a tile: which faces of Dst it is called for.
#pragma once

#include <utility>

#include "ironbird/compute/setup.h"
#include "llk_defs.h"
#include "sfpi.h"

enum class SfpuType { unused, exponential, gelu, tanh, sigmoid, sqrt, reciprocal, log, abs, power };

namespace ironbird::compute {

inline constexpr uint32_t kFaceAddresses = 16;  // of the vector unit, two per 32 datums

// Rows of tiles' first two faces, columns' first and third, all four, or the whole tile at once.
template <class Function, class... Args>
FORCE_INLINE void for_faces(Function&& function, ckernel::VectorMode mode, const Args&... args) {
    const bool first_row = mode == ckernel::VectorMode::R;
    const uint32_t faces = first_row || mode == ckernel::VectorMode::C ? 2
                           : mode == ckernel::VectorMode::RC           ? 4
                                                                       : 1;
    for (uint32_t f = 0; f < faces; ++f) {
        function(args...);
        sfpi::next_face(mode == ckernel::VectorMode::C ? 2 * kFaceAddresses : kFaceAddresses);
    }
}

}  // namespace ironbird::compute

// `vector_mode` is an integer in kernels of 2025, which give an "approximate" flag first.
template <class Callable, class Mode = VectorMode, class... Args>
FORCE_INLINE void _llk_math_eltwise_unary_sfpu_params_(Callable&& sfpu_func, uint32_t dst_index,
                                                       Mode vector_mode = Mode(VectorMode::RC),
                                                       Args&&... args) {
    sfpi::begin_tile(dst_index);
    ironbird::compute::for_faces(sfpu_func, VectorMode(vector_mode), args...);
}
template <bool approximate, class Callable, class Mode = int, class... Args>
FORCE_INLINE void _llk_math_eltwise_unary_sfpu_params_(Callable&& sfpu_func, uint32_t dst_index,
                                                       Mode vector_mode = Mode(VectorMode::RC),
                                                       Args&&... args) {
    _llk_math_eltwise_unary_sfpu_params_(sfpu_func, dst_index, VectorMode(vector_mode), args...);
}

// With more operands the function gets the tiles' numbers.
template <class Callable, class Mode = VectorMode, class... Args>
FORCE_INLINE void _llk_math_eltwise_binary_sfpu_params_(
    Callable&& sfpu_func, uint32_t dst_index_in0, uint32_t dst_index_in1, uint32_t dst_index_out,
    Mode vector_mode = Mode(VectorMode::RC), Args&&... args) {
    sfpi::begin_tile(0);
    ironbird::compute::for_faces(sfpu_func, VectorMode(vector_mode), dst_index_in0, dst_index_in1,
                                 dst_index_out, args...);
}
template <bool approximate, class Callable, class Mode = int, class... Args>
FORCE_INLINE void _llk_math_eltwise_binary_sfpu_params_(
    Callable&& sfpu_func, uint32_t dst_index_in0, uint32_t dst_index_in1, uint32_t dst_index_out,
    Mode vector_mode = Mode(VectorMode::RC), Args&&... args) {
    _llk_math_eltwise_binary_sfpu_params_(sfpu_func, dst_index_in0, dst_index_in1, dst_index_out,
                                          VectorMode(vector_mode), args...);
}
template <class Callable, class Mode = VectorMode, class... Args>
FORCE_INLINE void _llk_math_eltwise_ternary_sfpu_params_(
    Callable&& sfpu_func, uint32_t dst_index_in0, uint32_t dst_index_in1, uint32_t dst_index_in2,
    uint32_t dst_index_out, Mode vector_mode = Mode(VectorMode::RC), Args&&... args) {
    sfpi::begin_tile(0);
    ironbird::compute::for_faces(sfpu_func, VectorMode(vector_mode), dst_index_in0, dst_index_in1,
                                 dst_index_in2, dst_index_out, args...);
}

namespace ckernel {

// The unit needs no setting up; an operation's own preparation is run, and what that leaves in the
// unit is the kernel's affair.
template <auto... settings>
FORCE_INLINE void llk_math_eltwise_unary_sfpu_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT, ironbird::compute::kUnknownForm);
}
template <auto... settings, class Init, class... Args>
FORCE_INLINE void llk_math_eltwise_unary_sfpu_init(Init init, Args... args) {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT, ironbird::compute::kUnknownForm);
    init(args...);
}
template <auto... settings>
FORCE_INLINE void llk_math_eltwise_binary_sfpu_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT, ironbird::compute::kUnknownForm);
}
template <auto... settings, class Init, class... Args>
FORCE_INLINE void llk_math_eltwise_binary_sfpu_init(Init init, Args... args) {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT, ironbird::compute::kUnknownForm);
    init(args...);
}

}  // namespace ckernel

// Upstream's macros: a function of ckernel::sfpu, its template arguments in brackets.
#define IB_UNBRACKETED(...) __VA_ARGS__
#define SFPU_UNARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, DST_IDX, MODE, ...)                  \
    _llk_math_eltwise_unary_sfpu_params_(::ckernel::sfpu::FN<IB_UNBRACKETED TEMPLATES>, DST_IDX, \
                                         MODE __VA_OPT__(, ) __VA_ARGS__)
#define SFPU_UNARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC, DST_ACCUM, FN, DST_IDX, MODE, ...) \
    _llk_math_eltwise_unary_sfpu_params_(::ckernel::sfpu::FN, DST_IDX,                \
                                         MODE __VA_OPT__(, ) __VA_ARGS__)
#define SFPU_BINARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, IN0, IN1, OUT, MODE, ...)             \
    _llk_math_eltwise_binary_sfpu_params_(::ckernel::sfpu::FN<IB_UNBRACKETED TEMPLATES>, IN0, IN1, \
                                          OUT, MODE __VA_OPT__(, ) __VA_ARGS__)
#define SFPU_BINARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC, DST_ACCUM, FN, IN0, IN1, OUT, MODE, ...) \
    _llk_math_eltwise_binary_sfpu_params_(::ckernel::sfpu::FN, IN0, IN1, OUT,                \
                                          MODE __VA_OPT__(, ) __VA_ARGS__)
#define SFPU_TERNARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, IN0, IN1, IN2, OUT, MODE, ...)   \
    _llk_math_eltwise_ternary_sfpu_params_(::ckernel::sfpu::FN<IB_UNBRACKETED TEMPLATES>, IN0, \
                                           IN1, IN2, OUT, MODE __VA_OPT__(, ) __VA_ARGS__)
#define SFPU_TERNARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC, DST_ACCUM, FN, IN0, IN1, IN2, OUT, MODE, ...) \
    _llk_math_eltwise_ternary_sfpu_params_(::ckernel::sfpu::FN, IN0, IN1, IN2, OUT,                \
                                           MODE __VA_OPT__(, ) __VA_ARGS__)
// Their inits, of which the model follows none.
#define IB_SFPU_INIT_UNKNOWN \
    ironbird::compute::sfpu_is(IB_SFPU_COUNT, ironbird::compute::kUnknownForm)
#define SFPU_UNARY_INIT(OP) IB_SFPU_INIT_UNKNOWN
#define SFPU_UNARY_INIT_FN(OP, INIT_FN, TEMPLATES) \
    (IB_SFPU_INIT_UNKNOWN, INIT_FN<IB_UNBRACKETED TEMPLATES>())
#define SFPU_UNARY_INIT_FN_ARGS(OP, INIT_FN, TEMPLATES, ...) \
    (IB_SFPU_INIT_UNKNOWN, INIT_FN<IB_UNBRACKETED TEMPLATES>(__VA_ARGS__))
#define SFPU_BINARY_INIT(OP) IB_SFPU_INIT_UNKNOWN
#define SFPU_BINARY_INIT_FN_NO_ARGS(OP, INIT_FN) (IB_SFPU_INIT_UNKNOWN, INIT_FN())
#define SFPU_BINARY_INIT_FN(OP, INIT_FN, TEMPLATES) \
    (IB_SFPU_INIT_UNKNOWN, INIT_FN<IB_UNBRACKETED TEMPLATES>())
#define SFPU_BINARY_INIT_FN_ARGS(OP, INIT_FN, TEMPLATES, ...) \
    (IB_SFPU_INIT_UNKNOWN, INIT_FN<IB_UNBRACKETED TEMPLATES>(__VA_ARGS__))
#define SFPU_TERNARY_INIT(OP) IB_SFPU_INIT_UNKNOWN
