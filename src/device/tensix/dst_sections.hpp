// Dst between math and pack: tiles, sections, and the times at which they change hands.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "base/strong.hpp"
#include "tile/registers.hpp"

namespace ironbird::device {

// Part of a core's Tensix, touched by the thread that runs the core. One section for full sync, two
// for half. A section that pack gives back is cleared: its tiles are marked as fresh, and count as
// zero until something is written.
class DstSections {
 public:
    void reset() {
        fresh_.fill(true);
        reduced_.fill(false);
        released_ = committed_at_ = {};
        committed_ = math_ = pack_ = 0;
        math_holds_ = pack_holds_ = false;
    }
    void configure(bool full_sync, bool wide) {
        sections_ = full_sync ? 1 : 2;
        capacity_ = tile::kDstTiles / sections_ / (wide ? 2 : 1);
    }

    std::uint32_t capacity() const { return capacity_; }  // tiles of a section
    std::uint32_t committed() const { return committed_; }
    std::uint32_t sections() const { return sections_; }

    // What is unbalanced at the end of a kernel; null if nothing is.
    const char* left_behind() const {
        if (math_holds_) return "math has acquired a section and not committed it";
        return committed_ != 0 ? "math has committed a section that pack has not released"
                               : nullptr;
    }

    // ---- math
    bool available() const { return committed_ < sections_; }
    bool math_holds() const { return math_holds_; }
    Cycles acquire() {  // returns since when the section was free
        math_holds_ = true;
        return released_[math_];
    }
    void commit(Cycles time) {
        committed_at_[math_] = time;
        committed_++;
        math_holds_ = false;
        math_ = next(math_);
    }

    // ---- pack
    bool ready() const { return committed_ > 0; }
    bool pack_holds() const { return pack_holds_; }
    Cycles wait() {  // returns when math handed it over
        pack_holds_ = true;
        return committed_at_[pack_];
    }
    void release(Cycles time) {
        released_[pack_] = time;
        for (std::uint32_t i = 0; i < tile::kDstTiles / sections_; i++)
            fresh_[first(pack_) + i] = true;
        committed_--;
        pack_holds_ = false;
        pack_ = next(pack_);
    }

    // ---- tiles of the section that each side works on
    tile::DstTile& math_tile(std::uint32_t i) { return tiles_[first(math_) + i]; }
    tile::DstTile& pack_tile(std::uint32_t i) { return tiles_[first(pack_) + i]; }
    bool& math_fresh(std::uint32_t i) { return fresh_[first(math_) + i]; }
    bool& pack_fresh(std::uint32_t i) { return fresh_[first(pack_) + i]; }
    // The tile holds a reduction's result, a row, a column or a number of it.
    bool& math_reduced(std::uint32_t i) { return reduced_[first(math_) + i]; }
    bool pack_reduced(std::uint32_t i) const { return reduced_[first(pack_) + i]; }

    // A tile whose words may be read: zeros if it was cleared.
    tile::DstTile& readable(std::uint32_t i) {
        tile::DstTile& t = math_tile(i);
        if (math_fresh(i)) {
            t.word.fill(0);
            math_fresh(i) = false;
        }
        return t;
    }

 private:
    std::uint32_t first(std::uint32_t section) const {
        return section * (tile::kDstTiles / sections_);
    }
    std::uint32_t next(std::uint32_t section) const { return (section + 1) % sections_; }

    std::array<tile::DstTile, tile::kDstTiles> tiles_;
    std::array<bool, tile::kDstTiles> fresh_{}, reduced_{};
    std::uint32_t sections_ = 2, capacity_ = 8;
    std::uint32_t committed_ = 0;        // handed over and not given back
    std::uint32_t math_ = 0, pack_ = 0;  // section of each side
    bool math_holds_ = false, pack_holds_ = false;
    std::array<Cycles, 2> released_{}, committed_at_{};
};

}  // namespace ironbird::device
