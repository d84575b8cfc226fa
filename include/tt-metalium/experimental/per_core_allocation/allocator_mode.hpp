// How addresses are chosen: the same on all cores, or also one by one.
#pragma once

namespace tt::tt_metal::experimental::per_core_allocation {

enum class AllocatorMode { LOCKSTEP, HYBRID };

}  // namespace tt::tt_metal::experimental::per_core_allocation
