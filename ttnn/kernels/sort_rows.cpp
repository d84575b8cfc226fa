// Rows in their order, or the ranks `begin` to `end` of them: elements become keys of which smaller
// ones come first, those that do not belong to the ranks are left out by counting, and the rest are
// sorted digit by digit, which keeps the order of equal ones. The first few ranks alone are kept
// sorted while the row is read once.
#include "rows.h"

namespace {

constexpr uint32_t kBytes = get_compile_time_arg_val(0);  // of an element
constexpr uint32_t kKind = get_compile_time_arg_val(1);   // 0 real, 1 signed, 2 unsigned
constexpr uint32_t kIndexBytes = get_compile_time_arg_val(2);
constexpr bool kTiled = get_compile_time_arg_val(3) != 0;
constexpr uint32_t kNamedBytes = get_compile_time_arg_val(4);  // of given indices, or 0
using InArgs = TensorAccessorArgs<5>;
using ValueArgs = TensorAccessorArgs<InArgs::next_compile_time_args_offset()>;
using IndexArgs = TensorAccessorArgs<ValueArgs::next_compile_time_args_offset()>;
using NamedArgs = TensorAccessorArgs<IndexArgs::next_compile_time_args_offset()>;

constexpr uint32_t kRowWords = 5;  // of Rows
constexpr uint32_t kFirst = 4 * kRowWords;
constexpr uint32_t kDigits = 256;
constexpr uint32_t kPart = 1024;  // elements that are read or written at a time
constexpr uint32_t kFew = 32;     // ranks that fit the processor's own memory

using Key = std::conditional_t<kBytes == 4, uint32_t, uint16_t>;
using Keys = volatile tt_l1_ptr Key*;
using Words = volatile tt_l1_ptr uint32_t*;

constexpr uint32_t kSignBit = 1u << (8 * kBytes - 1);

uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

Key key_of(uint32_t bits, bool descending) {
    if constexpr (kKind == 0) bits = (bits & kSignBit) != 0 ? ~bits : bits | kSignBit;
    if constexpr (kKind == 1) bits ^= kSignBit;
    return static_cast<Key>(descending ? ~bits : bits);
}
uint32_t bits_of(Key key, bool descending) {
    const uint32_t bits = static_cast<Key>(descending ? ~key : key);
    if constexpr (kKind == 0) return (bits & kSignBit) != 0 ? bits ^ kSignBit : ~bits;
    if constexpr (kKind == 1) return bits ^ kSignBit;
    return bits;
}

// The memory of this kernel, which lies in one circular buffer.
struct Memory {
    const uint32_t width = common(kFirst);
    const uint32_t window = common(kFirst + 3);  // ranks that are sorted at a time, at most
    const uint32_t counts = (get_write_ptr(tt::CBIndex::c_0) + 63) & ~63u;
    const uint32_t part = counts + kDigits * 4;
    const uint32_t keys = part + kPart * 4;
    const uint32_t order = keys + (width * kBytes + 63) / 64 * 64;
    const uint32_t spare = order + window * 4;
};

// A place in the order: all smaller keys, and so many of the equal ones.
struct Cut {
    uint32_t key, equal;
};

class Sorter {
 public:
    explicit Sorter(const Memory& memory)
        : counts_(reinterpret_cast<Words>(memory.counts)),
          keys_(reinterpret_cast<Keys>(memory.keys)),
          width_(memory.width),
          order(reinterpret_cast<Words>(memory.order)),
          spare(reinterpret_cast<Words>(memory.spare)) {}

    // The elements of these ranks in their order.
    void sort(uint32_t begin, uint32_t end) {
        count_ = end - begin;
        if (begin == 0 && count_ <= kFew) return select();
        if (count_ == width_)
            for (uint32_t i = 0; i < width_; ++i) order[i] = i;
        else
            collect(cut(begin), cut(end));
        for (uint32_t shift = 0; shift < 8 * kBytes; shift += 8) pass(shift);
    }

 private:
    Words counts_;
    const Keys keys_;
    const uint32_t width_;
    uint32_t count_ = 0;

 public:
    Words order, spare;

 private:
    void clear() {
        for (uint32_t d = 0; d < kDigits; ++d) counts_[d] = 0;
    }

    // Most elements of a long row are left out by one comparison.
    void select() {
        uint32_t keys[kFew], places[kFew], found = 0;
        for (uint32_t i = 0; i < width_; ++i) {
            const uint32_t key = keys_[i];
            if (found == count_ && key >= keys[count_ - 1]) continue;
            uint32_t at = found < count_ ? found++ : count_ - 1;
            for (; at > 0 && keys[at - 1] > key; --at) {
                keys[at] = keys[at - 1];
                places[at] = places[at - 1];
            }
            keys[at] = key;
            places[at] = i;
        }
        for (uint32_t i = 0; i < count_; ++i) order[i] = places[i];
    }

    // Digit by digit from the highest one, of the keys that have all digits so far.
    Cut cut(uint32_t rank) {
        if (rank == 0) return {0, 0};
        if (rank == width_) return {static_cast<Key>(~0u), width_};
        uint32_t prefix = 0;
        for (int32_t shift = 8 * kBytes - 8; shift >= 0; shift -= 8) {
            clear();
            for (uint32_t i = 0; i < width_; ++i) {
                const uint32_t key = keys_[i] >> shift;
                if (key >> 8 == prefix) ++counts_[key & 0xff];
            }
            uint32_t digit = 0;
            while (counts_[digit] <= rank) rank -= counts_[digit++];
            prefix = prefix << 8 | digit;
        }
        return {prefix, rank};
    }

    void collect(const Cut& from, const Cut& to) {
        uint32_t found = 0, below = 0, above = 0;  // equal ones seen of either cut
        for (uint32_t i = 0; i < width_; ++i) {
            const uint32_t key = keys_[i];
            if (key < from.key || key > to.key) continue;
            const bool in_front = key == from.key && below++ < from.equal;
            const bool behind = key == to.key && above++ >= to.equal;
            if (!in_front && !behind) order[found++] = i;
        }
    }

    void pass(uint32_t shift) {
        clear();
        for (uint32_t i = 0; i < count_; ++i) ++counts_[keys_[order[i]] >> shift & 0xff];
        if (counts_[keys_[order[0]] >> shift & 0xff] == count_) return;
        uint32_t before = 0;
        for (uint32_t d = 0; d < kDigits; ++d) {
            const uint32_t now = counts_[d];
            counts_[d] = before;
            before += now;
        }
        for (uint32_t i = 0; i < count_; ++i) {
            const uint32_t element = order[i], digit = keys_[element] >> shift & 0xff;
            const uint32_t place = counts_[digit];
            counts_[digit] = place + 1;
            spare[place] = element;
        }
        const Words other = order;
        order = spare;
        spare = other;
    }
};

template <typename Source>
void read_keys(Source& from, const Memory& memory, bool descending) {
    const Keys keys = reinterpret_cast<Keys>(memory.keys);
    for (uint32_t begin = 0; begin < memory.width; begin += kPart) {
        const uint32_t left = memory.width - begin, now = left < kPart ? left : kPart;
        from.read(begin, now, memory.part);
        noc_async_read_barrier();
        for (uint32_t i = 0; i < now; ++i)
            keys[begin + i] = key_of(load<kBytes>(from.at(memory.part, i)), descending);
    }
}

// What given indices have in place of the numbers of elements.
template <typename Source>
void rename(Source& named, const Memory& memory, Sorter& sorter, uint32_t count) {
    for (uint32_t begin = 0; begin < memory.width; begin += kPart) {
        const uint32_t left = memory.width - begin, now = left < kPart ? left : kPart;
        named.read(begin, now, memory.part);
        noc_async_read_barrier();
        for (uint32_t i = 0; i < count; ++i)
            if (const uint32_t place = sorter.order[i] - begin; place < now)
                sorter.spare[i] = load<kNamedBytes>(named.at(memory.part, place));
    }
}

// Elements made one by one, written in parts.
template <uint32_t bytes, typename To, typename Make>
void write_row(To& to, const Memory& memory, uint32_t begin, uint32_t count, const Make& make) {
    for (uint32_t done = 0; done < count; done += kPart) {
        const uint32_t now = count - done < kPart ? count - done : kPart;
        for (uint32_t i = 0; i < now; ++i) store<bytes>(memory.part + i * bytes, make(done + i));
        to.write(begin + done, now, memory.part);
        noc_async_write_barrier();
    }
}

}  // namespace

void kernel_main() {
    const Memory memory;
    const uint32_t ranks = common(kFirst + 1), windows = common(kFirst + 2);
    const bool descending = common(kFirst + 4) != 0;
    const uint32_t first = get_arg_val<uint32_t>(0), units = get_arg_val<uint32_t>(1);
    Rows<InArgs, kBytes, kTiled> from(0);
    Rows<ValueArgs, kBytes, kTiled> values(kRowWords);
    Rows<IndexArgs, kIndexBytes, kTiled> indices(2 * kRowWords);
    Rows<NamedArgs, kNamedBytes == 0 ? kIndexBytes : kNamedBytes, kTiled> named(3 * kRowWords);
    Sorter sorter(memory);
    const Keys keys = reinterpret_cast<Keys>(memory.keys);
    for (uint32_t unit = first, held = ~0u; unit < first + units; ++unit) {
        const uint32_t row = unit / windows, begin = unit % windows * memory.window;
        const uint32_t count = ranks - begin < memory.window ? ranks - begin : memory.window;
        from.seek(row);
        values.seek(row);
        indices.seek(row);
        if (row != held) read_keys(from, memory, descending);
        held = row;
        sorter.sort(begin, begin + count);
        write_row<kBytes>(values, memory, begin, count,
                          [&](uint32_t i) { return bits_of(keys[sorter.order[i]], descending); });
        if constexpr (kNamedBytes != 0) {
            named.seek(row);
            rename(named, memory, sorter, count);
        }
        const Words numbers = kNamedBytes != 0 ? sorter.spare : sorter.order;
        write_row<kIndexBytes>(indices, memory, begin, count,
                               [&](uint32_t i) { return numbers[i]; });
    }
}
