// Meetings of engines over a link.
#pragma once

#include <vector>

#include "device/peers.hpp"
#include "ranks/lines.hpp"
#include "ranks/wire.hpp"

namespace ironbird::ranks {

// Which rank runs a chip: neighbours by number are on one.
struct Spread {
    std::uint32_t ranks = 1, chips = 1;
    std::uint32_t rank_of(std::uint32_t chip) const {
        return std::min(chip * ranks / chips, ranks - 1);
    }
};

// Owned by whoever owns the engine of this rank, and touched by the thread that runs it.
class RankPeers final : public device::Peers {
 public:
    RankPeers(Link& link, const Spread& spread);

    // A line of this rank: to rank 0 with the next meeting.
    void print(const device::PrintLine& line);
    // Rank 0 alone.
    Lines& lines() { return lines_; }
    // Lines that no meeting has taken along.
    std::vector<device::PrintLine> take_lines() { return std::exchange(unsent_, {}); }

    Cycles earliest(std::uint32_t chip) const override;
    void send(const device::FarFrame& frame) override;
    device::Standing meet(const device::Standing& own,
                          std::span<const device::ChipTime> chips) override;
    std::span<const device::FarFrame> arrivals() const override { return arrivals_; }

 private:
    void write(device::Standing own, std::span<const device::ChipTime> chips);
    void read(In in);
    void note(const device::ChipTime& time);

    Link& link_;
    const Spread spread_;
    Lines lines_;
    std::vector<device::PrintLine> unsent_;
    std::vector<Out> frames_;                  // by rank
    std::vector<std::uint64_t> frame_counts_;  // likewise
    std::vector<device::ChipTime> sent_;       // when the first of them arrives, by chip
    std::vector<Bytes> out_, in_;              // by rank
    std::vector<Cycles> times_;                // by chip
    std::vector<device::FarFrame> arrivals_;   // their bytes are in in_
    device::Standing all_;
};

}  // namespace ironbird::ranks
