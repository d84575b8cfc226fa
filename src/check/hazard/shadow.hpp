// What is remembered of each byte of a memory: who wrote and read it last, and whether it was ever
// written. A line of 64 bytes has one cell until somebody touches a part of it, and a block of 32
// lines has one line until somebody touches a part of that.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "check/hazard/knowledge.hpp"

namespace ironbird::check {

inline constexpr std::uint32_t kLineBytes = 64, kWords = 16;

// One access. A packet's is known by its initiator and the clock of its issue.
struct Stamp {
    std::uint32_t clock = 0;  // 0: none
    std::uint32_t site = 0;   // of the initiator's node
    std::uint32_t cycle = 0;  // its low half
    std::uint16_t node = 0;
    std::uint8_t processor = 0;
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
    Epoch epoch() const { return {clock, node, processor}; }
    std::uint32_t channel() const {
        return std::uint32_t{node} << 8 | std::uint32_t{processor} << 5 | noc() << 4 |
               (how >> kVcShift);
    }
    bool same_access(const Stamp& o) const {
        return clock == o.clock && node == o.node && processor == o.processor && site == o.site &&
               how == o.how;
    }
};

// The latest write of some words, and two of the latest reads.
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

// The shadow of 16 words of memory; each of them has a cell of its own once they differ.
struct Line {
    Cell cell;
    std::uint32_t parts = 0;  // number of its words' cells, 0: all are as the cell
    std::uint16_t written = 0;
    std::uint16_t copied = 0;  // filled from memory that nobody has written

    void write(std::uint16_t words) {
        written |= words;
        copied &= static_cast<std::uint16_t>(~words);
    }
    bool operator==(const Line& o) const {
        return parts == o.parts && written == o.written && copied == o.copied && cell == o.cell;
    }
};

// How much of a range somebody has written.
struct Filled {
    bool all = true, any = false;
    bool explained = true;  // the rest was copied from where nobody had

    void add(const Line& l, std::uint16_t words) {
        all &= (l.written & words) == words;
        any |= (l.written & words) != 0;
        explained &= ((l.written | l.copied) & words) == words;
    }
};

// Of one node's memory, touched by the thread that runs the node.
class Shadow {
 public:
    // Aligns blocks to buffers, the first of which begins at this address: buffers then share few
    // blocks.
    void lay_out(std::uint64_t first_buffer) {
        shift_ = (kBlockBytes - first_buffer % kBlockBytes) % kBlockBytes;
        shift_ = shift_ / kLineBytes * kLineBytes;
    }

    // Prefetches the block of an address that is about to be looked up: it is rarely in the host's
    // cache.
    void expect(std::uint64_t address) const {
        const std::uint64_t page = (address + shift_) / kPageBytes;
        if (page < near_.size() && near_[page] != nullptr)
            __builtin_prefetch(&(*near_[page])[block_index(address)]);
    }

    // The line of an address, to be changed: a block that had one line for all gets its own lines.
    Line& line(std::uint64_t address) { return lines(block(address))[line_index(address)]; }
    // The line of an address, to be read; null if nobody has touched its page.
    Line* find(std::uint64_t address) {
        Page* page = find_page((address + shift_) / kPageBytes);
        if (page == nullptr) return nullptr;
        Block& b = (*page)[block_index(address)];
        return b.lines == nullptr ? &b.whole : &(*b.lines)[line_index(address)];
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

    // Calls visit(line, first word, past the last word, address) for each line of a range; once
    // for all lines of a block that are the same.
    template <class Visit>
    void for_each(std::uint64_t address, std::uint64_t size, Visit visit) {
        const std::uint64_t end = address + size;
        while (address < end) {
            Block& b = block(address);
            const std::uint64_t inside = (address + shift_) % kBlockBytes;
            const std::uint64_t next = std::min(end, address + kBlockBytes - inside);
            const bool all = next - address == kBlockBytes;
            if (all && b.lines == nullptr)
                visit(b.whole, 0, kWords, address);
            else
                visit_lines(lines(b), address, next, visit);
            if (all && b.lines != nullptr) unite(b);
            address = next;
        }
    }

    static std::uint16_t mask(std::uint32_t first, std::uint32_t last) {
        return static_cast<std::uint16_t>((1u << last) - (1u << first));
    }
    void mark_written(std::uint64_t address, std::uint64_t size) {
        for_each(address, size, [](Line& l, std::uint32_t first, std::uint32_t last, auto) {
            l.write(mask(first, last));
        });
    }
    // Marks a range as never written; makes no pages where there are none.
    void forget(std::uint64_t address, std::uint64_t size) {
        const std::uint64_t end = address + size;
        while (address < end) {
            const std::uint64_t inside = (address + shift_) % kPageBytes;
            const std::uint64_t next = std::min(end, address + kPageBytes - inside);
            if (find_page((address + shift_) / kPageBytes) != nullptr)
                for_each(address, next - address,
                         [](Line& l, std::uint32_t first, std::uint32_t last, auto) {
                             l.written &= static_cast<std::uint16_t>(~mask(first, last));
                             l.copied &= l.written;
                         });
            address = next;
        }
    }

 private:
    static constexpr std::uint64_t kBlockBytes = 2048;  // a tile of 16-bit numbers
    static constexpr std::uint64_t kPageBytes = 65536;
    using Lines = std::array<Line, kBlockBytes / kLineBytes>;
    // `whole` stands for every line of the block until `lines` is made.
    struct Block {
        Line whole;
        std::unique_ptr<Lines> lines;
    };
    using Page = std::array<Block, kPageBytes / kBlockBytes>;

    std::size_t block_index(std::uint64_t address) const {
        return (address + shift_) % kPageBytes / kBlockBytes;
    }
    std::size_t line_index(std::uint64_t address) const {
        return (address + shift_) % kBlockBytes / kLineBytes;
    }
    Block& block(std::uint64_t address) {
        const std::uint64_t page = (address + shift_) / kPageBytes;
        if (page != last_page_) {
            last_page_ = page;
            auto& slot = page < near_.size() ? near_[page] : far_[page];
            if (slot == nullptr) slot = std::make_unique<Page>();
            last_ = slot.get();
        }
        return (*last_)[block_index(address)];
    }
    Page* find_page(std::uint64_t page) {
        if (page < near_.size()) return near_[page].get();
        const auto it = far_.find(page);
        return it == far_.end() ? nullptr : it->second.get();
    }

    Lines& lines(Block& b) {
        if (b.lines == nullptr) {
            if (spare_.empty()) spare_.push_back(std::make_unique<Lines>());
            b.lines = std::move(spare_.back());
            spare_.pop_back();
            b.lines->fill(b.whole);
        }
        return *b.lines;
    }
    void unite(Block& b) {
        const Line& first = (*b.lines)[0];
        for (const Line& l : *b.lines)
            if (!(l == first) || l.parts != 0) return;
        b.whole = first;
        spare_.push_back(std::move(b.lines));
    }
    template <class Visit>
    void visit_lines(Lines& lines, std::uint64_t address, std::uint64_t end, Visit visit) {
        Line* l = &lines[line_index(address)];
        while (address < end) {
            const std::uint64_t next = std::min(end, (address / kLineBytes + 1) * kLineBytes);
            visit(*l++, static_cast<std::uint32_t>(address % kLineBytes / 4),
                  static_cast<std::uint32_t>((next - 1) % kLineBytes / 4 + 1),
                  address / kLineBytes * kLineBytes);
            address = next;
        }
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

    std::uint64_t shift_ = 0;
    std::array<std::unique_ptr<Page>, 32> near_;  // all of an L1
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> far_;
    std::uint64_t last_page_ = ~std::uint64_t{0};
    Page* last_ = nullptr;
    std::vector<std::unique_ptr<Lines>> spare_;
    std::vector<std::unique_ptr<std::array<Cell, kWords>>> split_;
    std::vector<std::uint32_t> free_;
};

}  // namespace ironbird::check
