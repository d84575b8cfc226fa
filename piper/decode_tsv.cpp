// The fast decoder: separators found in vectors, digits of sixteen rows of a column read at once.
// Rows that are not as most are (fields too long or too few, no digits) go to decode_line().
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "decode_tsv.cpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "decode.hpp"
// The list of targets comes first.
#include <hwy/foreach_target.h>
// The functions follow it, once per target.
#include <hwy/highway.h>

#ifndef PIPER_DECODE_SHARED
#define PIPER_DECODE_SHARED
namespace piper {

// Where fields and lines of a chunk end. Grows and is kept by its thread.
struct Separators {
    std::unique_ptr<std::uint32_t[]> all{};    // TAB and LF
    std::unique_ptr<std::uint32_t[]> lines{};  // LF
    std::size_t capacity = 0;
    std::size_t count = 0;
    std::size_t line_count = 0;

    void reserve(std::size_t bytes) {
        if (bytes <= capacity) return;
        capacity = bytes;
        all = std::make_unique_for_overwrite<std::uint32_t[]>(bytes);
        lines = std::make_unique_for_overwrite<std::uint32_t[]>(bytes);
    }
};

// Rows whose digits are read together.
inline constexpr std::size_t kGroup = 16;
inline constexpr std::size_t kDecimals = kFirstCategorical;

struct Group {
    alignas(64) std::uint64_t text[kFields][kGroup];
    alignas(64) std::uint32_t sign[kDecimals][kGroup];  // all ones for a minus
    std::uint32_t begin[kGroup], end[kGroup];           // of the line
    std::size_t line[kGroup];
    std::size_t count = 0;
    std::uint32_t odd = 0;  // bit by row: decode_line() must look at it
};

// Of the eight bytes before the end of a field those that belong to it; '0' for the others.
struct Kept {
    std::uint64_t keep[9], zeros[9];
};
constexpr Kept make_kept() {
    Kept kept{};
    for (int n = 0; n <= 8; ++n) {
        kept.keep[n] = n == 0 ? 0 : ~std::uint64_t{0} << (64 - 8 * n);
        kept.zeros[n] = 0x3030303030303030u & ~kept.keep[n];
    }
    return kept;
}
inline constexpr Kept kKept = make_kept();

}  // namespace piper
#endif

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::CappedTag<std::uint8_t, 64>;
using D16 = hn::Repartition<std::uint16_t, D8>;
using D32 = hn::Repartition<std::uint32_t, D8>;
using D64 = hn::Repartition<std::uint64_t, D8>;
using V8 = hn::Vec<D8>;
using V64 = hn::Vec<D64>;

template <class Fn>
std::uint32_t* flatten(std::uint64_t bits, Fn position, std::uint32_t* to) {
    for (; bits != 0; bits &= bits - 1)
        *to++ = position(static_cast<std::uint32_t>(std::countr_zero(bits)));
    return to;
}

void find_separators(std::string_view text, Separators& found) {
    const D8 d8;
    const V8 tab = hn::Set(d8, std::uint8_t{'\t'}), feed = hn::Set(d8, std::uint8_t{'\n'});
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    std::uint32_t *all = found.all.get(), *line = found.lines.get();
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
        const auto position = [&](std::uint32_t bit) {
            return static_cast<std::uint32_t>(i) + bit;
        };
        all = flatten(tabs | feeds, position, all);
        line = flatten(feeds, position, line);
    }
    found.count = static_cast<std::size_t>(all - found.all.get());
    found.line_count = static_cast<std::size_t>(line - found.lines.get());
}

std::uint64_t digits_before(const char* end, std::uint32_t length) {
    std::uint64_t x;
    std::memcpy(&x, end - 8, 8);
    const std::uint32_t n = std::min(length, 8u);
    return (x & kKept.keep[n]) | kKept.zeros[n];
}

// The digits of one row into lane `g` of the group, and which fields are empty.
void take_row(const char* text, std::uint32_t start, const std::uint32_t* ends, std::size_t g,
              Group& group, std::uint8_t* const* missing, std::size_t row) {
    bool odd = false;
    for (std::size_t f = 0; f < kDecimals; ++f) {
        const std::uint32_t end = ends[f];
        const std::uint32_t minus = text[start] == '-' ? 1 : 0;
        const std::uint32_t length = end - start - minus;
        odd |= length > 8 || (minus > length);
        group.text[f][g] = digits_before(text + end, length);
        group.sign[f][g] = 0 - minus;
        missing[f][row] = end == start;
        start = end + 1;
    }
    for (std::size_t f = kDecimals; f < kFields; ++f) {
        const bool last = f + 1 == kFields;
        const std::uint32_t end = ends[f] - (last && text[ends[f] - 1] == '\r' ? 1 : 0);
        odd |= end - start > 8;
        group.text[f][g] = digits_before(text + end, end - start);
        missing[f][row] = end == start;
        start = end + 1;
    }
    group.odd |= std::uint32_t{odd} << g;
}

// Neighbours are combined, three times: bytes to 16, 32 and 64 bits. The first digit lies lowest.
V64 combine_hex(V8 nibbles) {
    const D16 d16;
    const D32 d32;
    const D64 d64;
    const auto a = hn::BitCast(d16, nibbles);
    const auto pairs = hn::Or(hn::ShiftLeft<4>(hn::And(a, hn::Set(d16, std::uint16_t{0xff}))),
                              hn::ShiftRight<8>(a));
    const auto b = hn::BitCast(d32, pairs);
    const auto fours =
        hn::Or(hn::ShiftLeft<8>(hn::And(b, hn::Set(d32, 0xffffu))), hn::ShiftRight<16>(b));
    const auto c = hn::BitCast(d64, fours);
    return hn::Or(hn::ShiftLeft<16>(hn::And(c, hn::Set(d64, std::uint64_t{0xffffffff}))),
                  hn::ShiftRight<32>(c));
}

V64 combine_decimal(V8 digits) {
    const D16 d16;
    const D32 d32;
    const D64 d64;
    const auto a = hn::BitCast(d16, digits);
    const auto low = hn::And(a, hn::Set(d16, std::uint16_t{0xff}));
    const auto pairs = hn::Add(hn::Mul(low, hn::Set(d16, std::uint16_t{10})), hn::ShiftRight<8>(a));
    const auto b = hn::BitCast(d32, pairs);
    const auto fours = hn::Add(hn::Mul(hn::And(b, hn::Set(d32, 0xffffu)), hn::Set(d32, 100u)),
                               hn::ShiftRight<16>(b));
    const auto tens = hn::MulEven(fours, hn::Set(d32, 10000u));
    return hn::Add(tens, hn::ShiftRight<32>(hn::BitCast(d64, fours)));
}

hn::Mask<D8> at_most(V8 x, std::uint8_t limit) {
    return hn::Eq(hn::Min(x, hn::Set(D8(), limit)), x);
}

// Bit by lane of 64 bits: one of its bytes is not as it should be.
std::uint32_t lanes_with(hn::Mask<D8> wrong) {
    const D64 d64;
    const V64 any = hn::BitCast(d64, hn::VecFromMask(D8(), wrong));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d64, hn::Ne(any, hn::Zero(d64)), bits);
    return bits[0];
}

V64 read_decimal(V8 text, std::uint32_t& wrong) {
    const V8 digits = hn::Sub(text, hn::Set(D8(), std::uint8_t{'0'}));
    wrong = lanes_with(hn::Not(at_most(digits, 9)));
    return combine_decimal(digits);
}

V64 read_hex(V8 text, std::uint32_t& wrong) {
    const D8 d8;
    const V8 digit = hn::Sub(text, hn::Set(d8, std::uint8_t{'0'}));
    const V8 lower = hn::Or(text, hn::Set(d8, std::uint8_t{0x20}));
    const V8 letter = hn::Sub(lower, hn::Set(d8, std::uint8_t{'a'}));
    const auto is_digit = at_most(digit, 9);
    wrong = lanes_with(hn::Not(hn::Or(is_digit, at_most(letter, 5))));
    return combine_hex(
        hn::IfThenElse(is_digit, digit, hn::Add(letter, hn::Set(d8, std::uint8_t{10}))));
}

// Sixteen texts to words; bit by text that is none.
template <class Read>
std::uint32_t read_group(const std::uint64_t* text, const std::uint32_t* sign, Read read,
                         std::uint32_t* words) {
    const D64 d64;
    const hn::Rebind<std::uint32_t, D64> half;
    std::uint32_t odd = 0;
    for (std::size_t g = 0; g < kGroup; g += hn::Lanes(d64)) {
        std::uint32_t wrong = 0;
        auto value = hn::TruncateTo(half, read(hn::BitCast(D8(), hn::LoadU(d64, text + g)), wrong));
        if (sign != nullptr) {
            const auto minus = hn::LoadU(half, sign + g);
            value = hn::Sub(hn::Xor(value, minus), minus);
        }
        hn::StoreU(value, half, words + g);
        odd |= wrong << g;
    }
    return odd;
}

void finish_group(std::string_view text, const DecodeOptions& options, std::size_t first,
                  Group& group, Decoded& into) {
    const std::size_t count = group.count;
    std::uint32_t words[kGroup];
    for (std::size_t f = 0; f < kFields; ++f) {
        std::uint32_t* to = into.chunk.columns[f].words.data();
        if (f < kDecimals) {
            group.odd |= read_group(group.text[f], group.sign[f], read_decimal, words);
        } else {
            group.odd |= read_group(group.text[f], nullptr, read_hex, words);
        }
        if (f < kDecimals || options.hex)
            std::memcpy(to + first, words, count * 4);
        else
            std::memcpy(to + 2 * first, group.text[f], count * 8);
    }
    for (std::uint32_t odd = group.odd & ((1u << count) - 1); odd != 0; odd &= odd - 1) {
        const auto g = static_cast<std::size_t>(std::countr_zero(odd));
        Row row;
        std::string trouble;
        decode_line(text.substr(group.begin[g], group.end[g] - group.begin[g]), options, row,
                    trouble);
        put_row(row, options, first + g, into.chunk);
        if (!trouble.empty() && options.bad == Bad::error && !into.bad)
            into.bad = BadField{group.line[g], trouble};
    }
    group.count = 0;
    group.odd = 0;
}

void decode_lines(std::string_view text, const DecodeOptions& options, Separators& separators,
                  Decoded& into) {
    find_separators(text, separators);
    into.lines = separators.line_count;
    make_room(separators.line_count, options, into.chunk);
    std::uint8_t* missing[kFields];
    for (std::size_t f = 0; f < kFields; ++f) missing[f] = into.chunk.columns[f].missing.data();
    thread_local Group group;
    group.count = 0;
    group.odd = 0;
    std::size_t row = 0;
    const std::uint32_t* ends = separators.all.get();
    const std::uint32_t* const all_ends = ends + separators.count;
    std::uint32_t begin = 0;
    for (std::size_t line = 0; line < separators.line_count; ++line) {
        const std::uint32_t end = separators.lines[line];
        const std::uint32_t* last = ends + kFields - 1;
        const bool regular = last < all_ends && *last == end;
        const bool blank = end == begin || (end == begin + 1 && text[begin] == '\r');
        if (!blank) {
            const std::size_t g = group.count++;
            group.begin[g] = begin;
            group.end[g] = end;
            group.line[g] = line;
            if (regular)
                take_row(text.data(), begin, ends, g, group, missing, row + g);
            else
                group.odd |= 1u << g;
        }
        if (group.count == kGroup) {
            finish_group(text, options, row, group, into);
            row += kGroup;
        }
        ends = regular ? last + 1 : std::find(ends, all_ends, end) + 1;
        begin = end + 1;
    }
    const std::size_t rows = row + group.count;
    if (group.count != 0) finish_group(text, options, row, group, into);
    cut_to(rows, into.chunk);
}

void read_hex_words(const std::uint64_t* text, std::size_t count, std::uint32_t* numbers,
                    std::uint8_t* missing) {
    std::uint64_t group[kGroup];
    std::uint32_t words[kGroup];
    for (std::size_t i = 0; i < count; i += kGroup) {
        const std::size_t n = std::min(kGroup, count - i);
        std::fill_n(group, kGroup, 0x3030303030303030u);
        std::copy_n(text + i, n, group);
        const std::uint32_t wrong = read_group(group, nullptr, read_hex, words);
        for (std::size_t g = 0; g < n; ++g) {
            const bool bad = (wrong >> g & 1) != 0;
            numbers[i + g] = bad ? 0 : words[g];
            if (bad) missing[i + g] = 1;
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
