// One message to each of the others: how things stand, times of chips, frames, and to rank 0 lines.
#include "ranks/rank_peers.hpp"

#include <utility>

namespace ironbird::ranks {

using device::ChipTime;
using device::FarFrame;
using device::Standing;

RankPeers::RankPeers(Link& link, const Spread& spread)
    : link_(link),
      spread_(spread),
      frames_(link.size()),
      frame_counts_(link.size()),
      out_(link.size()),
      in_(link.size()) {}

void RankPeers::print(const device::PrintLine& line) {
    if (link_.rank() == 0)
        lines_.add(line);
    else
        unsent_.push_back(line);
}

Cycles RankPeers::earliest(std::uint32_t chip) const {
    return chip < times_.size() ? times_[chip] : kNever;
}

void RankPeers::note(const ChipTime& time) {
    if (time.chip >= times_.size()) times_.resize(time.chip + 1, kNever);
    times_[time.chip] = std::min(times_[time.chip], time.earliest);
}

void RankPeers::send(const FarFrame& frame) {
    const std::uint32_t rank = spread_.rank_of(frame.to.chip);
    frames_[rank] << frame;
    frame_counts_[rank]++;
    sent_.push_back({frame.to.chip, frame.arrives});
}

void RankPeers::write(Standing own, std::span<const ChipTime> chips) {
    // What is on its way counts for the chip that it goes to.
    for (const ChipTime& s : sent_) {
        own.earliest = std::min(own.earliest, s.earliest);
        own.linked = std::min(own.linked, s.earliest);
        note(s);
    }
    for (const ChipTime& c : chips) note(c);
    all_.join(own);
    for (std::uint32_t r = 0; r < link_.size(); r++) {
        if (r == link_.rank()) continue;
        Out out;
        out.bytes = std::move(out_[r]);  // its room
        out.bytes.clear();
        out << own;
        out.put(chips).put(std::span<const ChipTime>(sent_));
        out << frame_counts_[r];
        device::append(out.bytes, frames_[r].bytes.data(), frames_[r].bytes.size());
        if (r == 0)
            for (const device::PrintLine& l : unsent_) out << l;
        out_[r] = std::move(out.bytes);
        frames_[r].bytes.clear();
        frame_counts_[r] = 0;
    }
    sent_.clear();
    unsent_.clear();
}

void RankPeers::read(In in) {
    all_.join(in.next<Standing>());
    std::vector<ChipTime> times;
    for (int list = 0; list < 2; list++) {
        in >> times;
        for (const ChipTime& t : times) note(t);
    }
    for (auto n = in.next<std::uint64_t>(); n > 0; n--) in >> arrivals_.emplace_back();
    while (!in.at_end()) lines_.add(in.next<device::PrintLine>());
}

Standing RankPeers::meet(const Standing& own, std::span<const ChipTime> chips) {
    all_ = {};
    times_.assign(times_.size(), kNever);
    arrivals_.clear();
    write(own, chips);
    link_.exchange(out_, in_);
    for (std::uint32_t r = 0; r < link_.size(); r++)
        if (r != link_.rank()) read(In(in_[r]));
    lines_.hand_on(all_.earliest);
    return all_;
}

}  // namespace ironbird::ranks
