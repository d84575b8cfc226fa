// An engine's part in a machine of several processes; alone it has none.
#pragma once

#include <span>
#include <vector>

#include "device/chip/chip.hpp"
#include "device/peers.hpp"

namespace ironbird::device {

// Owned by the engine and touched by the thread that runs it, between windows.
class Joint {
 public:
    explicit Joint(Peers* peers) : peers_(peers) {}

    bool alone() const { return peers_ == nullptr; }
    Peers* peers() const { return peers_; }
    // The standing of all processes as of the last meeting; a default one if this process is alone.
    const Standing& all() const { return all_; }

    void begin() { agreed_ = false; }
    // Publishes `own`, merges what the other processes have published, and delivers the frames that
    // they sent to these chips. Throws EndedElsewhere if one of them leaves.
    void meet(Standing own, std::span<ChipModel* const> chips, noc::Pool& pool);
    // Every process knows that the run ends here.
    void agree() { agreed_ = true; }
    // Tells the other processes that this one leaves, if they do not know.
    void leave(std::span<ChipModel* const> chips);

 private:
    Standing tell(Standing own, std::span<ChipModel* const> chips);

    Peers* peers_;
    Standing all_;
    bool agreed_ = false;
    std::vector<ChipTime> times_;
};

// Whether processors of these chips get on, or only repeat a query.
void look_for_spins(std::span<ChipModel* const> chips, Standing& now);

}  // namespace ironbird::device
