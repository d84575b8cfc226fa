// SrcA and SrcB between unpack and math: two entries, and the times at which banks change hands.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/strong.hpp"
#include "tile/format.hpp"
#include "tile/registers.hpp"

namespace ironbird::device {

// What one unpack call supplies and one math call takes: a tile for each register, or all tiles of
// a block of matmul. On the chip a bank takes 64 rows, and most operations fill it face by face;
// `fills` counts how often unpack hands a pair of banks over for this entry.
struct SrcEntry {
    static constexpr std::uint32_t kMost = tile::kDstTiles + 1;  // rt + ct with rt * ct <= 16

    std::uint32_t tiles_a = 0, tiles_b = 0;
    std::uint32_t fills = 1;
    tile::Shape shape_a, shape_b;
    bool to_dst = false;  // `direct` goes to Dst, past both registers

    Cycles issued{};     // unpack's clock at the call
    Cycles cycles{};     // of unpacking one fill
    Cycles unpacked{};   // when the last fill was complete
    bool timed = false;  // `unpacked` is known

    std::array<tile::SrcTile, kMost> tiles;  // of A, then of B
    tile::DstTile direct;

    tile::SrcTile& a(std::uint32_t i = 0) { return tiles[i]; }
    tile::SrcTile& b(std::uint32_t i = 0) { return tiles[tiles_a + i]; }
    // Copies what still lies in L1.
    void own() {
        for (std::uint32_t i = 0; i < tiles_a + tiles_b; i++) tiles[i].own();
    }
};

// Part of a core's Tensix, touched by the thread that runs the core.
class SrcQueue {
 public:
    static constexpr std::uint32_t kSlots = 2;
    static constexpr std::uint32_t kBanks = 2;

    void reset() {
        put_ = taken_ = fills_ = 0;
        free_ = {};
    }

    // ---- unpack
    bool full() const { return put_ - taken_ == kSlots; }
    SrcEntry& slot() { return slots_[next_slot()]; }

    // Hands the slot over at unpack's time; returns its number.
    std::uint32_t put(Cycles clock) {
        SrcEntry& e = slot();
        slot_of_[put_ % kSlots] = next_slot();
        e.issued = clock;
        e.timed = false;
        fills_ += e.fills;
        put_++;
        if (fills_ <= kBanks) time_alone(e, fills_ - e.fills);
        return put_ - 1;
    }
    // Unpack may go on: everything fits into the two banks, or math has begun with it.
    bool settled(std::uint32_t number) const {
        return fills_ <= kBanks || number - taken_ >= kSlots;
    }
    // How many entries math must have taken for that, and for a free slot.
    std::uint32_t taken_when_settled(std::uint32_t number) const {
        return entry(number).fills > kBanks ? number + 1 : number;
    }
    std::uint32_t taken_when_room() const { return put_ - kSlots + 1; }
    // When unpack is done with an entry that is settled.
    Cycles unpacked(std::uint32_t number) {
        SrcEntry& e = entry(number);
        if (!e.timed) time_alone(e, 0);
        return e.unpacked;
    }

    void own() {
        for (std::uint32_t n = taken_; n != put_; n++) entry(n).own();
    }

    // ---- math
    bool empty() const { return put_ == taken_; }
    std::uint32_t taken() const { return taken_; }
    SrcEntry& front() { return entry(taken_); }

    // Math works through the front entry, `cycles` on each fill, from its clock on; returns its
    // end. The two sides alternate on two banks: unpack begins a fill when math has freed the one
    // before last, math when the fill is complete.
    Cycles take(Cycles clock, Cycles cycles) {
        SrcEntry& e = front();
        Cycles in = e.issued;
        for (std::uint32_t i = 0; i < e.fills; i++) {
            in = e.timed && i + 1 == e.fills ? e.unpacked : std::max(in, free_[0]) + e.cycles;
            clock = std::max(clock, in) + cycles;
            free_ = {free_[1], clock};
        }
        e.unpacked = in;
        e.timed = true;
        fills_ -= e.fills;
        taken_++;
        return clock;
    }

 private:
    // Entries that math takes at once use one slot over and over: it stays in the host's cache.
    std::uint32_t next_slot() const { return empty() ? 0 : 1 - slot_of_[(put_ - 1) % kSlots]; }
    SrcEntry& entry(std::uint32_t number) { return slots_[slot_of_[number % kSlots]]; }
    const SrcEntry& entry(std::uint32_t number) const { return slots_[slot_of_[number % kSlots]]; }

    // All banks that the entry needs are free or will be: nothing of it waits for math.
    void time_alone(SrcEntry& e, std::uint32_t ahead) {
        Cycles at = e.issued;
        for (std::uint32_t i = 0; i < e.fills; i++)
            at = std::max(at, free_[std::min(i + ahead, kBanks - 1)]) + e.cycles;
        e.unpacked = at;
        e.timed = true;
    }

    std::array<SrcEntry, kSlots> slots_;
    std::array<std::uint32_t, kSlots> slot_of_{};  // by the number of the entry
    std::uint32_t put_ = 0, taken_ = 0;
    std::uint32_t fills_ = 0;            // put and not taken
    std::array<Cycles, kBanks> free_{};  // when math freed the last two fills, older first
};

}  // namespace ironbird::device
