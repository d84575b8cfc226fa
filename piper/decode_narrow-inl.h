// As many rows as a vector has lanes of 64 bits, with the operations that all machines have.
// Included once per target.
#include <bit>
#include <cstring>

#include "decode_digits-inl.h"
#include "decode_positions.hpp"
#include "decode_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kRowsAtOnce = hn::MaxLanes(D64());

// Bits of a block of 64 bytes as positions: whole vectors are written, of which what is not needed
// is written over by the next.
HWY_INLINE std::uint16_t* flatten(std::uint64_t bits, std::size_t begin, std::uint16_t* to) {
    const hn::CappedTag<std::uint16_t, 8> d;
    const hn::Rebind<std::uint8_t, decltype(d)> bytes;
    for (std::size_t i = 0; i < 64; i += 8) {
        const auto some = static_cast<std::uint8_t>(bits >> i);
        const auto inside = hn::PromoteTo(d, hn::LoadU(bytes, kPositions[some].data()));
        hn::StoreU(hn::Add(inside, hn::Set(d, static_cast<std::uint16_t>(begin + i))), d, to);
        to += std::popcount(some);
    }
    return to;
}

struct Bits {
    std::uint64_t separators, feeds;
};
HWY_INLINE Bits look_at(const std::uint8_t* bytes) {
    const D8 d8;
    const V8 tab = hn::Set(d8, std::uint8_t{'\t'}), feed = hn::Set(d8, std::uint8_t{'\n'});
    std::uint8_t tab_bits[8], feed_bits[8];
    for (std::size_t j = 0; j < 64; j += hn::Lanes(d8)) {
        const V8 v = hn::LoadU(d8, bytes + j);
        hn::StoreMaskBits(d8, hn::Eq(v, tab), tab_bits + j / 8);
        hn::StoreMaskBits(d8, hn::Eq(v, feed), feed_bits + j / 8);
    }
    std::uint64_t tabs = 0, feeds = 0;
    std::memcpy(&tabs, tab_bits, 8);
    std::memcpy(&feeds, feed_bits, 8);
    return {tabs | feeds, feeds};
}

void find_all(std::string_view part, Separators& found) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(part.data());
    std::uint16_t* to = found.begins() + 1;
    found.lines = 0;
    found.controls = false;
    for (std::size_t i = 0; i < part.size(); i += 64) {
        Bits bits = look_at(bytes + i);
        if (const std::size_t left = part.size() - i; left < 64) {
            bits.separators &= (std::uint64_t{1} << left) - 1;
            bits.feeds &= (std::uint64_t{1} << left) - 1;
        }
        to = flatten(bits.separators, i + 1, to);
        found.lines += static_cast<std::size_t>(std::popcount(bits.feeds));
    }
    found.count = static_cast<std::size_t>(to - found.begins() - 1);
}

// Rows of one vector: where their current field ends, and what is wrong with any of their fields.
struct Rows {
    const char* text;
    const std::uint16_t* begins;  // of the first row
    VHalf begin;                  // of the current field, of each row
    VHalf longest = hn::Zero(DHalf());
    V64 wrong = hn::Zero(D64());  // not 0 where a byte is no digit
};

struct Field {
    V64 bytes;  // the eight before its end
    VHalf length;
};

// The same separator of each row.
HWY_INLINE VHalf strided(const std::uint16_t* first) {
    const hn::RebindToSigned<DHalf> offsets;
    const auto stride = hn::Set(offsets, static_cast<std::int32_t>(kFields * sizeof *first));
    const VHalf pairs = hn::GatherOffset(DHalf(), reinterpret_cast<const std::uint32_t*>(first),
                                         hn::Mul(hn::Iota(offsets, 0), stride));
    return hn::And(pairs, hn::Set(DHalf(), 0xffffu));
}

HWY_INLINE V64 bytes_before(const Rows& rows, VHalf end) {
    const hn::RebindToSigned<D64> offsets;
    const auto at = hn::BitCast(offsets, hn::PromoteTo(D64(), end));
    return hn::GatherOffset(D64(), reinterpret_cast<const std::uint64_t*>(rows.text - 8), at);
}

HWY_INLINE Field next_field(Rows& rows, std::size_t f) {
    const VHalf next = strided(rows.begins + f + 1), end = hn::Sub(next, hn::Set(DHalf(), 1u));
    const VHalf length = hn::Sub(end, rows.begin);
    rows.begin = next;
    return {bytes_before(rows, end), length};
}

// The last field of a line may have a CR behind it.
HWY_INLINE Field last_field(Rows& rows) {
    const DHalf half;
    VHalf end = hn::Sub(strided(rows.begins + kFields), hn::Set(half, 1u));
    const V64 top = hn::ShiftRight<56>(bytes_before(rows, end));
    const VHalf cr = hn::TruncateTo(half, hn::VecFromMask(D64(), hn::Eq(top, hn::Set(D64(), 13u))));
    end = hn::Add(end, cr);  // all ones: one less
    return {bytes_before(rows, end), hn::Sub(end, rows.begin)};
}

// Bits before the first byte of a field of 1 to 8 bytes; longer ones go to decode_line().
HWY_INLINE V64 bits_before(V64 length) {
    const D64 d64;
    const V64 bits = hn::Sub(hn::Set(d64, std::uint64_t{64}), hn::ShiftLeft<3>(length));
    return hn::And(bits, hn::Set(d64, std::uint64_t{63}));
}

// Of the bytes those that belong to the field; '0' for the others.
HWY_INLINE V64 digits_of(V64 bytes, V64 length) {
    const D64 d64;
    const V64 zeros = hn::Set(d64, std::uint64_t{0x3030303030303030});
    const V64 keep = hn::Shl(hn::Set(d64, ~std::uint64_t{0}), bits_before(length));
    const V64 kept = hn::Or(hn::And(bytes, keep), hn::AndNot(keep, zeros));
    return hn::IfThenElse(hn::Eq(length, hn::Zero(d64)), zeros, kept);
}

HWY_INLINE void store_missing(VHalf length, std::uint8_t* to) {
    const hn::Rebind<std::uint8_t, DHalf> bytes;
    const VHalf one = hn::Set(DHalf(), 1u);
    hn::StoreU(hn::TruncateTo(bytes, hn::IfThenElseZero(hn::Eq(length, hn::Zero(DHalf())), one)),
               bytes, to);
}

HWY_INLINE VHalf decimal_field(Rows& rows, const Field& field) {
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

// Bit by row: decode_line() must look at it.
HWY_INLINE std::uint32_t odd_rows(const Rows& rows) {
    const D64 d64;
    const V64 long_ones =
        hn::ShiftRight<3>(hn::Sub(hn::PromoteTo(d64, hn::Max(rows.longest, hn::Set(DHalf(), 8u))),
                                  hn::Set(d64, std::uint64_t{1})));  // 0 up to eight bytes
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d64, hn::Ne(hn::Or(rows.wrong, long_ones), hn::Zero(d64)), bits);
    return bits[0];
}

// As many rows as a vector has lanes, into the columns from `row` on.
std::uint32_t decode_rows(const char* text, const std::uint16_t* begins,
                          const DecodeOptions& options, std::size_t row, Chunk& chunk) {
    Rows rows{text, begins, strided(begins)};
    for (std::size_t f = 0; f < kFirstCategorical; ++f) {
        const Field field = next_field(rows, f);
        rows.longest = hn::Max(rows.longest, field.length);
        hn::StoreU(decimal_field(rows, field), DHalf(), chunk.columns[f].words.data() + row);
        store_missing(field.length, chunk.columns[f].missing.data() + row);
    }
    for (std::size_t f = kFirstCategorical; f < kFields; ++f) {
        const Field field = f + 1 < kFields ? next_field(rows, f) : last_field(rows);
        rows.longest = hn::Max(rows.longest, field.length);
        const V64 digits = digits_of(field.bytes, hn::PromoteTo(D64(), field.length));
        const VHalf value = hex_number(digits, rows.wrong);
        std::uint32_t* const to = chunk.columns[f].words.data();
        if (options.hex)
            hn::StoreU(value, DHalf(), to + row);
        else
            hn::StoreU(digits, D64(), reinterpret_cast<std::uint64_t*>(to + 2 * row));
        store_missing(field.length, chunk.columns[f].missing.data() + row);
    }
    return odd_rows(rows);
}

}  // namespace
}  // namespace piper::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
