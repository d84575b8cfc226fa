// The fast decoder: separators are found in vectors, and as many lines as a vector has lanes go
// through it together, field by field. Lines that are not as most are (fields too many, too few or
// too long, no digits) go to decode_line().
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "decode_tsv.cpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>

#include "decode.hpp"
// The list of targets comes first.
#include <hwy/foreach_target.h>
// The functions follow it, once per target.
#include <hwy/highway.h>

#include "decode_digits-inl.h"

#ifndef PIPER_DECODE_SHARED
#define PIPER_DECODE_SHARED
namespace piper {

// Where fields of a chunk end: TAB and LF. Grows and is kept by its thread.
class Separators {
 public:
    // The one before the first is -1: the first field begins at 0.
    std::uint32_t* all() { return memory_.get() + 1; }
    void reserve(std::size_t bytes) {
        if (bytes <= capacity_) return;
        capacity_ = bytes;
        // Vectors are written as a whole.
        memory_ = std::make_unique_for_overwrite<std::uint32_t[]>(bytes + 1 + 64);
        memory_[0] = 0xffffffffu;
    }

    std::size_t count = 0, lines = 0;

 private:
    std::unique_ptr<std::uint32_t[]> memory_{};
    std::size_t capacity_ = 0;
};

inline constexpr std::size_t kDecimals = kFirstCategorical;

}  // namespace piper
#endif

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Bits of a block of 64 bytes as positions: whole vectors are written, of which what is not needed
// is written over by the next.
template <class Positions>
std::uint32_t* flatten(std::uint64_t bits, std::uint32_t begin, Positions d, std::uint32_t* to) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    for (std::size_t i = 0; i < 64; i += lanes) {
        const std::uint64_t some = bits >> i & ((std::uint64_t{1} << lanes) - 1);
        const auto all = hn::Iota(d, static_cast<std::uint32_t>(begin + i));
        std::uint8_t mask[8];
        std::memcpy(mask, &some, 8);
        hn::StoreU(hn::Compress(all, hn::LoadMaskBits(d, mask)), d, to);
        to += std::popcount(some);
    }
    return to;
}

void find_separators(std::string_view text, Separators& found) {
    const D8 d8;
    const hn::CappedTag<std::uint32_t, 16> positions;
    const V8 tab = hn::Set(d8, std::uint8_t{'\t'}), feed = hn::Set(d8, std::uint8_t{'\n'});
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    std::uint32_t* all = found.all();
    found.lines = 0;
    for (std::size_t i = 0; i < text.size(); i += 64) {
        std::uint8_t tab_bits[8], feed_bits[8];
        for (std::size_t j = 0; j < 64; j += hn::Lanes(d8)) {
            const V8 v = hn::LoadU(d8, bytes + i + j);
            hn::StoreMaskBits(d8, hn::Eq(v, tab), tab_bits + j / 8);
            hn::StoreMaskBits(d8, hn::Eq(v, feed), feed_bits + j / 8);
        }
        std::uint64_t tabs = 0, feeds = 0;
        std::memcpy(&tabs, tab_bits, 8);
        std::memcpy(&feeds, feed_bits, 8);
        if (const std::size_t left = text.size() - i; left < 64) {
            tabs &= (std::uint64_t{1} << left) - 1;
            feeds &= (std::uint64_t{1} << left) - 1;
        }
        all = flatten(tabs | feeds, static_cast<std::uint32_t>(i), positions, all);
        found.lines += static_cast<std::size_t>(std::popcount(feeds));
    }
    found.count = static_cast<std::size_t>(all - found.all());
}

void decode_odd(std::string_view text, const DecodeOptions& options, std::size_t begin,
                std::size_t end, std::size_t line, std::size_t row, Decoded& into) {
    Row plain;
    std::string trouble;
    decode_line(text.substr(begin, end - begin), options, plain, trouble);
    put_row(plain, options, row, into.chunk);
    if (!trouble.empty() && options.bad == Bad::error && !into.bad)
        into.bad = BadField{line, trouble};
}

using DHalf = hn::Rebind<std::uint32_t, D64>;
using VHalf = hn::Vec<DHalf>;

// Rows of one vector: where their current field ends, and what is wrong with any of their fields.
struct Rows {
    const char* text;
    const std::uint32_t* ends;  // of the first row
    VHalf before;               // end of the field before, of each row
    VHalf longest = hn::Zero(DHalf());
    V64 wrong = hn::Zero(D64());  // not 0 where a byte is no digit
};

struct Field {
    V64 bytes;  // the eight before its end
    VHalf length;
};

// The same separator of each row.
VHalf strided(const std::uint32_t* first) {
    const hn::RebindToSigned<DHalf> indices;
    const auto stride = hn::Set(indices, static_cast<std::int32_t>(kFields));
    return hn::GatherIndex(DHalf(), first, hn::Mul(hn::Iota(indices, 0), stride));
}

V64 bytes_before(const Rows& rows, VHalf end) {
    const hn::RebindToSigned<D64> offsets;
    const auto at = hn::BitCast(offsets, hn::PromoteTo(D64(), end));
    return hn::GatherOffset(D64(), reinterpret_cast<const std::uint64_t*>(rows.text - 8), at);
}

Field next_field(Rows& rows, std::size_t f) {
    const VHalf end = strided(rows.ends + f);
    const VHalf length = hn::Sub(hn::Sub(end, rows.before), hn::Set(DHalf(), 1u));
    rows.before = end;
    return {bytes_before(rows, end), length};
}

// The last field of a line may have a CR behind it.
Field last_field(Rows& rows) {
    const DHalf half;
    VHalf end = strided(rows.ends + kFields - 1);
    const V64 top = hn::ShiftRight<56>(bytes_before(rows, end));
    const VHalf cr = hn::TruncateTo(half, hn::VecFromMask(D64(), hn::Eq(top, hn::Set(D64(), 13u))));
    end = hn::Add(end, cr);  // all ones: one less
    const VHalf length = hn::Sub(hn::Sub(end, rows.before), hn::Set(half, 1u));
    return {bytes_before(rows, end), length};
}

// Bits before the first byte of a field of 1 to 8 bytes; longer ones go to decode_line().
V64 bits_before(V64 length) {
    const D64 d64;
    const V64 bits = hn::Sub(hn::Set(d64, std::uint64_t{64}), hn::ShiftLeft<3>(length));
    return hn::And(bits, hn::Set(d64, std::uint64_t{63}));
}

// Of the bytes those that belong to the field; '0' for the others.
V64 digits_of(V64 bytes, V64 length) {
    const D64 d64;
    const V64 zeros = hn::Set(d64, std::uint64_t{0x3030303030303030});
    const V64 keep = hn::Shl(hn::Set(d64, ~std::uint64_t{0}), bits_before(length));
    const V64 kept = hn::Or(hn::And(bytes, keep), hn::AndNot(keep, zeros));
    return hn::IfThenElse(hn::Eq(length, hn::Zero(d64)), zeros, kept);
}

void store_missing(VHalf length, std::uint8_t* to) {
    const hn::Rebind<std::uint8_t, DHalf> bytes;
    const VHalf one = hn::Set(DHalf(), 1u);
    hn::StoreU(hn::TruncateTo(bytes, hn::IfThenElseZero(hn::Eq(length, hn::Zero(DHalf())), one)),
               bytes, to);
}

VHalf decimal_field(Rows& rows, const Field& field) {
    const D64 d64;
    const V64 length = hn::PromoteTo(d64, field.length), one = hn::Set(d64, std::uint64_t{1});
    const V64 first =
        hn::And(hn::Shr(field.bytes, bits_before(length)), hn::Set(d64, std::uint64_t{0xff}));
    const auto minus =
        hn::And(hn::Eq(first, hn::Set(d64, std::uint64_t{'-'})), hn::Ne(length, hn::Zero(d64)));
    const V64 signs = hn::VecFromMask(d64, minus);
    const V64 text = digits_of(field.bytes, hn::Add(length, signs));
    const V8 digits = hn::Sub(hn::BitCast(D8(), text), hn::Set(D8(), std::uint8_t{'0'}));
    const auto bad = hn::VecFromMask(D8(), hn::Not(at_most(digits, 9)));
    const auto alone = hn::VecFromMask(d64, hn::And(minus, hn::Eq(length, one)));
    rows.wrong = hn::Or(rows.wrong, hn::Or(hn::BitCast(d64, bad), alone));
    const V64 value = combine_decimal(digits);
    return hn::TruncateTo(DHalf(), hn::Sub(hn::Xor(value, signs), signs));
}

VHalf hex_field(Rows& rows, V64 text) {
    const D64 d64;
    const V8 bytes = hn::BitCast(D8(), text);
    const V8 digit = hn::Sub(bytes, hn::Set(D8(), std::uint8_t{'0'}));
    const V8 letter =
        hn::Sub(hn::Or(bytes, hn::Set(D8(), std::uint8_t{0x20})), hn::Set(D8(), std::uint8_t{'a'}));
    const auto is_digit = at_most(digit, 9);
    const auto bad = hn::VecFromMask(D8(), hn::Not(hn::Or(is_digit, at_most(letter, 5))));
    rows.wrong = hn::Or(rows.wrong, hn::BitCast(d64, bad));
    const V8 nibbles =
        hn::IfThenElse(is_digit, digit, hn::Add(letter, hn::Set(D8(), std::uint8_t{10})));
    return hn::TruncateTo(DHalf(), combine_hex(nibbles));
}

// Bit by row: decode_line() must look at it.
std::uint32_t odd_rows(const Rows& rows) {
    const D64 d64;
    const V64 long_ones =
        hn::ShiftRight<3>(hn::Sub(hn::PromoteTo(d64, hn::Max(rows.longest, hn::Set(DHalf(), 8u))),
                                  hn::Set(d64, std::uint64_t{1})));  // 0 up to eight bytes
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d64, hn::Ne(hn::Or(rows.wrong, long_ones), hn::Zero(d64)), bits);
    return bits[0];
}

// As many rows as a vector has lanes, into the columns from `row` on.
std::uint32_t decode_rows(Rows rows, const DecodeOptions& options, std::size_t row, Chunk& chunk) {
    for (std::size_t f = 0; f < kDecimals; ++f) {
        const Field field = next_field(rows, f);
        rows.longest = hn::Max(rows.longest, field.length);
        hn::StoreU(decimal_field(rows, field), DHalf(), chunk.columns[f].words.data() + row);
        store_missing(field.length, chunk.columns[f].missing.data() + row);
    }
    for (std::size_t f = kDecimals; f < kFields; ++f) {
        const Field field = f + 1 < kFields ? next_field(rows, f) : last_field(rows);
        rows.longest = hn::Max(rows.longest, field.length);
        const V64 text = digits_of(field.bytes, hn::PromoteTo(D64(), field.length));
        const VHalf value = hex_field(rows, text);
        std::uint32_t* const to = chunk.columns[f].words.data();
        if (options.hex)
            hn::StoreU(value, DHalf(), to + row);
        else
            hn::StoreU(text, D64(), reinterpret_cast<std::uint64_t*>(to + 2 * row));
        store_missing(field.length, chunk.columns[f].missing.data() + row);
    }
    return odd_rows(rows);
}

// Lines of forty fields, one behind the other.
struct Run {
    const std::uint32_t* ends;
    std::size_t count = 0, row = 0, line = 0;

    std::uint32_t begin(std::size_t i) const { return *(ends + i * kFields - 1) + 1; }
    std::uint32_t end(std::size_t i) const { return ends[i * kFields + kFields - 1]; }
};

void decode_run(std::string_view text, const DecodeOptions& options, const Run& run,
                Decoded& into) {
    const std::size_t lanes = hn::Lanes(D64());
    const auto plainly = [&](std::size_t i) {
        decode_odd(text, options, run.begin(i), run.end(i), run.line + i, run.row + i, into);
    };
    if (run.count < lanes) {
        for (std::size_t i = 0; i < run.count; ++i) plainly(i);
        return;
    }
    // The last vector may take rows again that another has had.
    for (std::size_t at = 0; at < run.count; at += lanes) {
        const std::size_t first = std::min(at, run.count - lanes);
        const std::uint32_t* ends = run.ends + first * kFields;
        const Rows rows{text.data(), ends, strided(ends - 1)};
        std::uint32_t odd = decode_rows(rows, options, run.row + first, into.chunk);
        for (; odd != 0; odd &= odd - 1)
            plainly(first + static_cast<std::size_t>(std::countr_zero(odd)));
    }
}

// Every line has forty fields: as many feeds as lines, and each where a line has to end.
bool is_regular(std::string_view text, Separators& found) {
    if (found.count != found.lines * kFields) return false;
    for (std::size_t at = kFields - 1; at < found.count; at += kFields)
        if (text[found.all()[at]] != '\n') return false;
    return true;
}

// Runs of regular lines, and what lies between them.
std::size_t decode_mixed(std::string_view text, const DecodeOptions& options,
                         Separators& separators, Decoded& into) {
    const std::uint32_t* ends = separators.all();
    const std::uint32_t* const all_ends = ends + separators.count;
    std::size_t row = 0;
    std::uint32_t begin = 0;
    Run run{ends};
    for (std::size_t line = 0; line < separators.lines; ++line) {
        const std::uint32_t* const feed =
            std::find_if(ends, all_ends, [&](std::uint32_t at) { return text[at] == '\n'; });
        const std::uint32_t end = *feed;
        const bool blank = end == begin || (end == begin + 1 && text[begin] == '\r');
        const bool regular = feed - ends + 1 == static_cast<std::ptrdiff_t>(kFields);
        if (regular && run.count == 0) run = {ends, 0, row, line};
        if (regular) {
            ++run.count;
        } else {
            decode_run(text, options, std::exchange(run, {ends}), into);
            if (!blank) decode_odd(text, options, begin, end, line, row, into);
        }
        row += blank ? 0 : 1;
        ends = feed + 1;
        begin = end + 1;
    }
    decode_run(text, options, run, into);
    return row;
}

void decode_lines(std::string_view text, const DecodeOptions& options, Separators& separators,
                  Decoded& into) {
    find_separators(text, separators);
    into.lines = separators.lines;
    make_room(separators.lines, options, into.chunk);
    if (is_regular(text, separators))
        return decode_run(text, options, {separators.all(), separators.lines}, into);
    cut_to(decode_mixed(text, options, separators, into), into.chunk);
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
        Rows rows{nullptr, nullptr, hn::Zero(DHalf())};
        hn::StoreU(hex_field(rows, hn::LoadU(d64, some)), DHalf(), words);
        const std::uint32_t odd = odd_rows(rows);
        for (std::size_t k = 0; k < n; ++k) {
            const bool bad = (odd >> k & 1) != 0;
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

HWY_EXPORT(decode_lines);
HWY_EXPORT(read_hex_words);

void decode_tsv(std::string_view lines, const DecodeOptions& options, Decoded& into) {
    thread_local Separators separators;
    separators.reserve(lines.size() + kFields);
    into.bad.reset();
    HWY_DYNAMIC_DISPATCH(decode_lines)(lines, options, separators, into);
}

void hex_words(std::span<const std::uint32_t> text, std::span<std::uint32_t> numbers,
               std::span<std::uint8_t> missing) {
    std::vector<std::uint64_t> whole(numbers.size());
    std::memcpy(whole.data(), text.data(), whole.size() * 8);
    HWY_DYNAMIC_DISPATCH(read_hex_words)(whole.data(), whole.size(), numbers.data(),
                                         missing.data());
}

}  // namespace piper
#endif
