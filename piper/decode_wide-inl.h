// Sixteen rows at a time, with AVX-512 and its instructions on bytes (VBMI, VBMI2). Included for
// that target alone.
#include <immintrin.h>

#include <bit>

#include "decode_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {

constexpr std::size_t kRowsAtOnce = 16;
// The text is asked for so long before it is needed; memory answers while earlier rows are decoded.
constexpr std::size_t kAhead = 24 << 10;

constexpr std::size_t kAtOnce = 256;  // for two columns: 5 KiB for sixteen rows

HWY_INLINE void ask_for(const char* text) {
    for (std::size_t line = 0; line < kAtOnce; line += 64) __builtin_prefetch(text + line);
}

struct Tables {
    alignas(64) std::uint8_t digits[128];         // by character; bit 7 where it is none
    alignas(64) std::uint8_t hex_order[64];       // of bytes behind _mm512_packus_epi16
    alignas(64) std::uint32_t decimal_order[16];  // of words behind _mm512_packus_epi32
    alignas(64) std::uint8_t places[64];
    alignas(64) std::int32_t rows[16];  // where the separators of a row begin, in bytes
};

// Rows 0 to 7 and 8 to 15 lie in two vectors that are packed into one: a pack takes 128 bits of the
// first, then of the second.
constexpr Tables make_tables() {
    Tables t{};
    for (auto& digit : t.digits) digit = 0x80;
    for (std::uint8_t i = 0; i < 10; ++i) t.digits['0' + i] = i;
    for (std::uint8_t i = 0; i < 6; ++i)
        t.digits['a' + i] = t.digits['A' + i] = static_cast<std::uint8_t>(10 + i);
    for (std::uint32_t row = 0; row < 16; ++row) {
        const std::uint32_t of_eight = row % 8, pair = of_eight / 2, second = of_eight % 2;
        t.rows[row] = static_cast<std::int32_t>(row * kFields * sizeof(std::uint16_t));
        t.decimal_order[row] = 4 * pair + 2 * (row / 8) + second;
        for (std::uint32_t byte = 0; byte < 4; ++byte)  // the first digits are the highest
            t.hex_order[4 * row + byte] =
                static_cast<std::uint8_t>(16 * pair + 8 * (row / 8) + 4 * second + 3 - byte);
    }
    for (std::uint8_t i = 0; i < 64; ++i) t.places[i] = i;
    return t;
}
constexpr Tables kTables = make_tables();

using V = __m512i;

HWY_INLINE V all_bytes(int value) {
    return _mm512_set1_epi8(static_cast<char>(value));
}
HWY_INLINE V all_words(int value) {
    return _mm512_set1_epi32(value);
}

struct Bits {
    std::uint64_t separators, feeds;
};
HWY_INLINE Bits look_at(const std::uint8_t* bytes) {
    const V v = _mm512_loadu_si512(bytes);
    static_assert('\n' == '\t' + 1);
    return {_mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, all_bytes('\t')), all_bytes(2)),
            _mm512_cmpeq_epi8_mask(v, all_bytes('\n'))};
}

// Bits of a block of 64 bytes as positions: vectors are written as a whole, of which what is not
// needed is written over by the next.
HWY_INLINE std::uint16_t* flatten(std::uint64_t bits, std::size_t begin, std::uint16_t* to) {
    const V base = _mm512_set1_epi16(static_cast<short>(begin));
    const V places = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(kTables.places));
    _mm512_storeu_si512(
        to, _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(places))));
    const int count = std::popcount(bits);
    if (count > 32)
        _mm512_storeu_si512(
            to + 32,
            _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(places, 1))));
    return to + count;
}

// Eight characters of each of sixteen rows.
struct Text {
    V low, high;
};

// What is known of sixteen rows.
struct Rows {
    const char* text;
    V begin;  // of the current field
    V longest = _mm512_setzero_si512();
    Text wrong{_mm512_setzero_si512(), _mm512_setzero_si512()};  // bit 7 where a byte is no digit
    __mmask16 alone = 0;                                         // a sign without a number
};

HWY_INLINE __m256i low_half(V x) {
    return _mm512_castsi512_si256(x);
}
HWY_INLINE __m256i high_half(V x) {
    return _mm512_extracti64x4_epi64(x, 1);
}

// This and the next separator of each row, in 16 bits each.
HWY_INLINE V separators_of(const std::uint16_t* first) {
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), 0xffff,
                                       _mm512_load_si512(kTables.rows), first, 1);
}

// A gather into a register waits for what that held before: here for nothing.
HWY_INLINE V gather(__m256i places, const char* text) {
    return _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), 0xff, places, text, 1);
}

HWY_INLINE Text text_before(const char* text, V end) {
    return {gather(low_half(end), text - 8), gather(high_half(end), text - 8)};
}

// Ones where bytes belong to a field that ends with the last: none for an empty one, as for one
// that is too long.
HWY_INLINE Text bytes_of(V length) {
    const V before = _mm512_sub_epi32(all_words(64), _mm512_slli_epi32(length, 3));
    const V ones = _mm512_set1_epi64(-1);
    return {_mm512_sllv_epi64(ones, _mm512_cvtepu32_epi64(low_half(before))),
            _mm512_sllv_epi64(ones, _mm512_cvtepu32_epi64(high_half(before)))};
}

HWY_INLINE V either(V where, V then, V otherwise) {
    return _mm512_ternarylogic_epi64(where, then, otherwise, 0xca);
}
HWY_INLINE V all_of(V a, V b, V c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xfe);
}

// Eight rows: numbers of four digits, two a lane, and which rows have a sign.
struct Decimals {
    V fours;
    __mmask8 negative;
};
HWY_INLINE Decimals decimals_of(V text, V bytes, V& wrong) {
    const V first = _mm512_andnot_si512(_mm512_slli_epi64(bytes, 8), bytes);
    const __mmask64 minus =
        _mm512_mask_cmpeq_epi8_mask(_mm512_movepi8_mask(first), text, all_bytes('-'));
    const V digits = _mm512_maskz_sub_epi8(~minus, text, all_bytes('0'));
    wrong = _mm512_or_si512(wrong, _mm512_adds_epu8(digits, all_bytes(0x7f - 9)));
    const V pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(1 << 8 | 10));
    const V signs = _mm512_movm_epi8(minus);
    return {_mm512_madd_epi16(pairs, all_words(1 << 16 | 100)),
            _mm512_test_epi64_mask(signs, signs)};
}

HWY_INLINE V decimal_numbers(const Text& text, const Text& bytes, V length, Rows& rows) {
    const Decimals low = decimals_of(text.low, bytes.low, rows.wrong.low);
    const Decimals high = decimals_of(text.high, bytes.high, rows.wrong.high);
    const V numbers = _mm512_permutexvar_epi32(
        _mm512_load_si512(kTables.decimal_order),
        _mm512_madd_epi16(_mm512_packus_epi32(low.fours, high.fours), all_words(1 << 16 | 10000)));
    const auto negative = static_cast<__mmask16>(low.negative | high.negative << 8);
    rows.alone |= _mm512_mask_cmpeq_epi32_mask(negative, length, all_words(1));
    return _mm512_mask_sub_epi32(numbers, negative, _mm512_setzero_si512(), numbers);
}

// Eight rows: pairs of digits, in 16 bits each.
HWY_INLINE V hex_pairs(V text, V& wrong) {
    const V digits = _mm512_permutex2var_epi8(_mm512_load_si512(kTables.digits), text,
                                              _mm512_load_si512(kTables.digits + 64));
    wrong = all_of(wrong, digits, text);
    return _mm512_maddubs_epi16(digits, _mm512_set1_epi16(1 << 8 | 16));
}

HWY_INLINE V hex_numbers(const Text& text, Rows& rows) {
    const V low = hex_pairs(text.low, rows.wrong.low);
    const V high = hex_pairs(text.high, rows.wrong.high);
    return _mm512_permutexvar_epi8(_mm512_load_si512(kTables.hex_order),
                                   _mm512_packus_epi16(low, high));
}

// The last field of a line may have a CR behind it.
HWY_INLINE V without_cr(const char* text, V end) {
    const Text last = text_before(text, end);
    const V cr = all_bytes('\r');
    const std::uint64_t tops = 0x8080808080808080;
    const auto low = _mm512_cmpeq_epi8_mask(last.low, cr) & tops;
    const auto high = _mm512_cmpeq_epi8_mask(last.high, cr) & tops;
    if ((low | high) == 0) return end;
    const auto rows = static_cast<__mmask16>(
        _mm512_test_epi64_mask(_mm512_movm_epi8(low), _mm512_movm_epi8(low)) |
        _mm512_test_epi64_mask(_mm512_movm_epi8(high), _mm512_movm_epi8(high)) << 8);
    return _mm512_mask_sub_epi32(end, rows, end, all_words(1));
}

// A field of all rows: what it is depends on where it stands.
struct Field {
    V length;
    Text text, bytes;
};
HWY_INLINE Field next_field(Rows& rows, V end, std::uint8_t* missing) {
    const V length = _mm512_sub_epi32(end, rows.begin);
    rows.begin = _mm512_add_epi32(end, all_words(1));
    rows.longest = _mm512_max_epu32(rows.longest, length);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(missing),
                     _mm_maskz_set1_epi8(_mm512_testn_epi32_mask(length, length), 1));
    const Text around = text_before(rows.text, end), bytes = bytes_of(length);
    const V zeros = all_bytes('0');
    return {length,
            {either(bytes.low, around.low, zeros), either(bytes.high, around.high, zeros)},
            bytes};
}

HWY_INLINE void decimal_column(Rows& rows, V end, std::size_t row, Column& column) {
    const Field field = next_field(rows, end, column.missing.data() + row);
    _mm512_storeu_si512(column.words.data() + row,
                        decimal_numbers(field.text, field.bytes, field.length, rows));
}

HWY_INLINE void hex_column(Rows& rows, V end, bool hex, std::size_t row, Column& column) {
    const Text text = next_field(rows, end, column.missing.data() + row).text;
    const V numbers = hex_numbers(text, rows);
    if (hex) {
        _mm512_storeu_si512(column.words.data() + row, numbers);
    } else {
        _mm512_storeu_si512(column.words.data() + 2 * row, text.low);
        _mm512_storeu_si512(column.words.data() + 2 * row + 16, text.high);
    }
}

// Bit by row: decode_line() must look at it.
HWY_INLINE std::uint32_t odd_rows(const Rows& rows) {
    const V bit = all_bytes(0x80);
    const auto wrong =
        static_cast<std::uint32_t>(_mm512_test_epi64_mask(rows.wrong.low, bit) |
                                   _mm512_test_epi64_mask(rows.wrong.high, bit) << 8);
    return wrong | rows.alone | _mm512_cmpgt_epu32_mask(rows.longest, all_words(8));
}

// Into the columns from `row` on.
std::uint32_t decode_rows(const char* text, const std::uint16_t* ends, const DecodeOptions& options,
                          std::size_t row, Chunk& chunk) {
    const V low_word = all_words(0xffff);
    // One behind the line before; in 16 bits, as there is none before the first.
    const V begin = _mm512_add_epi32(separators_of(ends - 1), all_words(1));
    Rows rows{text, _mm512_and_si512(begin, low_word)};
    const char* ahead = text + ends[kFields - 1] + kAhead;
    Column* column = chunk.columns.data();
    static_assert(kFirstCategorical % 2 == 0 && kFields % 2 == 0);
    for (std::size_t f = 0; f < kFirstCategorical; f += 2, column += 2, ahead += kAtOnce) {
        ask_for(ahead);
        const V both = separators_of(ends + f);
        decimal_column(rows, _mm512_and_si512(both, low_word), row, column[0]);
        decimal_column(rows, _mm512_srli_epi32(both, 16), row, column[1]);
    }
    for (std::size_t f = kFirstCategorical; f < kFields; f += 2, column += 2, ahead += kAtOnce) {
        ask_for(ahead);
        const V both = separators_of(ends + f);
        hex_column(rows, _mm512_and_si512(both, low_word), options.hex, row, column[0]);
        V end = _mm512_srli_epi32(both, 16);
        if (f + 2 == kFields) end = without_cr(text, end);
        hex_column(rows, end, options.hex, row, column[1]);
    }
    return odd_rows(rows);
}

}  // namespace
}  // namespace piper::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
