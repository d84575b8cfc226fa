// Products of values that fit BF16 on machines that multiply pairs of them (AVX512_BF16): the same
// sums as the fast unit's, in half the instructions.
#include "tile/fpu/parts.hpp"
#include "tile/unpack.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <array>

namespace ironbird::tile {
namespace {

#define IRONBIRD_BF16 __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16")))

// One operand as pairs of BF16, by faces: 8 pairs for each of 16 columns of in1, or of 16 rows of
// in0.
constexpr std::uint32_t kFacePairs = kFaceDatums / 2;
struct alignas(64) Pairs {
    std::array<std::uint32_t, kTileDatums / 2> word;
};

// Rows 2p and 2p + 1 of in1 side by side: BF16 is the upper half of each word.
IRONBIRD_BF16 inline void pair_rows(const std::uint32_t* a, std::uint32_t* pairs) {
    for (int p = 0; p < 8; p++) {
        const __m512i even = _mm512_load_si512(a + p * 32);
        const __m512i odd = _mm512_load_si512(a + p * 32 + 16);
        _mm512_store_si512(pairs + p * 16,
                           _mm512_mask_blend_epi16(0xaaaaaaaau, _mm512_srli_epi32(even, 16), odd));
    }
}

// Neighbours in the rows of in0.
IRONBIRD_BF16 inline void pair_columns(const std::uint32_t* b, std::uint32_t* pairs) {
    const __m512i upper =
        _mm512_set_epi16(63, 61, 59, 57, 55, 53, 51, 49, 47, 45, 43, 41, 39, 37, 35, 33, 31, 29, 27,
                         25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    for (int r = 0; r < 16; r += 2) {
        const __m512i first = _mm512_load_si512(b + r * 16);
        const __m512i second = _mm512_load_si512(b + r * 16 + 16);
        _mm512_store_si512(pairs + r * 8, _mm512_permutex2var_epi16(first, upper, second));
    }
}

IRONBIRD_BF16 inline __m512i rounded(__m512 sum, bool wide) {
    __m512i w = _mm512_castps_si512(sum);
    if (!wide) w = _mm512_add_epi32(w, _mm512_set1_epi32(0x8000));
    const __mmask16 normal = _mm512_test_epi32_mask(w, _mm512_set1_epi32(0x7f800000));
    const __m512i kept = _mm512_set1_epi32(static_cast<int>(wide ? 0xffffffffu : 0xffff0000u));
    return _mm512_maskz_and_epi32(normal, w, kept);
}

// A face of the result from `inner` faces of each operand. False: a sum is not finite, and nothing
// has been stored.
template <bool wide>
IRONBIRD_BF16 bool product_face(const std::uint32_t* const b[2], const std::uint32_t* const a[2],
                                std::uint32_t inner, std::uint32_t* d, bool fresh) {
    __m512 sum[16];  // stays in registers because every loop over it is unrolled
#pragma GCC unroll 16
    for (int r = 0; r < 16; r++) sum[r] = fresh ? _mm512_setzero_ps() : _mm512_load_ps(d + r * 16);
    for (std::uint32_t k = 0; k < inner; k++)
        for (int p = 0; p < 8; p++) {
            const auto column = (__m512bh)_mm512_load_si512(a[k] + p * 16);
#pragma GCC unroll 16
            for (int r = 0; r < 16; r++) {
                const auto pair = (__m512bh)_mm512_set1_epi32(static_cast<int>(b[k][r * 8 + p]));
                sum[r] = _mm512_dpbf16_ps(sum[r], pair, column);
            }
        }
    // Times zero, only what is not finite leaves a trace; two chains, so that neither waits long.
    const __m512 zero = _mm512_setzero_ps();
    __m512 even = zero, odd = zero;
#pragma GCC unroll 8
    for (int r = 0; r < 16; r += 2) {
        even = _mm512_fmadd_ps(sum[r], zero, even);
        odd = _mm512_fmadd_ps(sum[r + 1], zero, odd);
    }
    if (_mm512_cmp_ps_mask(even, odd, _CMP_UNORD_Q) != 0) return false;
#pragma GCC unroll 16
    for (int r = 0; r < 16; r++) _mm512_store_si512(d + r * 16, rounded(sum[r], wide));
    return true;
}

// The usual case, without the arithmetic of smaller shapes. Answers with the faces that are left,
// as bits.
template <bool wide>
IRONBIRD_BF16 std::uint32_t whole_tiles(const std::uint32_t* in0, const std::uint32_t* in1,
                                        std::uint32_t* d, bool fresh) {
    std::uint32_t left = 0;
    for (std::uint32_t f = 0; f < 4; f++) {
        const std::uint32_t* b = in0 + f / 2 * 2 * kFacePairs;
        const std::uint32_t* a = in1 + f % 2 * kFacePairs;
        const std::uint32_t* const rows[2] = {b, b + kFacePairs};
        const std::uint32_t* const columns[2] = {a, a + 2 * kFacePairs};
        if (!product_face<wide>(rows, columns, 2, d + f * kFaceDatums, fresh)) left |= 1u << f;
    }
    return left;
}

// The same face by the fast unit, which knows what to do with sums that are not finite.
void repair(const SrcTile& b, const SrcTile& a, FaceProduct product, const FpuMode& mode) {
    SrcTile b_scratch, a_scratch;
    const SrcTile& b_words = as_words(b, b_scratch);
    const SrcTile& a_words = as_words(a, a_scratch);
    for (std::uint32_t k = 0; k < product.inner; k++) {
        product.b[k] = b_words.word.data() + (product.b[k] - b.word.data());
        product.a[k] = a_words.word.data() + (product.a[k] - a.word.data());
    }
    fast_functions().face(product, mode);
}

IRONBIRD_BF16 void matmul(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape,
                          DstTile& d, bool fresh, const FpuMode& mode) {
    Pairs in0, in1;
    const std::uint32_t* from0 = b.word.data();
    const std::uint32_t* from1 = a.word.data();
    if (b.layout == SrcLayout::words) {
        from0 = in0.word.data();
        for (std::uint32_t f = 0; f < b_shape.faces(); f++)
            pair_columns(&b.word[f * kFaceDatums], &in0.word[f * kFacePairs]);
    }
    if (a.layout == SrcLayout::words) {
        from1 = in1.word.data();
        for (std::uint32_t f = 0; f < a_shape.faces(); f++)
            pair_rows(&a.word[f * kFaceDatums], &in1.word[f * kFacePairs]);
    }
    const bool wide = mode.dst == DstKind::fp32;
    std::uint32_t left = ~0u;
    if (b_shape == Shape{} && a_shape == Shape{}) [[likely]]
        left = (wide ? whole_tiles<true> : whole_tiles<false>)(from0, from1, d.word.data(), fresh);
    if (left == 0) [[likely]]
        return;
    const auto face = wide ? product_face<true> : product_face<false>;
    for_each_face(b, a, b_shape, a_shape, d, fresh, [&](const FaceProduct& product) {
        const auto number = static_cast<std::uint32_t>(product.d - d.word.data()) / kFaceDatums;
        if ((left >> number & 1) == 0) return;
        const std::uint32_t* pairs0[2];
        const std::uint32_t* pairs1[2];
        for (std::uint32_t k = 0; k < product.inner; k++) {
            pairs0[k] = from0 + (product.b[k] - b.word.data()) / 2;
            pairs1[k] = from1 + (product.a[k] - a.word.data()) / 2;
        }
        if (!face(pairs0, pairs1, product.inner, product.d, fresh)) [[unlikely]]
            repair(b, a, product, mode);
    });
}

// ---- operands that come as pairs: in0 needs what L1 holds

IRONBIRD_BF16 void unpack_in1(const std::uint8_t* l1, Shape shape, SrcTile& out) {
    if (shape != Shape{}) [[unlikely]]  // rows that a smaller tile lacks must be zero
        return src_unpacker(Format::float16_b, Format::float16_b)(l1, shape, out);
    const __m512i beside =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    for (std::uint32_t p = 0; p < kTileDatums / 32; p++) {
        const __m512i rows = _mm512_loadu_si512(l1 + p * 64);
        _mm512_store_si512(&out.word[p * 16], _mm512_permutexvar_epi16(beside, rows));
    }
    out.fine = false;
    out.layout = SrcLayout::pairs_in1;
}

#undef IRONBIRD_BF16

}  // namespace

decltype(Fpu::matmul) bf16_matmul() {
    const bool can = __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw");
    return can ? matmul : nullptr;
}

UnpackSrc product_unpacker(Arithmetic arithmetic, bool is_in0, Format in, Format reg,
                           Silicon silicon) {
    const bool pairs = arithmetic == Arithmetic::fast && in == Format::float16_b &&
                       reg == Format::float16_b && bf16_matmul() != nullptr;
    if (!pairs) return src_unpacker(in, reg, silicon);
    return is_in0 ? copy_unpacker(in, reg, silicon) : unpack_in1;
}

}  // namespace ironbird::tile

#else

namespace ironbird::tile {
decltype(Fpu::matmul) bf16_matmul() {
    return nullptr;
}
UnpackSrc product_unpacker(Arithmetic, bool, Format in, Format reg, Silicon silicon) {
    return src_unpacker(in, reg, silicon);
}
}  // namespace ironbird::tile

#endif
