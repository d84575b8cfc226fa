// Ids of the values of a column, in order of first appearance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace piper {

class Vocabulary {
 public:
    struct Entry {
        std::uint32_t value;
        std::uint64_t first_row;
    };

    // Values are below `range`, 0 if that is not known: small ranges are looked up directly.
    explicit Vocabulary(std::uint32_t range = 0);

    // Values become ids; new ones are added. The first of them stands in `row`.
    void add(std::span<std::uint32_t> values, std::uint64_t row);
    // Values become ids, `oov` where they are not known.
    void map(std::span<std::uint32_t> values, std::uint32_t oov) const;

    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
    // By id.
    const std::vector<Entry>& entries() const { return entries_; }

    // What one vocabulary would be that had seen all rows: ids follow the first row of each value,
    // whoever saw it.
    static Vocabulary merge(std::span<const Vocabulary> parts);

 private:
    struct Slot {
        std::uint32_t value, id;
    };

    std::uint32_t& slot_of(std::uint32_t value);
    std::uint32_t find(std::uint32_t value) const;
    void grow();

    std::uint32_t range_;
    std::vector<std::uint32_t> direct_{};  // by value, without a range empty
    std::vector<Slot> hashed_{};           // open addressing, at most half full
    std::vector<Entry> entries_{};
};

}  // namespace piper
