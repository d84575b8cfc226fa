// The matrix unit with the host's own arithmetic: fused multiply-add, rounded where it is stored.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/fpu/fast.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>
#include <utility>

#include "tile/fpu/broadcast-inl.h"
#include "tile/fpu/exact-inl.h"
#include "tile/fpu/parts.hpp"
#include "tile/simd/dst-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

// ---- matmul: a block of rows of a face stays in registers for the whole inner dimension

inline constexpr std::uint32_t kVectors = 16 / kLanes;  // per row of a face
inline constexpr std::uint32_t kBlockRows = kLanes == 16 ? 16 : kLanes == 8 ? 4 : 2;

// The sums of a block of rows, with what Dst held.
template <class Dst>
HWY_INLINE void sum_block(const FaceMatmul& face, std::uint32_t first,
                          Float (&sum)[kBlockRows][kVectors]) {
    const Floats df;
#pragma GCC unroll 16
    for (std::uint32_t r = 0; r < kBlockRows; r++)
#pragma GCC unroll 4
        for (std::uint32_t v = 0; v < kVectors; v++)
            sum[r][v] =
                face.fresh ? hn::Zero(df) : Dst::get(load(face.d + (first + r) * 16 + v * kLanes));
    for (std::uint32_t k = 0; k < face.inner; k++) {
        const float* b = reinterpret_cast<const float*>(face.b[k]) + first * 16;
        const float* a = reinterpret_cast<const float*>(face.a[k]);
        for (std::uint32_t i = 0; i < 16; i++, a += 16, b++)
#pragma GCC unroll 16
            for (std::uint32_t r = 0; r < kBlockRows; r++)
#pragma GCC unroll 4
                for (std::uint32_t v = 0; v < kVectors; v++)
                    sum[r][v] =
                        hn::MulAdd(hn::Set(df, b[r * 16]), hn::Load(df, a + v * kLanes), sum[r][v]);
    }
}

template <class Put>
HWY_INLINE void store_block(const Float (&sum)[kBlockRows][kVectors], std::uint32_t* out) {
#pragma GCC unroll 16
    for (std::uint32_t r = 0; r < kBlockRows; r++)
#pragma GCC unroll 4
        for (std::uint32_t v = 0; v < kVectors; v++)
            store(Put::put(sum[r][v]), out + r * 16 + v * kLanes);
}

struct AsItIs {
    static HWY_INLINE Word put(Float f) { return as_word(f); }
};

// False: a sum is not finite, and nothing has been stored.
template <class Dst>
HWY_INLINE bool matmul_block(const FaceMatmul& face, std::uint32_t first) {
    Float sum[kBlockRows][kVectors];  // in registers: loops over it are unrolled
    sum_block<Dst>(face, first, sum);
    Word largest = hn::Zero(Words());
#pragma GCC unroll 16
    for (std::uint32_t r = 0; r < kBlockRows; r++)  // NOLINT(modernize-loop-convert): unrolled
#pragma GCC unroll 4
        for (std::uint32_t v = 0; v < kVectors; v++)
            largest = hn::Max(largest, hn::AndNot(word(kSign), as_word(sum[r][v])));
    if (!all_finite(largest)) return false;
    store_block<Dst>(sum, face.d + first * 16);
    return true;
}

// What the chip makes of a sum that is not finite here: the infinity of an overflow shows in the
// first phase (later ones may wipe it out), everything else needs all of them.
HWY_INLINE Word repaired(Float f, Word usual, Word first_phase, Word all_phases) {
    const auto finite = hn::Lt(hn::AndNot(word(kSign), as_word(f)), word(kExponent));
    const Word magnitude = hn::AndNot(word(kSign), first_phase);
    const auto infinite =
        hn::Or(hn::Eq(magnitude, word(kExponent)), hn::Eq(magnitude, word(0x7fff0000u)));
    return hn::IfThenElse(finite, usual, hn::IfThenElse(infinite, first_phase, all_phases));
}

template <class Dst>
void repaired_face(const FaceMatmul& face, const FpuMode& mode) {
    alignas(64) std::array<std::uint32_t, kFaceDatums> sums, first, all;
    Float sum[kBlockRows][kVectors];
    for (std::uint32_t r = 0; r < 16; r += kBlockRows) {
        sum_block<Dst>(face, r, sum);
        store_block<AsItIs>(sum, sums.data() + r * 16);
    }
    FpuMode exact = mode;
    FaceMatmul other = face;
    for (auto [fidelity, words] : {std::pair{Fidelity::lofi, &first}, {Fidelity::hifi4, &all}}) {
        if (!face.fresh) std::copy_n(face.d, kFaceDatums, words->data());
        exact.fidelity = fidelity;
        other.d = words->data();
        exact_face(other, exact);
    }
    for (std::uint32_t i = 0; i < kFaceDatums; i += kLanes) {
        const Float f = as_float(load(&sums[i]));
        store(repaired(f, Dst::put(f), load(&first[i]), load(&all[i])), face.d + i);
    }
}

template <class Dst>
void matmul_face(const FaceMatmul& face, const FpuMode& mode) {
    alignas(64) std::array<std::uint32_t, kFaceDatums> before;
    if (kBlockRows < 16 && !face.fresh) std::copy_n(face.d, kFaceDatums, before.data());
    for (std::uint32_t first = 0; first < 16; first += kBlockRows)
        if (HWY_UNLIKELY(!matmul_block<Dst>(face, first))) {
            if (first != 0 && !face.fresh) std::copy_n(before.data(), kFaceDatums, face.d);
            return repaired_face<Dst>(face, mode);
        }
}

// 8-bit integers: sums of one face's products are exact in a float.
void fast_integer_face(const FaceMatmul& face, const FpuMode&) {
    FaceMatmul sums = face;
    alignas(64) std::array<std::uint32_t, kFaceDatums> sum;
    sums.d = sum.data();
    sums.fresh = true;
    for (std::uint32_t first = 0; first < 16; first += kBlockRows)
        matmul_block<DstFp32>(sums, first);
    for (std::uint32_t i = 0; i < kFaceDatums; i += kLanes) {
        const auto add = hn::ConvertTo(Ints(), as_float(load(sum.data() + i)));
        const auto old = face.fresh ? hn::Zero(Ints()) : from_magnitude(load(face.d + i));
        store(to_magnitude(saturated_sum(old, add)), face.d + i);
    }
}

FaceFunction float_face(DstKind dst) {
    return dst == DstKind::fp32   ? matmul_face<DstFp32>
           : dst == DstKind::fp16 ? matmul_face<DstFp16>
                                  : matmul_face<DstBf16>;
}

void fast_matmul(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape, DstTile& d,
                 bool fresh, const FpuMode& mode) {
    static const auto narrow = bf16_matmul();
    const bool in_place = (b.layout == SrcLayout::words || b.layout == SrcLayout::pairs_in0) &&
                          (a.layout == SrcLayout::words || a.layout == SrcLayout::pairs_in1) &&
                          !a.fine && !b.fine;
    if (narrow != nullptr && in_place && !mode.integer && mode.dst != DstKind::fp16)
        return narrow(b, a, b_shape, a_shape, d, fresh, mode);
    const FaceFunction run = mode.integer ? fast_integer_face : float_face(mode.dst);
    SrcTile b_words, a_words;
    for_each_face(as_words(b, b_words), as_words(a, a_words), b_shape, a_shape, d, fresh,
                  [&](const FaceMatmul& face) { run(face, mode); });
}

// ---- element-wise

template <Elementwise op>
HWY_INLINE Float combined(Float a, Float b) {
    if constexpr (op == Elementwise::mul) return hn::Mul(a, b);
    if constexpr (op == Elementwise::add) return hn::Add(a, b);
    return hn::Sub(a, b);
}

template <class Dst, Elementwise op>
void elementwise(const SrcTile& a, const SrcTile& b, Broadcast bcast, DstTile& d, bool reads,
                 const FpuMode& mode) {
    FpuMode first_phase = mode, all_phases = mode;
    first_phase.fidelity = Fidelity::lofi;
    all_phases.fidelity = Fidelity::hifi4;
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word wa = load(&a.word[at]);
        const Word wb = broadcast_words(b, bcast, mode.shape, at);
        const Word old = reads ? load(&d.word[at]) : hn::Zero(Words());
        Float f = combined<op>(as_float(wa), as_float(wb));
        if (reads) f = hn::Add(f, Dst::get(old));
        Word result = Dst::put(f);
        if (HWY_UNLIKELY(!all_finite(hn::AndNot(word(kSign), as_word(f)))))
            result = repaired(f, result, exact_elementwise(op, wa, wb, old, first_phase),
                              exact_elementwise(op, wa, wb, old, all_phases));
        store(result, &d.word[at]);
    }
}

template <class Dst>
void elementwise_by_op(Elementwise op, const SrcTile& a, const SrcTile& b, Broadcast bcast,
                       DstTile& d, bool reads, const FpuMode& mode) {
    const auto run = op == Elementwise::mul   ? elementwise<Dst, Elementwise::mul>
                     : op == Elementwise::add ? elementwise<Dst, Elementwise::add>
                                              : elementwise<Dst, Elementwise::sub>;
    run(a, b, bcast, d, reads, mode);
}

void elementwise_tile(Elementwise op, const SrcTile& a, const SrcTile& b, Broadcast bcast,
                      DstTile& d, bool fresh, bool accumulate, const FpuMode& mode) {
    if (mode.integer) {
        FpuMode whole = mode;
        whole.fidelity = Fidelity::hifi4;
        return exact_functions().fpu.elementwise(op, a, b, bcast, d, fresh, accumulate, whole);
    }
    const bool reads = !fresh && (accumulate || op == Elementwise::mul);
    const auto run = mode.dst == DstKind::fp32   ? elementwise_by_op<DstFp32>
                     : mode.dst == DstKind::fp16 ? elementwise_by_op<DstFp16>
                                                 : elementwise_by_op<DstBf16>;
    SrcTile a_words, b_words;
    run(op, as_words(a, a_words), as_words(b, b_words), bcast, d, reads, mode);
}

void fast_face(const FaceMatmul& face, const FpuMode& mode) {
    float_face(mode.dst)(face, mode);
}

const FpuFunctions* fast() {
    static const FpuFunctions functions = {
        {fast_matmul, elementwise_tile, fast_reduce, moves().copy, moves().dst_to_src}, fast_face};
    return &functions;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(fast);
}
const FpuFunctions& fast_functions() {
    return *HWY_DYNAMIC_DISPATCH(fast)();
}
}  // namespace ironbird::tile
#endif
