// The matrix unit bit for bit: matmul of faces and element-wise operations.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/fpu/exact.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>

#include "tile/fpu/broadcast-inl.h"
#include "tile/fpu/dot-inl.h"
#include "tile/fpu/parts.hpp"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

// ---- matmul

// Width and family are known when this is compiled: the innermost code has no branches.
template <bool wide, bool half>
void float_face(const FaceMatmul& face, const FpuMode& mode) {
    Phase phase = {0, wide, half};
    FaceParts a, b;
    for (; phase.number < phases(mode.fidelity); phase.number++)
        for (std::uint32_t k = 0; k < face.inner; k++) {
            const bool zero = face.fresh && phase.number == 0 && k == 0;
            take_lanes<true>(face.a[k], phase, a);
            take_pairs<false>(face.b[k], 16, phase, b);
            for (std::uint32_t r = 0; r < 16; r += 2)
                for (std::uint32_t c = 0; c < 16; c += kLanes) {
                    std::uint32_t* d = face.d + r * 16 + c;
                    Word low = zero ? hn::Zero(Words()) : opened(load(d), phase);
                    Word high = zero ? hn::Zero(Words()) : opened(load(d + 16), phase);
                    dot(a, c, b, r * 8, low, high, phase, mode.silicon);
                    store(closed(low, phase), d);
                    store(closed(high, phase), d + 16);
                }
        }
}

void integer_face(const FaceMatmul& face, const FpuMode& mode) {
    if (face.fresh) std::fill_n(face.d, kFaceDatums, 0u);
    for (std::uint32_t phase = 0; phase < phases(mode.fidelity); phase++)
        for (std::uint32_t k = 0; k < face.inner; k++)
            for (std::uint32_t at = 0; at < kFaceDatums; at += kLanes) {
                Int sum = hn::Zero(Ints());
                for (std::uint32_t i = 0; i < 16; i++) {
                    const Word a = load(face.a[k] + i * 16 + at % 16);
                    const Word b = word(face.b[k][at / 16 * 16 + i]);
                    sum = hn::Add(sum, hn::Mul(integer_part(a, integer_mask_a(phase)),
                                               integer_part(b, integer_mask_b(phase))));
                }
                store(to_magnitude(saturated_sum(from_magnitude(load(face.d + at)), sum)),
                      face.d + at);
            }
}

void matmul_face(const FaceMatmul& face, const FpuMode& mode) {
    constexpr FaceFunction kFloat[2][2] = {{float_face<false, false>, float_face<false, true>},
                                           {float_face<true, false>, float_face<true, true>}};
    const FaceFunction run =
        mode.integer ? integer_face : kFloat[mode.dst == DstKind::fp32][mode.half_precision];
    run(face, mode);
}

void matmul(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape, DstTile& d,
            bool fresh, const FpuMode& mode) {
    SrcTile b_words, a_words;
    for_each_face(as_words(b, b_words), as_words(a, a_words), b_shape, a_shape, d, fresh,
                  [&](const FaceMatmul& face) { matmul_face(face, mode); });
}

// ---- element-wise

HWY_INLINE Word integer_elementwise(Elementwise op, Word a, Word b, Word d, const FpuMode& mode) {
    Int sum = from_magnitude(d);
    if (op == Elementwise::mul) {
        for (std::uint32_t phase = 0; phase < phases(mode.fidelity); phase++)
            sum = saturated_sum(sum, hn::Mul(integer_part(a, integer_mask_a(phase)),
                                             integer_part(b, integer_mask_b(phase))));
        return to_magnitude(sum);
    }
    const Int x = hn::ConvertTo(Ints(), as_float(a)), y = hn::ConvertTo(Ints(), as_float(b));
    return to_magnitude(saturated_sum(sum, op == Elementwise::add ? hn::Add(x, y) : hn::Sub(x, y)));
}

void elementwise(Elementwise op, const SrcTile& in_a, const SrcTile& in_b, Broadcast bcast,
                 DstTile& d, bool fresh, bool accumulate, const FpuMode& mode) {
    SrcTile a_words, b_words;
    const SrcTile& a = as_words(in_a, a_words);
    const SrcTile& b = as_words(in_b, b_words);
    const bool reads = !fresh && (accumulate || op == Elementwise::mul);
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word wa = load(&a.word[at]), wb = broadcast_words(b, bcast, mode.shape, at);
        const Word old = reads ? load(&d.word[at]) : hn::Zero(Words());
        store(mode.integer ? integer_elementwise(op, wa, wb, old, mode)
                           : exact_elementwise(op, wa, wb, old, mode),
              &d.word[at]);
    }
}

const FpuFunctions* exact() {
    static const FpuFunctions functions = {
        {matmul, elementwise, exact_reduce, moves().copy, moves().dst_to_src}, matmul_face};
    return &functions;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {

HWY_EXPORT(exact);
}

const FpuFunctions& exact_functions() {
    return *HWY_DYNAMIC_DISPATCH(exact)();
}

}  // namespace ironbird::tile
#endif
