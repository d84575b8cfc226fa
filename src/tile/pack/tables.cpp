// The tables of the packer: halves of conversions run over whole tiles or rows.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/pack/tables.cpp"
#endif
#include "tile/pack/tables.hpp"

#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>
#include <cstring>

#include "tile/pack/accumulate.hpp"
#include "tile/pack/early-inl.h"
#include "tile/pack/late-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

template <class Early>
void read_tile(const DstTile& d, std::uint32_t* out) {
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes)
        store(Early::read(load(&d.word[at])), out + at);
}

void relu(std::uint32_t* words, Relu mode, std::uint32_t threshold) {
    const Word limit = word(threshold);
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word w = load(words + at);
        const auto negative = hn::Ne(hn::And(w, word(kSign)), hn::Zero(Words()));
        Word r = hn::IfThenZeroElse(negative, w);
        if (mode == Relu::min_threshold) r = hn::IfThenElseZero(hn::Gt(r, limit), r);
        if (mode == Relu::max_threshold) {
            const auto above = hn::Gt(hn::ShiftRight<13>(r), hn::ShiftRight<13>(limit));
            r = hn::IfThenElse(above, limit, r);
        }
        store(r, words + at);
    }
}

template <class Late>
void write_tile(const std::uint32_t* words, Shape shape, std::uint8_t* l1) {
    std::uint8_t* row = Late::data(l1, shape);
    std::uint8_t* exponent = l1;
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        for (std::uint32_t r = 0; r < shape.face_rows; r++, row += Late::kRowBytes)
            Late::put(words + face * kFaceDatums + r * 16, row, exponent++);
}

// Datums past `columns` belong to somebody else, so a row's end goes through a copy.
template <class Late>
void write_rows(const std::uint32_t* words, Shape shape, std::uint32_t columns, std::uint8_t* l1,
                std::uint32_t row_bytes) {
    constexpr std::uint32_t kDatum = Late::kRowBytes / 16;
    for (std::uint32_t y = 0; y < std::uint32_t{shape.down} * shape.face_rows; y++)
        for (std::uint32_t x = 0; x < std::min(columns, shape.across * 16u); x += 16) {
            const std::uint32_t face = y / shape.face_rows * shape.across + x / 16;
            const std::uint32_t* from = words + face * kFaceDatums + y % shape.face_rows * 16;
            std::uint8_t* to = l1 + std::size_t{y} * row_bytes + x * kDatum;
            if (columns - x >= 16) {
                Late::put(from, to, nullptr);
                continue;
            }
            alignas(64) std::array<std::uint8_t, Late::kRowBytes> whole = {};
            std::memcpy(whole.data(), to, (columns - x) * kDatum);
            Late::put(from, whole.data(), nullptr);
            std::memcpy(to, whole.data(), (columns - x) * kDatum);
        }
}

// ---- both at once

template <class Early, class Late>
void pack_fused(const DstTile& d, bool fresh, Shape shape, std::uint8_t* l1, const PackMode&) {
    std::uint8_t* row = Late::data(l1, shape);
    std::uint8_t* exponent = l1;
    alignas(64) std::array<std::uint32_t, 16> words = {};
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        for (std::uint32_t r = 0; r < shape.face_rows; r++, row += Late::kRowBytes) {
            if (!fresh)
                for (std::uint32_t c = 0; c < 16; c += kLanes)
                    store(Early::read(load(&d.word[face * kFaceDatums + r * 16 + c])), &words[c]);
            Late::put(words.data(), row, exponent++);
        }
}

// ---- tables

using enum Format;

template <class Early>
constexpr EarlyRow early(DstKind dst, Format intermediate) {
    return {dst, intermediate, read_tile<Early>};
}
template <class Late>
constexpr LateRow late(Format out, bool accumulate = false) {
    if constexpr (Late::kRows)
        return {out, accumulate, write_tile<Late>, write_rows<Late>};
    else
        return {out, accumulate, write_tile<Late>, nullptr};
}

constexpr EarlyRow kEarly[] = {
    early<Bf16ToBf16>(DstKind::bf16, float16_b), early<Bf16ToE8M6>(DstKind::bf16, bfp8_b),
    early<Bf16ToE8M6>(DstKind::bf16, bfp4_b),    early<Bf16ToE8M6>(DstKind::bf16, bfp2_b),
    early<Bf16ToBf16>(DstKind::bf16, float32),   early<Bf16ToBf16>(DstKind::bf16, tf32),
    early<Same>(DstKind::bf16, float16),         early<Same>(DstKind::bf16, lf8),
    early<Same>(DstKind::bf16, fp8_e4m3),        early<Fp16ToFp16>(DstKind::fp16, float16),
    early<Fp16ToE5M6>(DstKind::fp16, bfp8),      early<Fp16ToE5M6>(DstKind::fp16, bfp4),
    early<Fp16ToE5M6>(DstKind::fp16, bfp2),      early<Fp16ToFp16>(DstKind::fp16, lf8),
    early<Fp16ToFp16>(DstKind::fp16, fp8_e4m3),  early<Same>(DstKind::fp32, float32),
    early<Fp32ToTf32>(DstKind::fp32, tf32),      early<Fp32ToBf16>(DstKind::fp32, float16_b),
    early<ToE8M6>(DstKind::fp32, bfp8_b),        early<ToE8M6>(DstKind::fp32, bfp4_b),
    early<ToE8M6>(DstKind::fp32, bfp2_b),        early<Fp32ToTf32>(DstKind::fp32, float16),
    early<Fp32ToTf32>(DstKind::fp32, lf8),       early<Fp32ToTf32>(DstKind::fp32, fp8_e4m3),
    early<Fp32ToTf32>(DstKind::fp32, bfp8),      early<Fp32ToTf32>(DstKind::fp32, bfp4),
    early<Fp32ToTf32>(DstKind::fp32, bfp2),      early<Same>(DstKind::fp32, int32),
    early<Same>(DstKind::fp32, uint32),          early<LowerHalf>(DstKind::fp32, uint16),
    early<ToInt8>(DstKind::fp32, int8),          early<ToUInt8>(DstKind::fp32, uint8),
    early<Same>(DstKind::int32, int32),          early<Same>(DstKind::int32, uint32),
    early<LowerHalf>(DstKind::int32, uint16),    early<ToInt8>(DstKind::int32, int8),
    early<ToUInt8>(DstKind::int32, uint8),       early<Same>(DstKind::int32, float32),
    early<UpperHalf>(DstKind::raw16, uint16),    early<UpperHalf>(DstKind::bf16, uint16),
    early<Upper<ToInt8>>(DstKind::raw16, int8),  early<Upper<ToUInt8>>(DstKind::raw16, uint8),
};

constexpr LateRow kLate[] = {
    late<Plain<Out32<0xffffffffu>>>(float32),
    late<Plain<Out32<0xffffe000u>>>(tf32),
    late<Plain<OutBf16>>(float16_b),
    late<Plain<OutFp16>>(float16),
    late<BlockRow<8, false>>(bfp8_b),
    late<BlockRow<4, false>>(bfp4_b),
    late<BlockRow<2, false>>(bfp2_b),
    late<BlockRow<8, true>>(bfp8),
    late<BlockRow<4, true>>(bfp4),
    late<BlockRow<2, true>>(bfp2),
    late<Plain<OutFp8>>(lf8),
    late<Plain<OutFp8e4m3>>(fp8_e4m3),
    late<Plain<Out32<0xffffffffu>>>(int32),
    late<Plain<Out32<0xffffffffu>>>(uint32),
    late<Plain<OutU16>>(uint16),
    late<Plain<OutU8>>(int8),
    late<Plain<OutU8>>(uint8),
    late<Added<Out32<0xffffffffu>, add_ordinary_fp32, nullptr>>(float32, true),
    late<Added<OutBf16, add_ordinary_bf16, add_bf16>>(float16_b, true),
    late<Added<OutFp16, nullptr, add_fp16>>(float16, true),
    late<Added<Out32<0xffffffffu>, nullptr, add_int32>>(int32, true),
};

constexpr FusedRow kFused[] = {
    {DstKind::bf16, float16_b, float16_b, pack_fused<Bf16ToBf16, Plain<OutBf16>>},
    {DstKind::fp32, float16_b, float16_b, pack_fused<Fp32ToBf16, Plain<OutBf16>>},
    {DstKind::fp32, float32, float32, pack_fused<Same, Plain<Out32<0xffffffffu>>>},
    {DstKind::bf16, bfp8_b, bfp8_b, pack_fused<Bf16ToE8M6, BlockRow<8, false>>},
    {DstKind::bf16, float16_b, bfp8_b, pack_fused<Bf16ToBf16, BlockRow<8, false>>},
    {DstKind::fp32, float32, bfp8_b, pack_fused<Same, BlockRow<8, false>>},
    {DstKind::fp32, bfp8_b, bfp8_b, pack_fused<ToE8M6, BlockRow<8, false>>},
};

const PackTables* tables() {
    static constexpr PackTables kTables = {kEarly, kLate, kFused, relu};
    return &kTables;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(tables);
}
const PackTables& pack_tables() {
    return *HWY_DYNAMIC_DISPATCH(tables)();
}
}  // namespace ironbird::tile
#endif
