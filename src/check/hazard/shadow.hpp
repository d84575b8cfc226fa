// What is remembered of each byte of a memory: who wrote and read it last, and whether it was ever
// written. A line of 64 bytes has one cell until somebody touches a part of it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "check/hazard/knowledge.hpp"

namespace ironbird::checks {

inline constexpr std::uint32_t kLineBytes = 64, kWords = 16;

// One access. A packet's is known by its initiator and the clock of its issue.
struct Stamp {
    std::uint32_t clock = 0;  // 0: none
    std::uint32_t site = 0;   // of the initiator's tile
    std::uint32_t cycle = 0;  // its low half
    std::uint16_t tile = 0;
    std::uint8_t thread = 0;
    std::uint8_t how = 0;

    enum : std::uint8_t {
        kNoc1 = 1,
        kPacket = 2,  // ordered by acknowledgements and channels, not by the clock alone
        kSource = 4,  // read by a write on its way out; or written by a read coming home
        kPart = 8,    // not all of a word
    };
    static constexpr unsigned kVcShift = 4;

    std::uint32_t noc() const { return how & kNoc1; }
    bool packet() const { return (how & kPacket) != 0; }
    Epoch epoch() const { return {clock, tile, thread}; }
    std::uint32_t channel() const {
        return std::uint32_t{tile} << 8 | std::uint32_t{thread} << 5 | noc() << 4 |
               (how >> kVcShift);
    }
    bool same_access(const Stamp& o) const {
        return clock == o.clock && tile == o.tile && thread == o.thread && site == o.site &&
               how == o.how;
    }
};

struct Cell {
    Stamp write;
    std::array<Stamp, 2> read;

    bool operator==(const Cell& o) const {
        using Words = std::array<std::uint64_t, 6>;
        static_assert(sizeof(Cell) == sizeof(Words));
        const auto a = std::bit_cast<Words>(*this), b = std::bit_cast<Words>(o);
        std::uint64_t differ = 0;
        for (std::size_t i = 0; i < a.size(); i++) differ |= a[i] ^ b[i];
        return differ == 0;
    }
};

struct Line {
    Cell cell;
    std::uint32_t parts = 0;  // number of its words' cells, 0: all are as the cell
    std::uint16_t written = 0;
    std::uint16_t copied = 0;  // filled from memory that nobody has written
};

class Shadow {
 public:
    Line& line(std::uint64_t address) {
        const std::uint64_t page = address / kPage;
        if (page != last_page_) {
            last_page_ = page;
            auto& slot = this->slot(page);
            if (slot == nullptr) slot = std::make_unique<Page>();
            last_ = slot.get();
        }
        return (*last_)[address % kPage / kLineBytes];
    }
    // Null: nobody has been there.
    Line* find(std::uint64_t address) {
        const Page* page = find_page(address / kPage);
        return page == nullptr ? nullptr
                               : const_cast<Line*>(&(*page)[address % kPage / kLineBytes]);
    }

    std::array<Cell, kWords>& parts(Line& line) {
        if (line.parts == 0) split(line);
        return *split_[line.parts - 1];
    }
    void unite(Line& line) {
        if (line.parts == 0) return;
        free_.push_back(line.parts);
        line.parts = 0;
    }

    // Calls visit(line, first word, past the last word) for each line of a range.
    template <class Visit>
    void for_each(std::uint64_t address, std::uint64_t size, Visit visit) {
        const std::uint64_t end = address + size;
        while (address < end) {
            Line* l = &line(address);
            const std::uint64_t stop = std::min(end, (address / kPage + 1) * kPage);
            while (address < stop) {
                const std::uint64_t next = std::min(stop, (address / kLineBytes + 1) * kLineBytes);
                visit(*l++, static_cast<std::uint32_t>(address % kLineBytes / 4),
                      static_cast<std::uint32_t>((next - 1) % kLineBytes / 4 + 1));
                address = next;
            }
        }
    }

    static std::uint16_t mask(std::uint32_t first, std::uint32_t last) {
        return static_cast<std::uint16_t>((1u << last) - (1u << first));
    }
    void mark_written(std::uint64_t address, std::uint64_t size) {
        for_each(address, size, [](Line& l, std::uint32_t first, std::uint32_t last) {
            l.written |= mask(first, last);
            l.copied &= static_cast<std::uint16_t>(~mask(first, last));
        });
    }
    // Nobody has written there any more; pages that were never touched stay so.
    void forget(std::uint64_t address, std::uint64_t size) {
        const std::uint64_t end = address + size;
        while (address < end) {
            const std::uint64_t next = std::min(end, (address / kPage + 1) * kPage);
            if (find_page(address / kPage) != nullptr)
                for_each(address, next - address,
                         [](Line& l, std::uint32_t first, std::uint32_t last) {
                             l.written &= static_cast<std::uint16_t>(~mask(first, last));
                             l.copied &= l.written;
                         });
            address = next;
        }
    }

 private:
    static constexpr std::uint64_t kPage = 4096;
    using Page = std::array<Line, kPage / kLineBytes>;

    std::unique_ptr<Page>& slot(std::uint64_t page) {
        return page < near_.size() ? near_[page] : far_[page];
    }
    const Page* find_page(std::uint64_t page) const {
        if (page < near_.size()) return near_[page].get();
        const auto it = far_.find(page);
        return it == far_.end() ? nullptr : it->second.get();
    }

    void split(Line& line) {
        if (free_.empty()) {
            split_.push_back(std::make_unique<std::array<Cell, kWords>>());
            line.parts = static_cast<std::uint32_t>(split_.size());
        } else {
            line.parts = free_.back();
            free_.pop_back();
        }
        split_[line.parts - 1]->fill(line.cell);
    }

    std::array<std::unique_ptr<Page>, 512> near_;  // all of an L1
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> far_;
    std::uint64_t last_page_ = ~std::uint64_t{0};
    Page* last_ = nullptr;
    std::vector<std::unique_ptr<std::array<Cell, kWords>>> split_;
    std::vector<std::uint32_t> free_;
};

}  // namespace ironbird::checks
