// Captured launches of a device, kept for replay.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tt-metalium/buffer.hpp>
#include <vector>

namespace ironbird::host {

struct DeviceState;
struct Prepared;
class Queue;

struct Trace {
    struct Step {
        std::size_t chip;  // place in the device
        std::shared_ptr<const Prepared> work;
    };

    std::uint32_t id = 0;
    std::vector<Step> steps;
    std::shared_ptr<tt::tt_metal::Buffer> room;  // in the trace region
};

class Traces {
 public:
    std::uint32_t begin(Queue& queue);
    void begin(Queue& queue, std::uint32_t id);
    void end(Queue& queue, std::uint32_t id);
    void replay(Queue& queue, std::uint32_t id, bool blocking);
    void release(std::uint32_t id);
    void clear();
    std::uint32_t bytes() const;

 private:
    std::map<std::uint32_t, std::shared_ptr<Trace>> traces_;
    std::uint32_t next_ = 0;
};

}  // namespace ironbird::host
