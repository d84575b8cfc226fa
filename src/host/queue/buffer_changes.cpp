// Buffers that come and go while commands are queued.
#include "host/queue/buffer_changes.hpp"

#include <utility>

namespace ironbird::host {

void BufferChanges::add(const device::BufferView& view, bool live, std::uint64_t after) {
    all_.push_back({.after = after,
                    .live = live,
                    .view = view,
                    .extents = {view.extents.begin(), view.extents.end()},
                    .cores = {view.cores.begin(), view.cores.end()},
                    .made = std::string(view.made)});
}

// Queues run beside each other: a later command may need a new buffer while an earlier one of
// another queue still uses the old one in its place.
void BufferChanges::tell(device::Chip& chip, std::uint64_t done, std::uint64_t next) {
    std::vector<Change> later;
    for (Change& c : std::exchange(all_, {})) {
        if (c.after >= done && !(c.live && c.after < next)) {
            later.push_back(std::move(c));
            continue;
        }
        c.view.extents = c.extents;
        c.view.cores = c.cores;
        c.view.made = c.made;
        chip.tell_buffer(c.view, c.live);
    }
    all_ = std::move(later);
}

}  // namespace ironbird::host
