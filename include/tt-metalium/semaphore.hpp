// The number of semaphores that a program may have on a core.
#pragma once

#include <cstdint>

namespace tt::tt_metal {

constexpr std::uint32_t NUM_SEMAPHORES = 16;

}  // namespace tt::tt_metal
