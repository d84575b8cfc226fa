// All launches that have not completed, in the order in which they were started.
#pragma once

#include <memory>
#include <vector>

#include "device/launch/launch.hpp"
#include "device/observer.hpp"

namespace ironbird::device {

// Launches that wait for their cores, and those that run. Owned by the engine, touched between
// windows by the thread that runs it.
class LaunchQueue {
 public:
    LaunchId add(const Launch& launch, ChipModel& chip);
    bool empty() const { return launches_.empty(); }

    // Whether a kernel runs on an Ethernet core.
    bool use_links() const { return link_users_ != 0; }

    // A waiting launch may have become ready.
    bool changed() const { return changed_; }
    // All processors of a launch have ended, and it has not been taken yet.
    bool any_ended() const { return ended_ != 0; }

    // Readies what may run: a launch waits for those before it that hold any of its cores.
    // It begins no sooner than `floor`: chips that are joined have come that far.
    void begin_ready(Cycles floor = {});

    // A core's last processor has ended.
    void core_ended(ChipModel& chip, std::uint32_t core);

    // Removes the launches whose processors have ended and whose requests have all been delivered.
    // If its chip has sent packets over the fabric meanwhile, a launch also waits until no packet
    // is on its way that was sent before it ended; the oldest was sent at `oldest_packet`.
    std::vector<Completion> take_completed(Cycles oldest_packet);

    // The launches that have begun (`running`), or those that have not.
    std::vector<LaunchView> views(bool running) const;

    // Longest modelled time, in seconds, that a running launch has taken so far.
    double longest_seconds() const;

    // Forgets the launches of a chip, or all of them.
    void drop(const ChipModel* chip = nullptr);

 private:
    bool is_held(const ActiveLaunch& launch, std::uint32_t core) const;
    bool may_begin(const ActiveLaunch& launch) const;
    void begin(ActiveLaunch& launch, Cycles floor);
    static bool delivered(const ActiveLaunch& launch);

    Blocks blocks_;
    std::vector<std::unique_ptr<ActiveLaunch>> launches_;
    std::uint64_t last_id_ = 0;
    std::uint32_t link_users_ = 0;  // launches that run and have Ethernet cores
    std::uint32_t ended_ = 0;       // launches that run and whose processors have all ended
    bool changed_ = false;          // a waiting launch may have become ready
};

}  // namespace ironbird::device
