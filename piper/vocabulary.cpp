// Two tables: by value where the range is small enough, by hash elsewhere.
#include "vocabulary.hpp"

#include <algorithm>

namespace piper {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::uint32_t kLargestDirect = 1u << 24;  // 64 MiB a column

std::size_t hash_of(std::uint32_t value) {
    return (value * 0x9e3779b97f4a7c15u) >> 32;
}

}  // namespace

Vocabulary::Vocabulary(std::uint32_t range) : range_(range <= kLargestDirect ? range : 0) {
    if (range_ != 0)
        direct_.assign(range_, kNone);
    else
        hashed_.assign(1024, {0, kNone});
}

std::uint32_t& Vocabulary::slot_of(std::uint32_t value) {
    if (value < range_) return direct_[value];
    if (hashed_.size() < 2 * (entries_.size() + 1)) grow();
    const std::size_t mask = hashed_.size() - 1;
    std::size_t at = hash_of(value) & mask;
    while (hashed_[at].id != kNone && hashed_[at].value != value) at = (at + 1) & mask;
    hashed_[at].value = value;
    return hashed_[at].id;
}

std::uint32_t Vocabulary::find(std::uint32_t value) const {
    if (value < range_) return direct_[value];
    if (hashed_.empty()) return kNone;
    const std::size_t mask = hashed_.size() - 1;
    std::size_t at = hash_of(value) & mask;
    while (hashed_[at].id != kNone && hashed_[at].value != value) at = (at + 1) & mask;
    return hashed_[at].id;
}

void Vocabulary::grow() {
    std::vector<Slot> old(std::max<std::size_t>(1024, hashed_.size() * 2), Slot{0, kNone});
    old.swap(hashed_);
    const std::size_t mask = hashed_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id == kNone) continue;
        std::size_t at = hash_of(slot.value) & mask;
        while (hashed_[at].id != kNone) at = (at + 1) & mask;
        hashed_[at] = slot;
    }
}

void Vocabulary::add(std::span<std::uint32_t> values, std::uint64_t row) {
    for (std::uint32_t& value : values) {
        std::uint32_t& id = slot_of(value);
        if (id == kNone) {
            id = size();
            entries_.push_back({value, row});
        }
        value = id;
        ++row;
    }
}

void Vocabulary::map(std::span<std::uint32_t> values, std::uint32_t oov) const {
    for (std::uint32_t& value : values) {
        const std::uint32_t id = find(value);
        value = id == kNone ? oov : id;
    }
}

Vocabulary Vocabulary::merge(std::span<const Vocabulary> parts) {
    std::vector<Entry> all;
    for (const Vocabulary& part : parts)
        all.insert(all.end(), part.entries_.begin(), part.entries_.end());
    std::ranges::sort(all, {}, &Entry::first_row);
    Vocabulary whole(parts.empty() ? 0 : parts.front().range_);
    for (Entry& entry : all) {
        std::uint32_t value = entry.value;
        whole.add({&value, 1}, entry.first_row);
    }
    return whole;
}

}  // namespace piper
