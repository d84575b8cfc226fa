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
    // As of the last meeting; nothing anywhere if there are no others.
    const Standing& all() const { return all_; }

    void begin() { agreed_ = false; }
    // Says what `own` does not, and takes in what others have sent to these chips. Throws
    // EndedElsewhere if one of them leaves.
    void meet(Standing own, std::span<ChipModel* const> chips, noc::Pool& pool);
    // All know that the run ends here.
    void agree() { agreed_ = true; }
    // Tells those who do not.
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
