// Matmul of values that fit BF16 on machines that multiply pairs of them (AVX512_BF16): the same
// sums as the fast unit's, in half the instructions.
#include "tile/fpu/parts.hpp"
#include "tile/unpack.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <utility>

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

// Some rows of one or two faces of the result that lie side by side: as many sums as hide the
// latency of a product, and few enough that the next rows begin while these are rounded.
constexpr int kSums = 8;

struct Operands {
    const std::uint32_t* rows[2];     // of in0, by inner face
    const std::uint32_t* columns[2];  // of in1, likewise; the next face across lies behind
    std::uint32_t inner;              // faces
};

// False: a sum is not finite, and nothing has been stored. Pair products flush what is denormal, so
// a sum is rounded by integers alone; one more in its exponent changes the sign only of what is not
// finite once rounded. That leaves the multipliers to the products.
template <bool wide, int across>
IRONBIRD_BF16 [[gnu::noinline]] bool matmul_rows(const Operands& in, std::uint32_t* d, bool fresh) {
    constexpr int kRows = kSums / across;
    __m512 sum[across][kRows];  // stays in registers because every loop over it is unrolled
#pragma GCC unroll 8
    for (int i = 0; i < kSums; i++)
        sum[i % across][i / across] =
            fresh ? _mm512_setzero_ps()
                  : _mm512_load_ps(d + i % across * kFaceDatums + i / across * 16);
    for (std::uint32_t k = 0; k < in.inner; k++)
#pragma GCC unroll 8
        for (int p = 0; p < 8; p++) {
            __m512bh column[across];
#pragma GCC unroll 2
            for (int c = 0; c < across; c++)
                column[c] = (__m512bh)_mm512_load_si512(in.columns[k] + c * kFacePairs + p * 16);
#pragma GCC unroll 8
            for (int r = 0; r < kRows; r++) {
                const auto pair =
                    (__m512bh)_mm512_set1_epi32(static_cast<int>(in.rows[k][r * 8 + p]));
#pragma GCC unroll 2
                for (int c = 0; c < across; c++)
                    sum[c][r] = _mm512_dpbf16_ps(sum[c][r], pair, column[c]);
            }
        }
    constexpr std::uint32_t kHalf = wide ? 0 : 0x8000, kExponent = 0x00800000;
    const __m512i half = _mm512_set1_epi32(kHalf), past = _mm512_set1_epi32(kExponent + kHalf);
    const __m512i kept = _mm512_set1_epi32(static_cast<int>(wide ? 0xffffffffu : 0xffff0000u));
    __m512i word[kSums], signs = _mm512_setzero_si512();
#pragma GCC unroll 8
    for (int i = 0; i < kSums; i++) {
        // What vanished below zero is zero as well.
        word[i] =
            _mm512_castps_si512(_mm512_add_ps(sum[i % across][i / across], _mm512_setzero_ps()));
        const __m512i next = _mm512_add_epi32(word[i], past);
        signs = _mm512_ternarylogic_epi32(signs, word[i], next, 0xf6);  // signs | (word ^ next)
    }
    if (_mm512_test_epi32_mask(signs, _mm512_set1_epi32(INT32_MIN)) != 0) [[unlikely]]
        return false;
#pragma GCC unroll 8
    for (int i = 0; i < kSums; i++)
        _mm512_store_si512(d + i % across * kFaceDatums + i / across * 16,
                           _mm512_and_si512(_mm512_add_epi32(word[i], half), kept));
    return true;
}

// Both faces across at once: the usual case, without the arithmetic of smaller shapes. Answers with
// the rows of the tile that are left, as bits.
template <bool wide>
IRONBIRD_BF16 std::uint32_t whole_tile(const std::uint32_t* in0, const std::uint32_t* in1,
                                       std::uint32_t* d, bool fresh) {
    constexpr std::uint32_t kRows = kSums / 2;
    std::uint32_t left = 0;
    for (std::uint32_t r = 0; r < 32; r += kRows) {
        const std::uint32_t face = r / 16 * 2, row = r % 16;
        const std::uint32_t* rows = in0 + face * kFacePairs + row * 8;
        const Operands in = {{rows, rows + kFacePairs}, {in1, in1 + 2 * kFacePairs}, 2};
        if (!matmul_rows<wide, 2>(in, d + face * kFaceDatums + row * 16, fresh)) [[unlikely]]
            left |= ((1u << kRows) - 1) << r;
    }
    return left;
}

// One face, likewise.
template <bool wide>
IRONBIRD_BF16 std::uint32_t one_face(Operands in, std::uint32_t* d, bool fresh) {
    std::uint32_t left = 0;
    for (std::uint32_t r = 0; r < 16; r += kSums) {
        if (!matmul_rows<wide, 1>(in, d + r * 16, fresh)) [[unlikely]]
            left |= ((1u << kSums) - 1) << r;
        for (auto& rows : in.rows) rows += kSums * 8;
    }
    return left;
}

// These rows of a face by the fast unit, which knows what to do with sums that are not finite; the
// others are done.
void repair(const SrcTile& b, const SrcTile& a, FaceMatmul matmul, const FpuMode& mode,
            std::uint32_t rows) {
    SrcTile b_scratch, a_scratch;
    const SrcTile& b_words = as_words(b, b_scratch);
    const SrcTile& a_words = as_words(a, a_scratch);
    for (std::uint32_t k = 0; k < matmul.inner; k++) {
        matmul.b[k] = b_words.word.data() + (matmul.b[k] - b.word.data());
        matmul.a[k] = a_words.word.data() + (matmul.a[k] - a.word.data());
    }
    alignas(64) std::array<std::uint32_t, kFaceDatums> face;
    std::uint32_t* into = std::exchange(matmul.d, face.data());
    std::copy_n(into, kFaceDatums, face.data());
    fast_functions().face(matmul, mode);
    for (std::uint32_t r = 0; r < 16; r++)
        if ((rows >> r & 1) != 0) std::copy_n(&face[r * 16], 16, into + r * 16);
}

IRONBIRD_BF16 void matmul(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape,
                          DstTile& d, bool fresh, const FpuMode& mode) {
    Pairs in0, in1;
    const std::uint32_t* from0 = b.pairs();
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
    const bool whole = b_shape == Shape{} && a_shape == Shape{};
    std::uint32_t left = 0;
    if (whole) [[likely]] {
        left = (wide ? whole_tile<true> : whole_tile<false>)(from0, from1, d.word.data(), fresh);
        if (left == 0) [[likely]]
            return;
    }
    const auto face = wide ? one_face<true> : one_face<false>;
    for_each_face(b, a, b_shape, a_shape, d, fresh, [&](const FaceMatmul& matmul) {
        Operands in = {{}, {}, matmul.inner};
        for (std::uint32_t k = 0; k < matmul.inner; k++) {
            in.rows[k] = from0 + (matmul.b[k] - b.word.data()) / 2;
            in.columns[k] = from1 + (matmul.a[k] - a.word.data()) / 2;
        }
        const auto number = static_cast<std::uint32_t>(matmul.d - d.word.data()) / kFaceDatums;
        const std::uint32_t rows =
            whole ? left >> number / 2 * 16 & 0xffff : face(in, matmul.d, fresh);
        if (rows != 0) [[unlikely]]
            repair(b, a, matmul, mode, rows);
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

UnpackSrc matmul_unpacker(Arithmetic arithmetic, bool is_in0, Format in, Format reg,
                          Silicon silicon) {
    const bool pairs = arithmetic == Arithmetic::fast && in == Format::float16_b &&
                       reg == Format::float16_b && bf16_matmul() != nullptr;
    if (!pairs) return src_unpacker(in, reg, silicon);
    return is_in0 ? bf16_lender() : unpack_in1;
}

}  // namespace ironbird::tile

#else

namespace ironbird::tile {
decltype(Fpu::matmul) bf16_matmul() {
    return nullptr;
}
UnpackSrc matmul_unpacker(Arithmetic, bool, Format in, Format reg, Silicon silicon) {
    return src_unpacker(in, reg, silicon);
}
}  // namespace ironbird::tile

#endif
