// Comings and goings of buffers, told to whoever watches a chip in the order of its queues: memory
// that is given back while a program which uses it is queued stays the program's until that is
// done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/engine.hpp"

namespace ironbird::host {

// Of one chip. Commands are numbered in the order in which the host recorded them.
class BufferChanges {
 public:
    bool empty() const { return all_.empty(); }
    // After command number `after`.
    void add(const device::BufferView& view, bool live, std::uint64_t after);
    // Tells those whose turn has come: all commands before number `done` are done, and number
    // `next` is about to be executed.
    void tell(device::Chip& chip, std::uint64_t done, std::uint64_t next);

 private:
    // The view's spans and text are its own.
    struct Change {
        std::uint64_t after;
        bool live;
        device::BufferView view;
        std::vector<device::BufferView::Extent> extents;
        std::vector<std::uint32_t> cores;
        std::string made;
    };
    std::vector<Change> all_;
};

}  // namespace ironbird::host
