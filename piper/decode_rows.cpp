// Separators and runs of lines, in vectors. AVX-512 with its instructions on bytes has forms of its
// own (decode_wide-inl.h), as has AVX2 (decode_avx2-inl.h).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "decode_rows.cpp"
#include "decode_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
// The list of targets comes first.
#include <hwy/foreach_target.h>
// The functions follow it, once per target.
#include <hwy/highway.h>

#include "decode_digits-inl.h"
#if HWY_TARGET == HWY_AVX3_DL
#include "decode_wide-inl.h"
#elif HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
#include "decode_avx2-inl.h"
#else
#include "decode_narrow-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

void decode_all(const Run& run, const DecodeOptions& options, Decoded& into) {
    const auto plainly = [&](std::size_t i) {
        decode_odd(run.line_at(i), options, run.line + i, run.row + i, into);
    };
    if (run.count < kRowsAtOnce) {
        for (std::size_t i = 0; i < run.count; ++i) plainly(i);
        return;
    }
    const char* text = run.text.data();
    // The last vector may take rows again that another has had.
    for (std::size_t at = 0; at < run.count; at += kRowsAtOnce) {
        const std::size_t first = std::min(at, run.count - kRowsAtOnce);
        std::uint32_t odd =
            decode_rows(text, run.begins + first * kFields, options, run.row + first, into.chunk);
        for (; odd != 0; odd &= odd - 1)
            plainly(first + static_cast<std::size_t>(std::countr_zero(odd)));
    }
}

void store_all(std::size_t begin, std::size_t end, Chunk& chunk) {
    const hn::CappedTag<std::uint32_t, kRowsAtOnce> words;
    const hn::CappedTag<std::uint8_t, kRowsAtOnce> bytes;
    const auto word = hn::Set(words, 1u);
    const auto byte = hn::Set(bytes, std::uint8_t{1});
    if (end - begin < kRowsAtOnce) return;
    for (std::size_t at = begin; at < end; at += kRowsAtOnce)
        for (Column& column : chunk.columns) {
            const std::size_t row = std::min(at, end - kRowsAtOnce);
            for (std::size_t i = 0; i < kRowsAtOnce; i += hn::Lanes(words))
                hn::StoreU(word, words, column.words.data() + row + i);
            hn::StoreU(byte, bytes, column.missing.data() + row);
        }
}

// Numbers of a vector's worth of texts; what is none is 0 and missing.
void read_hex_words(const std::uint64_t* text, std::size_t count, std::uint32_t* numbers,
                    std::uint8_t* missing) {
    const D64 d64;
    const std::size_t lanes = hn::Lanes(d64);
    std::uint64_t some[HWY_MAX_BYTES / 8];
    std::uint32_t words[HWY_MAX_BYTES / 4];
    for (std::size_t i = 0; i < count; i += lanes) {
        const std::size_t n = std::min(lanes, count - i);
        std::fill_n(some, lanes, 0x3030303030303030u);
        std::copy_n(text + i, n, some);
        V64 wrong = hn::Zero(d64);
        hn::StoreU(hex_number(hn::LoadU(d64, some), wrong), DHalf(), words);
        std::uint8_t odd[8] = {};
        hn::StoreMaskBits(d64, hn::Ne(wrong, hn::Zero(d64)), odd);
        for (std::size_t k = 0; k < n; ++k) {
            const bool bad = (odd[0] >> k & 1) != 0;
            numbers[i + k] = bad ? 0 : words[k];
            if (bad) missing[i + k] = 1;
        }
    }
}

}  // namespace
}  // namespace piper::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace piper {

HWY_EXPORT(find_all);
HWY_EXPORT(decode_all);
HWY_EXPORT(store_all);
HWY_EXPORT(read_hex_words);

void find_separators(std::string_view part, Separators& found) {
    HWY_DYNAMIC_DISPATCH(find_all)(part, found);
}

void decode_run(const Run& run, const DecodeOptions& options, Decoded& into) {
    HWY_DYNAMIC_DISPATCH(decode_all)(run, options, into);
}

void store_rows(std::size_t begin, std::size_t end, Chunk& chunk) {
    HWY_DYNAMIC_DISPATCH(store_all)(begin, end, chunk);
}

void hex_words(std::span<const std::uint32_t> text, std::span<std::uint32_t> numbers,
               std::span<std::uint8_t> missing) {
    std::vector<std::uint64_t> whole(numbers.size());
    std::memcpy(whole.data(), text.data(), whole.size() * 8);
    HWY_DYNAMIC_DISPATCH(read_hex_words)
    (whole.data(), whole.size(), numbers.data(), missing.data());
}

}  // namespace piper
#endif
