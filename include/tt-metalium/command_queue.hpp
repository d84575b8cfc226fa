// The queue of a single device, as programs of 2025 use it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ironbird::host {
class Queue;
}

namespace tt::tt_metal {

class IDevice;

class CommandQueue {
 public:
    CommandQueue(IDevice* device, ironbird::host::Queue& queue) : device_(device), queue_(&queue) {}
    CommandQueue(const CommandQueue&) = delete;
    CommandQueue& operator=(const CommandQueue&) = delete;

    IDevice* device() { return device_; }
    uint32_t id() const;
    ironbird::host::Queue& queue() { return *queue_; }

 private:
    IDevice* device_;
    ironbird::host::Queue* queue_;
};

}  // namespace tt::tt_metal
