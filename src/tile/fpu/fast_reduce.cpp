// Sums of the fast matrix unit along rows, columns and whole tiles.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/fpu/fast_reduce.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>
#include <bit>

#include "tile/fpu/parts.hpp"
#include "tile/simd/dst-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

// Sums of sixteen, and whether each of them is finite.
struct Sums {
    alignas(64) std::array<float, 16> of = {};
    bool finite() const {
        return std::ranges::all_of(of, [](float f) { return f - f == 0.0f; });
    }
};

// Sixteen rows, each times its scaler.
void add_columns(const std::uint32_t* face, const std::uint32_t* scaler, Sums& sums) {
    const Floats df;
    const float* rows = reinterpret_cast<const float*>(face);
    const float* s = reinterpret_cast<const float*>(scaler);
    for (std::uint32_t c = 0; c < 16; c += kLanes) {
        Float sum = hn::Load(df, &sums.of[c]);
        for (std::uint32_t r = 0; r < 16; r++)
            sum = hn::MulAdd(hn::Set(df, s[r]), hn::Load(df, rows + r * 16 + c), sum);
        hn::Store(sum, df, &sums.of[c]);
    }
}

void add_rows(const std::uint32_t* face, const std::uint32_t* scaler, Sums& sums) {
    const Floats df;
    const float* rows = reinterpret_cast<const float*>(face);
    const float* s = reinterpret_cast<const float*>(scaler);
    for (std::uint32_t r = 0; r < 16; r++) {
        Float sum = hn::Zero(df);
        for (std::uint32_t c = 0; c < 16; c += kLanes)
            sum = hn::MulAdd(hn::Load(df, s + c), hn::Load(df, rows + r * 16 + c), sum);
        sums.of[r] += hn::GetLane(hn::SumOfLanes(df, sum));
    }
}

template <class Dst>
float value_of(std::uint32_t w) {
    return hn::GetLane(Dst::get(word(w)));
}
template <class Dst>
std::uint32_t stored(float f) {
    return hn::GetLane(Dst::put(hn::Set(Floats(), f)));
}

// False: some sum is not finite, and nothing has been stored.
template <class Dst>
bool reduce_rows(const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d) {
    Sums sums[2];
    for (std::uint32_t down = 0; down < shape.down; down++)
        for (std::uint32_t across = 0; across < shape.across; across++) {
            const std::uint32_t face = (down * shape.across + across) * kFaceDatums;
            if (across == 0)
                for (std::uint32_t r = 0; r < 16; r++)
                    sums[down].of[r] = value_of<Dst>(d.word[face + r * 16]);
            add_rows(&a.word[face], &scaler.word[face], sums[down]);
        }
    if (!sums[0].finite() || !sums[1].finite()) return false;
    for (std::uint32_t down = 0; down < shape.down; down++)
        for (std::uint32_t r = 0; r < 16; r++)
            d.word[down * shape.across * kFaceDatums + r * 16] = stored<Dst>(sums[down].of[r]);
    return true;
}

template <class Dst>
bool reduce_columns(const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d) {
    Sums sums[2];
    for (std::uint32_t across = 0; across < shape.across; across++) {
        for (std::uint32_t c = 0; c < 16; c++)
            sums[across].of[c] = value_of<Dst>(d.word[across * kFaceDatums + c]);
        for (std::uint32_t down = 0; down < shape.down; down++) {
            const std::uint32_t face = (down * shape.across + across) * kFaceDatums;
            add_columns(&a.word[face], &scaler.word[face], sums[across]);
        }
    }
    if (!sums[0].finite() || !sums[1].finite()) return false;
    for (std::uint32_t across = 0; across < shape.across; across++)
        for (std::uint32_t c = 0; c < 16; c++)
            d.word[across * kFaceDatums + c] = stored<Dst>(sums[across].of[c]);
    return true;
}

// The partial sums pass through Dst, so they are rounded once on the way.
template <class Dst>
bool reduce_to_one(const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d) {
    Sums sums;
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        add_columns(&a.word[face * kFaceDatums], &scaler.word[face * kFaceDatums], sums);
    const std::uint32_t* last = &scaler.word[(shape.faces() - 1) * kFaceDatums];
    Sums total = {{value_of<Dst>(d.word[0])}};
    for (std::uint32_t i = 0; i < 16; i++)
        total.of[0] += value_of<Dst>(stored<Dst>(sums.of[i])) * std::bit_cast<float>(last[i]);
    if (!sums.finite() || !total.finite()) return false;
    d.word[0] = stored<Dst>(total.of[0]);
    return true;
}

template <class Dst>
bool reduce_sums(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d) {
    const auto run = dim == ReduceDim::row      ? reduce_rows<Dst>
                     : dim == ReduceDim::column ? reduce_columns<Dst>
                                                : reduce_to_one<Dst>;
    return run(a, scaler, shape, d);
}

bool reduce_sum(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d,
                const FpuMode& mode) {
    const auto run = mode.dst == DstKind::fp32   ? reduce_sums<DstFp32>
                     : mode.dst == DstKind::fp16 ? reduce_sums<DstFp16>
                                                 : reduce_sums<DstBf16>;
    return run(dim, a, scaler, shape, d);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(reduce_sum);
}

void fast_reduce(Pool pool, ReduceDim dim, const SrcTile& in_a, const SrcTile& in_scaler,
                 Shape shape, DstTile& d, bool fresh, const FpuMode& mode) {
    SrcTile a_words, scaler_words;
    const SrcTile& a = as_words(in_a, a_words);
    const SrcTile& scaler = as_words(in_scaler, scaler_words);
    if (pool == Pool::max || pool == Pool::min)
        return reduce_extreme(pool, dim, a, scaler, shape, d, fresh, mode);
    if (fresh) d.word.fill(0);
    if (!mode.integer && HWY_DYNAMIC_DISPATCH(reduce_sum)(dim, a, scaler, shape, d, mode)) return;
    FpuMode whole = mode;
    whole.fidelity = Fidelity::hifi4;
    exact_reduce(pool, dim, a, scaler, shape, d, false, whole);
}

}  // namespace ironbird::tile
#endif
