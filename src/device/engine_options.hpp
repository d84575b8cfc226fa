// How an engine runs: a plain value. Who makes the engine decides; nothing below it asks again.
#pragma once

#include <cstdint>
#include <string>

#include "noc/delivery.hpp"

namespace ironbird::device {

// How windows are chosen.
struct WindowRule {
    Cycles cycles{500};
    bool strict = false;  // no longer than the network's lookahead
};

// How an engine runs; a value that the host makes of the options. Nothing here depends on the chip.
struct EngineOptions {
    std::uint32_t threads = 0;  // of the host; 0 means one per core that it has
    WindowRule window{};
    noc::Delivery delivery{};
    std::string timing{};           // the network's model, see noc::make_timing
    double timeout_seconds = 0;     // longest time for one call of advance(); 0 means none
    bool allow_misaligned = false;  // misaligned transfers move their bytes instead of a fault
    bool exact_math = false;        // bit for bit what the chip computes
    bool moves_data = true;         // false: time alone
    bool keep_history = false;      // of links and banks, for a profiler
};

}  // namespace ironbird::device
