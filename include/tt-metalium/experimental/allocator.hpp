// The state of one allocator taken over by another.
#pragma once

#include <tt-metalium/allocator.hpp>
#include <vector>

namespace tt::tt_metal::experimental {

// Marks as used in the target what is used in any of the sources; until the target is cleared.
void synchronize_allocator_state(Allocator* target, const std::vector<Allocator*>& sources);

}  // namespace tt::tt_metal::experimental
