// A hang as the engine finds it, for whoever explains it.
#pragma once

#include <span>
#include <vector>

#include "device/chip/chip.hpp"
#include "device/observer.hpp"

namespace ironbird::device {

// Made by the engine on the host's stack while all fibers stand still; valid during the call that
// explains it.
struct Hang {
    enum class Cause : std::uint8_t { nothing_runs, nobody_gets_on, wall_limit, modelled_limit };

    Cause cause = Cause::nothing_runs;
    double limit_seconds = 0;           // the user's, for the last two
    std::span<ChipModel* const> chips;  // their fibers stand still
    std::vector<LaunchView> launches;   // begun, in the order in which they were started
    std::vector<LaunchView> not_begun;  // waiting for cores that these hold
};

}  // namespace ironbird::device
