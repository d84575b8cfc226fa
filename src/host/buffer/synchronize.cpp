// One allocator takes over what others have given away, so that it stays clear of it.
#include <algorithm>
#include <tt-metalium/experimental/allocator.hpp>

#include "host/buffer/device_memory.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {
namespace {

// What of the range none of the sorted ranges covers.
std::vector<mem::Range> rest_of(mem::Range range, const std::vector<mem::Range>& covered) {
    std::vector<mem::Range> rest;
    for (const mem::Range& c : covered) {
        if (c.end <= range.begin || c.begin >= range.end) continue;
        if (c.begin > range.begin) rest.push_back({range.begin, c.begin});
        range.begin = std::min(c.end, range.end);
    }
    if (range.begin < range.end) rest.push_back(range);
    return rest;
}

void take_over(mem::Allocator& target, const mem::Allocator& source) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(mem::Kind::count_); k++) {
        const auto kind = static_cast<mem::Kind>(k);
        for (const mem::Range& used : source.allocated(kind))
            for (const mem::Range& piece : rest_of(used, target.allocated(kind)))
                target.reserve(kind, piece.begin, piece.end - piece.begin);
    }
}

}  // namespace
}  // namespace ironbird::host

namespace tt::tt_metal::experimental {

using ironbird::host::take_over;

void synchronize_allocator_state(Allocator* target, const std::vector<Allocator*>& sources) {
    ironbird::host::Lock lock;
    for (const Allocator* source : sources)
        take_over(target->memory().banks(), source->memory().banks());
}

}  // namespace tt::tt_metal::experimental
