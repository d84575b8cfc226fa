// Sixteen rows at a time, with AVX-512 and its instructions on bytes (VBMI, VBMI2). Included
// for that target alone.
#include <immintrin.h>

#include <bit>

#include "decode_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {

constexpr std::size_t kRowsAtOnce = 16;
// The text is asked for so long before it is needed; memory answers while earlier rows are decoded.
constexpr std::size_t kAhead = 48 << 10;
constexpr std::size_t kAtOnce = 512;  // for four columns: 5 KiB for sixteen rows

HWY_INLINE void ask_for(const char* text) {
    for (std::size_t line = 0; line < kAtOnce; line += 64) __builtin_prefetch(text + line, 0, 2);
}

struct Tables {
    alignas(64) std::uint8_t digits[64];          // by the low six bits of a character
    alignas(64) std::uint8_t characters[64];      // the digit that has these bits
    alignas(64) std::uint8_t hex_order[64];       // of bytes behind _mm512_packus_epi16
    alignas(64) std::uint32_t decimal_order[16];  // of words behind _mm512_packus_epi32
    alignas(64) std::uint8_t places[64];
    alignas(64) std::int64_t rows[8];  // where the separators of every second row are, in bytes
};

constexpr void add_digits(Tables& t, std::uint8_t first, std::uint8_t value, std::uint8_t count) {
    for (std::uint8_t i = 0; i < count; ++i) {
        t.digits[(first + i) % 64] = static_cast<std::uint8_t>(value + i);
        t.characters[(first + i) % 64] = static_cast<std::uint8_t>(first + i);
    }
}

// Even and odd rows lie in two vectors that are packed into one: a pack takes 128 bits of the
// first, then of the second.
constexpr Tables make_tables() {
    Tables t{};
    for (std::uint8_t i = 0; i < 64; ++i) {
        t.places[i] = i;
        t.characters[i] = static_cast<std::uint8_t>(~i);  // no character that has these bits
    }
    add_digits(t, '0', 0, 10);
    add_digits(t, 'a', 10, 6);
    add_digits(t, 'A', 10, 6);
    add_digits(t, 0, 0, 1);  // before the first digit of a field
    for (std::uint32_t row = 0; row < 16; ++row) {
        const std::uint32_t word = row / 4 * 4 + row % 2 * 2 + row / 2 % 2;
        t.decimal_order[row] = word;
        for (std::uint32_t byte = 0; byte < 4; ++byte)  // the first digits are the highest
            t.hex_order[4 * row + byte] = static_cast<std::uint8_t>(4 * word + 3 - byte);
    }
    for (std::size_t i = 0; i < 8; ++i)
        t.rows[i] = static_cast<std::int64_t>(2 * i * kFields * sizeof(std::uint16_t));
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

// Bits of a block of 64 bytes as positions: vectors are written as a whole, of which what is not
// needed is written over by the next.
HWY_INLINE std::uint16_t* flatten(std::uint64_t bits, V base, std::uint16_t* to) {
    const V places = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(kTables.places));
    _mm512_storeu_si512(
        to, _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(places))));
    const int count = std::popcount(bits);
    if (HWY_UNLIKELY(count > 32))
        _mm512_storeu_si512(
            to + 32,
            _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(places, 1))));
    return to + count;
}

struct Scan {
    std::uint16_t* to;
    V base = _mm512_set1_epi16(1);
    V smallest = all_bytes(0xff), feeds = _mm512_setzero_si512();
};
// All characters up to LF are taken for separators; `smallest` tells whether others than TAB were.
HWY_INLINE void scan_block(V block, Scan& scan) {
    scan.smallest = _mm512_min_epu8(scan.smallest, block);
    scan.feeds = _mm512_mask_sub_epi8(scan.feeds, _mm512_cmpeq_epi8_mask(block, all_bytes('\n')),
                                      scan.feeds, all_bytes(0xff));
    scan.to = flatten(_mm512_cmple_epu8_mask(block, all_bytes('\n')), scan.base, scan.to);
    scan.base = _mm512_add_epi16(scan.base, _mm512_set1_epi16(64));
}

void find_all(std::string_view part, Separators& found) {
    static_assert(kPartBytes / 64 < 256, "feeds are counted in bytes");
    Scan scan{found.begins() + 1};
    std::size_t i = 0;
    for (; i + 64 <= part.size(); i += 64) scan_block(_mm512_loadu_si512(part.data() + i), scan);
    const __mmask64 rest = (std::uint64_t{1} << (part.size() - i)) - 1;
    scan_block(_mm512_mask_loadu_epi8(all_bytes('0'), rest, part.data() + i), scan);
    found.count = static_cast<std::size_t>(scan.to - found.begins() - 1);
    found.lines = static_cast<std::size_t>(
        _mm512_reduce_add_epi64(_mm512_sad_epu8(scan.feeds, _mm512_setzero_si512())));
    found.controls = _mm512_cmplt_epu8_mask(scan.smallest, all_bytes('\t')) != 0;
}

// Of sixteen rows the even and the odd ones, 64 bits each.
struct Lanes {
    V even, odd;
};
HWY_INLINE std::uint32_t by_row(std::uint32_t even, std::uint32_t odd) {
    return _pdep_u32(even, 0x5555) | _pdep_u32(odd, 0xaaaa);
}

// Sixteen rows on their way into the columns, and what is known of them.
struct Rows {
    const char* text;
    const std::uint16_t* begins;  // of the next field of the first row
    std::size_t row;
    bool hex;
    V before;                                                     // the field before the next
    V too_long = _mm512_setzero_si512();                          // sign bits, by row
    Lanes wrong{_mm512_setzero_si512(), _mm512_setzero_si512()};  // not 0 behind a bad hex digit
    V largest = _mm512_setzero_si512();                           // of decimal digits
    std::uint32_t alone = 0;                                      // a sign without a number
};

// A gather waits for what its register held before: here for zeros, which are always there. With a
// mask that it knows the compiler would leave them out.
HWY_INLINE V gather(V places, const void* from) {
    __mmask8 all;
    asm("kxnorb %0, %0, %0" : "=Yk"(all));
    return _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), all, places, from, 1);
}
HWY_INLINE V gather_words(V places, const void* from) {
    __mmask16 all;
    asm("kxnorw %0, %0, %0" : "=Yk"(all));
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), all, places, from, 1);
}

// Four words of 16 bits for each row, as pairs: the first two, the others.
struct Pairs {
    V first, second;
};
HWY_INLINE Pairs words_of(const std::uint16_t* first_row) {
    const V places = _mm512_load_si512(kTables.rows);
    const V even = gather(places, first_row), odd = gather(places, first_row + kFields);
    return {_mm512_mask_shuffle_epi32(even, 0xaaaa, odd, _MM_PERM_CCAA),
            _mm512_mask_shuffle_epi32(odd, 0x5555, even, _MM_PERM_DDBB)};
}

// Fields, by row: where they begin and, in the upper 16 bits, where the next one does.
struct Four {
    V before, a, b, c, d;
};
HWY_INLINE Four next_four(Rows& rows) {
    const Pairs ends = words_of(rows.begins + 1);
    const Four four{rows.before, _mm512_shldi_epi32(ends.first, rows.before, 16), ends.first,
                    _mm512_shldi_epi32(ends.second, ends.first, 16), ends.second};
    rows.begins += 4;
    rows.before = four.d;
    return four;
}

// How far eight characters from a field's begin on are moved up so that those behind it are gone;
// what comes in from below is 0. By row; 64 for an empty field, below 0 for one that is too long.
HWY_INLINE V shifts_of(V field) {
    constexpr int kWeights = static_cast<int>(8 | 0xfff8u << 16);  // 8 and -8
    return _mm512_add_epi32(all_words(72), _mm512_madd_epi16(field, all_words(kWeights)));
}

HWY_INLINE void note_shifts(Rows& rows, V shifts, Column& column) {
    rows.too_long = _mm512_or_si512(rows.too_long, shifts);
    const __mmask16 empty = _mm512_cmpeq_epi32_mask(shifts, all_words(64));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(column.missing.data() + rows.row),
                     _mm_maskz_set1_epi8(empty, 1));
}

// The eight characters from the begin of a field on.
HWY_INLINE Lanes text_of(const char* text, V before, V field) {
    return {gather(_mm512_and_si512(field, _mm512_set1_epi64(0xffff)), text),
            gather(_mm512_srli_epi64(before, 48), text)};
}

HWY_INLINE Lanes lanes_of(V shifts) {
    return {_mm512_maskz_mov_epi32(0x5555, shifts), _mm512_srli_epi64(shifts, 32)};
}

// Four digits to a number, twice in a lane of 64 bits.
HWY_INLINE V fours_of(V digits) {
    return _mm512_madd_epi16(_mm512_maddubs_epi16(digits, _mm512_set1_epi16(1 << 8 | 10)),
                             all_words(1 << 16 | 100));
}

constexpr std::uint64_t kFirstOfEight = 0x0101010101010101, kFirstOfFour = 0x1111111111111111;

struct Decimals {
    V numbers, largest;  // without their sign; of their digits
    std::uint32_t negative = 0;
};

// Up to eight characters.
Decimals long_decimals(const char* from, V before, V field, V shifts) {
    const V zero = all_bytes('0'), minus = all_bytes('-');
    const Lanes text = text_of(from, before, field), shift = lanes_of(shifts);
    const __mmask64 e = _mm512_mask_cmpeq_epi8_mask(kFirstOfEight, text.even, minus);
    const __mmask64 o = _mm512_mask_cmpeq_epi8_mask(kFirstOfEight, text.odd, minus);
    const V even =
        _mm512_sllv_epi64(_mm512_maskz_mov_epi8(~e, _mm512_xor_si512(text.even, zero)), shift.even);
    const V odd =
        _mm512_sllv_epi64(_mm512_maskz_mov_epi8(~o, _mm512_xor_si512(text.odd, zero)), shift.odd);
    const V fours = _mm512_packus_epi32(fours_of(even), fours_of(odd));
    return {_mm512_permutexvar_epi32(_mm512_load_si512(kTables.decimal_order),
                                     _mm512_madd_epi16(fours, all_words(1 << 16 | 10000))),
            _mm512_max_epu8(even, odd),
            by_row(static_cast<std::uint32_t>(_pext_u64(e, kFirstOfEight)),
                   static_cast<std::uint32_t>(_pext_u64(o, kFirstOfEight)))};
}

// Up to four.
HWY_INLINE Decimals short_decimals(const char* from, V field, V shifts) {
    const V text = gather_words(_mm512_and_si512(field, all_words(0xffff)), from);
    const __mmask64 minus = _mm512_mask_cmpeq_epi8_mask(kFirstOfFour, text, all_bytes('-'));
    const V digits = _mm512_sllv_epi32(
        _mm512_maskz_mov_epi8(~minus, _mm512_xor_si512(text, all_bytes('0'))), shifts);
    return {fours_of(digits), digits, static_cast<std::uint32_t>(_pext_u64(minus, kFirstOfFour))};
}

HWY_INLINE void decimal_column(Rows& rows, V before, V field, Column& column) {
    const V shifts = shifts_of(field), of_four = _mm512_sub_epi32(shifts, all_words(32));
    Decimals d = HWY_LIKELY(_mm512_movepi32_mask(of_four) == 0)
                     ? short_decimals(rows.text, field, of_four)
                     : long_decimals(rows.text, before, field, shifts);
    if (HWY_UNLIKELY(d.negative != 0)) {
        rows.alone |= d.negative & _mm512_cmpeq_epi32_mask(shifts, all_words(56));
        d.numbers = _mm512_mask_sub_epi32(d.numbers, static_cast<__mmask16>(d.negative),
                                          _mm512_setzero_si512(), d.numbers);
    }
    _mm512_storeu_si512(column.words.data() + rows.row, d.numbers);
    rows.largest = _mm512_max_epu8(rows.largest, d.largest);
    note_shifts(rows, shifts, column);
}

// Pairs of digits, in 16 bits each.
HWY_INLINE V hex_pairs(V text, V& wrong) {
    const V digits = _mm512_permutexvar_epi8(text, _mm512_load_si512(kTables.digits));
    const V characters = _mm512_permutexvar_epi8(text, _mm512_load_si512(kTables.characters));
    wrong = _mm512_ternarylogic_epi64(wrong, characters, text, 0xf6);  // wrong | characters ^ text
    return _mm512_maddubs_epi16(digits, _mm512_set1_epi16(1 << 8 | 16));
}

HWY_INLINE void store_text(const Lanes& text, std::uint32_t* to) {
    const V zero = all_bytes('0');
    const V even = _mm512_max_epu8(text.even, zero), odd = _mm512_max_epu8(text.odd, zero);
    const V low = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
    const V high = _mm512_add_epi64(low, _mm512_set1_epi64(4));
    _mm512_storeu_si512(to, _mm512_permutex2var_epi64(even, low, odd));
    _mm512_storeu_si512(to + 16, _mm512_permutex2var_epi64(even, high, odd));
}

HWY_INLINE void hex_column(Rows& rows, V before, V field, Column& column) {
    const V shifts = shifts_of(field);
    const Lanes all = text_of(rows.text, before, field), shift = lanes_of(shifts);
    const Lanes text{_mm512_sllv_epi64(all.even, shift.even),
                     _mm512_sllv_epi64(all.odd, shift.odd)};
    const V numbers =
        _mm512_permutexvar_epi8(_mm512_load_si512(kTables.hex_order),
                                _mm512_packus_epi16(hex_pairs(text.even, rows.wrong.even),
                                                    hex_pairs(text.odd, rows.wrong.odd)));
    if (HWY_LIKELY(rows.hex))
        _mm512_storeu_si512(column.words.data() + rows.row, numbers);
    else
        store_text(text, column.words.data() + 2 * rows.row);
    note_shifts(rows, shifts, column);
}

// The last field, without the CR behind it. Where the first of these lines has none, one in another
// is no digit.
V without_cr(const char* text, const std::uint16_t* ends, V field) {
    if (text[ends[0] - 2] != '\r') return field;
    std::uint32_t cr = 0;
    for (std::size_t i = 0; i < kRowsAtOnce; ++i)
        cr |= static_cast<std::uint32_t>(text[ends[i * kFields] - 2] == '\r') << i;
    return _mm512_mask_sub_epi32(field, static_cast<__mmask16>(cr), field, all_words(1 << 16));
}

// Bit by row: decode_line() must look at it. What is wrong with decimal digits is not known by row.
HWY_INLINE std::uint32_t odd_rows(const Rows& rows) {
    const V even = rows.wrong.even, odd = rows.wrong.odd;
    const bool digits = _mm512_cmpgt_epu8_mask(rows.largest, all_bytes(9)) == 0;
    return by_row(_mm512_test_epi64_mask(even, even), _mm512_test_epi64_mask(odd, odd)) |
           (digits ? 0 : 0xffff) | rows.alone | _mm512_movepi32_mask(rows.too_long);
}

// Into the columns from `row` on.
std::uint32_t decode_rows(const char* text, const std::uint16_t* begins,
                          const DecodeOptions& options, std::size_t row, Chunk& chunk) {
    Rows rows{text, begins, row, options.hex, _mm512_slli_epi32(words_of(begins).first, 16)};
    const char* ahead = text + begins[0] + kAhead;
    Column* column = chunk.columns.data();
    static_assert(kFirstCategorical % 4 == 2 && kFields % 4 == 0);
    for (std::size_t f = 0; f < kFields; f += 4, column += 4, ahead += kAtOnce) {
        ask_for(ahead);
        Four four = next_four(rows);
        if (f + 4 == kFields) four.d = without_cr(text, begins + kFields, four.d);
        if (f < kFirstCategorical) {
            decimal_column(rows, four.before, four.a, column[0]);
            decimal_column(rows, four.a, four.b, column[1]);
        } else {
            hex_column(rows, four.before, four.a, column[0]);
            hex_column(rows, four.a, four.b, column[1]);
        }
        if (f + 2 < kFirstCategorical) {
            decimal_column(rows, four.b, four.c, column[2]);
            decimal_column(rows, four.c, four.d, column[3]);
        } else {
            hex_column(rows, four.b, four.c, column[2]);
            hex_column(rows, four.c, four.d, column[3]);
        }
    }
    return odd_rows(rows);
}

}  // namespace
}  // namespace piper::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
