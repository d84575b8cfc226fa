// Eight rows at a time, with AVX2. Included for targets that have it and lack AVX-512's
// instructions on bytes.
#include <immintrin.h>

#include <bit>
#include <cstring>

#include "decode_positions.hpp"
#include "decode_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {

constexpr std::size_t kRowsAtOnce = 8;
// The text is asked for so long before it is needed; memory answers while earlier rows are decoded.
constexpr std::size_t kAhead = 32 << 10;

using V = __m256i;
using Half = __m128i;

HWY_INLINE V all_bytes(int value) {
    return _mm256_set1_epi8(static_cast<char>(value));
}
HWY_INLINE V load(const void* from) {
    return _mm256_loadu_si256(static_cast<const V*>(from));
}
HWY_INLINE Half load_half(const void* from) {
    return _mm_loadu_si128(static_cast<const Half*>(from));
}
HWY_INLINE V twice(Half h) {
    return _mm256_broadcastsi128_si256(h);
}
HWY_INLINE void store(V value, void* to) {
    _mm256_storeu_si256(static_cast<V*>(to), value);
}

// Places of separators among eight bytes from `base` on; `bits` is below 256. A whole vector is
// written, of which what is not needed is written over by the next.
HWY_INLINE std::uint16_t* flatten_byte(std::uint32_t bits, Half base, std::uint16_t* to) {
    const auto* const places = reinterpret_cast<const Half*>(kPositions[bits].data());
    _mm_storeu_si128(reinterpret_cast<Half*>(to),
                     _mm_add_epi16(base, _mm_cvtepu8_epi16(_mm_loadl_epi64(places))));
    return to + std::popcount(bits);
}

// Of 32 bytes. Written out, and two bytes at a time: that takes the fewest instructions.
HWY_INLINE std::uint16_t* flatten(std::uint32_t bits, Half base, std::uint16_t* to) {
    to = flatten_byte(bits & 255, base, to);
    to = flatten_byte(bits >> 8 & 255, _mm_add_epi16(base, _mm_set1_epi16(8)), to);
    bits >>= 16;
    to = flatten_byte(bits & 255, _mm_add_epi16(base, _mm_set1_epi16(16)), to);
    return flatten_byte(bits >> 8, _mm_add_epi16(base, _mm_set1_epi16(24)), to);
}

struct Scan {
    std::uint16_t* to;
    Half base;
    V smallest, feeds[2];
};
// All characters up to LF are taken for separators; `smallest` tells whether others than TAB were.
HWY_INLINE std::uint32_t separators_in(V bytes, V& feeds, Scan& scan) {
    const V feed = all_bytes('\n');
    scan.smallest = _mm256_min_epu8(scan.smallest, bytes);
    feeds = _mm256_sub_epi8(feeds, _mm256_cmpeq_epi8(bytes, feed));
    const V separators = _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, feed), bytes);
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(separators));
}
HWY_INLINE void scan_block(const char* bytes, Scan& scan) {
    const std::uint32_t low = separators_in(load(bytes), scan.feeds[0], scan);
    const std::uint32_t high = separators_in(load(bytes + 32), scan.feeds[1], scan);
    scan.to = flatten(low, scan.base, scan.to);
    scan.to = flatten(high, _mm_add_epi16(scan.base, _mm_set1_epi16(32)), scan.to);
    scan.base = _mm_add_epi16(scan.base, _mm_set1_epi16(64));
}

void find_all(std::string_view part, Separators& found) {
    static_assert(kPartBytes / 64 < 256, "feeds are counted in bytes");
    const V zero = _mm256_setzero_si256();
    Scan scan{found.begins() + 1, _mm_set1_epi16(1), all_bytes(0xff), {zero, zero}};
    std::size_t i = 0;
    for (; i + 64 <= part.size(); i += 64) {
        __builtin_prefetch(part.data() + i + kAhead, 0, 2);
        scan_block(part.data() + i, scan);
    }
    if (i < part.size()) {
        char rest[64];
        std::memset(rest, '0', sizeof rest);
        std::memcpy(rest, part.data() + i, part.size() - i);
        scan_block(rest, scan);
    }
    std::uint64_t sums[4];
    store(_mm256_add_epi64(_mm256_sad_epu8(scan.feeds[0], zero),
                           _mm256_sad_epu8(scan.feeds[1], zero)),
          sums);
    found.count = static_cast<std::size_t>(scan.to - found.begins() - 1);
    found.lines = sums[0] + sums[1] + sums[2] + sums[3];
    const V tab = all_bytes('\t');
    const V right = _mm256_cmpeq_epi8(_mm256_max_epu8(scan.smallest, tab), scan.smallest);
    found.controls = _mm256_movemask_epi8(right) != -1;
}

// Of eight rows 0, 1, 4, 5 and 2, 3, 6, 7, 64 bits each: packs bring them into order.
struct Lanes {
    V a, b;
};

// Eight rows on their way into the columns, and what is known of them.
struct Rows {
    const char* text;
    const std::uint16_t* begins;  // of the first row
    std::size_t row;
    bool hex;
    Half too_long = _mm_setzero_si128();                            // sign bits, by row
    Lanes least{all_bytes(0xff), all_bytes(0xff)};                  // 0: no hex digit
    Lanes largest{_mm256_setzero_si256(), _mm256_setzero_si256()};  // of decimal digits
    V alone = _mm256_setzero_si256();                               // a sign without a number
};

// How far eight characters from a field's begin on are moved up so that those behind it are gone;
// what comes in from below is 0. 64 for an empty field, below 0 for one that is too long.
// Of sixteen fields of a row.
HWY_INLINE V shifts_in_row(const std::uint16_t* begins) {
    const V lengths = _mm256_sub_epi16(load(begins + 1), load(begins));
    return _mm256_sub_epi16(_mm256_set1_epi16(72), _mm256_slli_epi16(lengths, 3));
}

// Three times, and rows are columns. Written out: compilers leave such arrays in memory otherwise.
struct Eight {
    V x0, x1, x2, x3, x4, x5, x6, x7;
};
HWY_INLINE Eight weave(const Eight& e) {
    return {_mm256_unpacklo_epi16(e.x0, e.x4), _mm256_unpackhi_epi16(e.x0, e.x4),
            _mm256_unpacklo_epi16(e.x1, e.x5), _mm256_unpackhi_epi16(e.x1, e.x5),
            _mm256_unpacklo_epi16(e.x2, e.x6), _mm256_unpackhi_epi16(e.x2, e.x6),
            _mm256_unpacklo_epi16(e.x3, e.x7), _mm256_unpackhi_epi16(e.x3, e.x7)};
}

// Sixteen fields of eight rows, to rows of a field.
HWY_INLINE void turn(const std::uint16_t* begins, std::uint16_t (*to)[kRowsAtOnce]) {
    const auto row = [&](std::size_t r) { return shifts_in_row(begins + r * kFields); };
    const auto put = [&](std::size_t f, V fields) {
        _mm_store_si128(reinterpret_cast<Half*>(to[f]), _mm256_castsi256_si128(fields));
        _mm_store_si128(reinterpret_cast<Half*>(to[f + 8]), _mm256_extracti128_si256(fields, 1));
    };
    const Eight e =
        weave(weave(weave({row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)})));
    put(0, e.x0);
    put(1, e.x1);
    put(2, e.x2);
    put(3, e.x3);
    put(4, e.x4);
    put(5, e.x5);
    put(6, e.x6);
    put(7, e.x7);
}

HWY_INLINE Lanes lanes_of(V shifts) {
    const char z = -1;
    return {_mm256_shuffle_epi8(
                shifts, _mm256_setr_epi8(0, 1, z, z, z, z, z, z, 2, 3, z, z, z, z, z, z, 8, 9, z, z,
                                         z, z, z, z, 10, 11, z, z, z, z, z, z)),
            _mm256_shuffle_epi8(
                shifts, _mm256_setr_epi8(4, 5, z, z, z, z, z, z, 6, 7, z, z, z, z, z, z, 12, 13, z,
                                         z, z, z, z, z, 14, 15, z, z, z, z, z, z))};
}

// Eight characters each from two places.
HWY_INLINE Half two(const char* first, const char* second) {
    return _mm_castpd_si128(
        _mm_loadh_pd(_mm_castsi128_pd(_mm_loadl_epi64(reinterpret_cast<const Half*>(first))),
                     reinterpret_cast<const double*>(second)));
}

// The eight characters from the begin of a field on.
HWY_INLINE Lanes text_of(const Rows& rows, std::size_t f) {
    const std::uint16_t* const begins = rows.begins + f;
    const auto at = [&](std::size_t row) { return rows.text + begins[row * kFields]; };
    return {
        _mm256_inserti128_si256(_mm256_castsi128_si256(two(at(0), at(1))), two(at(4), at(5)), 1),
        _mm256_inserti128_si256(_mm256_castsi128_si256(two(at(2), at(3))), two(at(6), at(7)), 1)};
}

HWY_INLINE void note_shifts(Rows& rows, V both, Column& column) {
    const Half shifts = _mm256_castsi256_si128(both);
    rows.too_long = _mm_or_si128(rows.too_long, shifts);
    const Half empty = _mm_srli_epi16(_mm_cmpeq_epi16(shifts, _mm_set1_epi16(64)), 15);
    _mm_storel_epi64(reinterpret_cast<Half*>(column.missing.data() + rows.row),
                     _mm_packus_epi16(empty, empty));
}

// Four digits to a number, twice in a lane of 64 bits.
HWY_INLINE V fours_of(V digits) {
    return _mm256_madd_epi16(_mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 10)),
                             _mm256_set1_epi32(1 << 16 | 100));
}

HWY_INLINE void decimal_column(Rows& rows, std::size_t f, V shifts, Column& column) {
    const V zero = all_bytes('0'), minus = all_bytes('-'), first = _mm256_set1_epi64x(0xff);
    const Lanes shift = lanes_of(shifts);
    Lanes text = text_of(rows, f);
    Lanes signs{_mm256_cmpeq_epi8(text.a, minus), _mm256_cmpeq_epi8(text.b, minus)};
    text = {_mm256_xor_si256(text.a, zero), _mm256_xor_si256(text.b, zero)};
    const bool negative = _mm256_testz_si256(_mm256_or_si256(signs.a, signs.b), first) == 0;
    if (HWY_UNLIKELY(negative)) {
        signs = {_mm256_and_si256(signs.a, first), _mm256_and_si256(signs.b, first)};
        text = {_mm256_andnot_si256(signs.a, text.a), _mm256_andnot_si256(signs.b, text.b)};
    }
    text = {_mm256_sllv_epi64(text.a, shift.a), _mm256_sllv_epi64(text.b, shift.b)};
    rows.largest = {_mm256_max_epu8(rows.largest.a, text.a),
                    _mm256_max_epu8(rows.largest.b, text.b)};
    V numbers = _mm256_madd_epi16(_mm256_packus_epi32(fours_of(text.a), fours_of(text.b)),
                                  _mm256_set1_epi32(1 << 16 | 10000));
    if (HWY_UNLIKELY(negative)) {
        // A field that is empty or behind which a sign follows has a number of 0.
        const V sign = _mm256_castps_si256(
            _mm256_shuffle_ps(_mm256_castsi256_ps(signs.a), _mm256_castsi256_ps(signs.b), 0x88));
        const V none = _mm256_cmpeq_epi32(numbers, _mm256_setzero_si256());
        const V is = _mm256_cmpgt_epi32(sign, _mm256_setzero_si256());
        rows.alone = _mm256_or_si256(rows.alone, _mm256_and_si256(none, is));
        numbers = _mm256_sub_epi32(_mm256_xor_si256(numbers, is), is);
    }
    store(numbers, column.words.data() + rows.row);
    note_shifts(rows, shifts, column);
}

// By the upper and the lower four bits of a character: a bit that both have tells that it is a
// digit (16), a letter (32), or what is before a field (64); 9 is added to letters.
HWY_INLINE V hex_pairs(V text, V& least) {
    const V by_upper = twice(_mm_setr_epi8(64, 0, 0, 16, 41, 0, 41, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const V by_lower =
        twice(_mm_setr_epi8(80, 48, 48, 48, 48, 48, 48, 16, 16, 16, 0, 0, 0, 0, 0, 0));
    const V nibble = all_bytes(15);
    const V kind =
        _mm256_shuffle_epi8(by_upper, _mm256_and_si256(_mm256_srli_epi16(text, 4), nibble));
    least = _mm256_min_epu8(least, _mm256_and_si256(kind, _mm256_shuffle_epi8(by_lower, text)));
    return _mm256_maddubs_epi16(_mm256_and_si256(_mm256_add_epi8(text, kind), nibble),
                                _mm256_set1_epi16(1 << 8 | 16));
}

HWY_INLINE void store_text(const Lanes& text, std::uint32_t* to) {
    const V zero = all_bytes('0');
    const V a = _mm256_max_epu8(text.a, zero), b = _mm256_max_epu8(text.b, zero);
    store(_mm256_permute2x128_si256(a, b, 0x20), to);
    store(_mm256_permute2x128_si256(a, b, 0x31), to + 8);
}

HWY_INLINE void hex_column(Rows& rows, std::size_t f, V shifts, Column& column) {
    const V order = twice(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    const Lanes all = text_of(rows, f), shift = lanes_of(shifts);
    const Lanes text{_mm256_sllv_epi64(all.a, shift.a), _mm256_sllv_epi64(all.b, shift.b)};
    const V numbers = _mm256_shuffle_epi8(
        _mm256_packus_epi16(hex_pairs(text.a, rows.least.a), hex_pairs(text.b, rows.least.b)),
        order);
    if (HWY_LIKELY(rows.hex))
        store(numbers, column.words.data() + rows.row);
    else
        store_text(text, column.words.data() + 2 * rows.row);
    note_shifts(rows, shifts, column);
}

// The last field, without the CR behind it. Where the first of these lines has none, one in another
// is no digit.
V without_cr(const char* text, const std::uint16_t* ends, V shifts) {
    if (text[ends[0] - 2] != '\r') return shifts;
    std::uint16_t more[kRowsAtOnce];
    for (std::size_t i = 0; i < kRowsAtOnce; ++i)
        more[i] = text[ends[i * kFields] - 2] == '\r' ? 8 : 0;
    return _mm256_add_epi16(shifts, twice(load_half(more)));
}

// Bit by row: decode_line() must look at it.
HWY_INLINE std::uint32_t odd_rows(const Rows& rows) {
    const V zero = _mm256_setzero_si256(), nine = all_bytes(9);
    const auto wrong = [&](V least, V largest) {
        const V bytes =
            _mm256_or_si256(_mm256_cmpeq_epi8(least, zero), _mm256_subs_epu8(largest, nine));
        return ~static_cast<std::uint32_t>(
                   _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(bytes, zero)))) &
               15;
    };
    const std::uint32_t a = wrong(rows.least.a, rows.largest.a),
                        b = wrong(rows.least.b, rows.largest.b);
    const auto alone =
        static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(rows.alone)));
    const auto too_long = static_cast<std::uint32_t>(
        _mm_movemask_epi8(_mm_packs_epi16(rows.too_long, _mm_setzero_si128())));
    return (a & 3) | (b & 3) << 2 | (a & 12) << 2 | (b & 12) << 4 | alone | too_long;
}

// Into the columns from `row` on.
std::uint32_t decode_rows(const char* text, const std::uint16_t* begins,
                          const DecodeOptions& options, std::size_t row, Chunk& chunk) {
    alignas(32) std::uint16_t shifts[kFields + 8][kRowsAtOnce];
    static_assert(kFields == 40);
    turn(begins, shifts);
    turn(begins + 16, shifts + 16);
    turn(begins + 32, shifts + 32);
    Rows rows{text, begins, row, options.hex};
    Column* const column = chunk.columns.data();
    const auto of = [&](std::size_t f) { return twice(load_half(shifts[f])); };
    for (std::size_t f = 0; f < kFirstCategorical; ++f) decimal_column(rows, f, of(f), column[f]);
    for (std::size_t f = kFirstCategorical; f + 1 < kFields; ++f)
        hex_column(rows, f, of(f), column[f]);
    hex_column(rows, kFields - 1, without_cr(text, begins + kFields, of(kFields - 1)),
               column[kFields - 1]);
    return odd_rows(rows);
}

}  // namespace
}  // namespace piper::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
