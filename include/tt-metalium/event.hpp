// An event of a single device's queue, filled in by EnqueueRecordEvent().
#pragma once

#include <atomic>
#include <cstdint>

namespace tt::tt_metal {

class IDevice;

struct Event {
    IDevice* device = nullptr;
    uint32_t cq_id = ~0u;
    uint32_t event_id = ~0u;
    std::atomic<bool> ready = false;  // recorded, not yet reached

    // Recording is immediate, so this only checks that it happened.
    void wait_until_ready();
};

}  // namespace tt::tt_metal
