// Calls of the vector unit: the operations run on math, their _pack forms on pack.
#pragma once

#include <type_traits>

#include "api/compute/common_globals.h"
#include "ironbird/compute/setup.h"
#include "llk_defs.h"
#include "tensix_types.h"

namespace ironbird::compute {

// Which faces of a tile take part: an enumerator, or its number as kernels of 2025 pass it.
struct Faces {
    constexpr Faces(ckernel::VectorMode mode) : code(uint8_t(mode)) {}
    constexpr Faces(int mode) : code(uint8_t(mode)) {}
    uint8_t code;
};

struct SfpuSettings {
    Faces faces = ckernel::VectorMode::RC;
    DataFormat format = DataFormat::Invalid;
    bool approx = false;
    uint8_t iterations = 0;
    bool here = kCalculates;  // which processor runs the operation
    int form = -1;            // of its set-up; -1: by approx
};

struct DstIndices {
    uint32_t index[4];  // inputs, then the output
};

template <class... Params>
FORCE_INLINE void sfpu(ib_sfpu_op op, DstIndices dst, SfpuSettings with, Params... params) {
    static_assert(sizeof...(params) <= 6, "an operation of the vector unit has six parameters");
    if (!with.here) return;
    const ib_sfpu_call call = {.op = uint16_t(op),
                               .vector_mode = with.faces.code,
                               .format = uint8_t(with.format),
                               .approx = with.approx,
                               .iterations = with.iterations,
                               .form = uint8_t(with.form < 0 ? with.approx : with.form),
                               .reserved = 0,
                               .dst = {dst.index[0], dst.index[1], dst.index[2], dst.index[3]},
                               .param = {uint32_t(params)...}};
    ib_sfpu(&call);
}

// In place, and from two or three tiles to another one.
template <class... Params>
FORCE_INLINE void sfpu_unary(ib_sfpu_op op, uint32_t dst, Params... params) {
    sfpu(op, {dst, dst}, {}, params...);
}
template <class... Params>
FORCE_INLINE void sfpu_unary_pack(ib_sfpu_op op, uint32_t dst, Params... params) {
    sfpu(op, {dst, dst}, {.here = kPacks}, params...);
}
template <class... Params>
FORCE_INLINE void sfpu_binary(ib_sfpu_op op, uint32_t a, uint32_t b, uint32_t out,
                              Params... params) {
    sfpu(op, {a, b, out}, {}, params...);
}
template <class... Params>
FORCE_INLINE void sfpu_ternary(ib_sfpu_op op, uint32_t a, uint32_t b, uint32_t c, uint32_t out,
                               Params... params) {
    sfpu(op, {a, b, c, out}, {}, params...);
}

// Integers of three formats: the operation is told which.
template <DataFormat format>
constexpr SfpuSettings integers() {
    static_assert(
        format == DataFormat::Int32 || format == DataFormat::UInt32 || format == DataFormat::UInt16,
        "this operation takes Int32, UInt32 and UInt16");
    return {.format = format};
}
template <DataFormat format>
FORCE_INLINE void sfpu_integer(ib_sfpu_op op, uint32_t a, uint32_t b, uint32_t out) {
    sfpu(op, {a, b, out}, integers<format>());
}

// What the inits of operations leave in the unit's constant registers.
struct SfpuRemembered {
    uint32_t divisor = 0, reciprocal = 0;  // fmod, remainder
    uint32_t zero_point = 0, to_uint8 = 0;
    uint32_t exp_scale = 0x3f800000;
};
inline constinit SfpuRemembered sfpu_remembered{};

}  // namespace ironbird::compute

namespace ckernel {

enum class RoundingMode { None, Trunc, Floor };
enum class DstRoundingMode { Default, NearestEven };

}  // namespace ckernel
