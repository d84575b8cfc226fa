// Kinds of programmable cores and processors, as template arguments of semaphore calls.
#pragma once

#include <stdint.h>

#include "ironbird/chip.h"

enum ProgrammableCoreType { TENSIX, ACTIVE_ETH, IDLE_ETH, DRAM, COUNT };

enum class TensixProcessorTypes : uint8_t { DM0, DM1, MATH0, MATH1, MATH2, COUNT };

inline constexpr uint8_t MaxProcessorsPerCoreType = 5;
inline constexpr uint8_t MaxDMProcessorsPerCoreType = 2;

// Values of NOC_MODE.
enum : uint8_t { DM_DEDICATED_NOC = 0, DM_DYNAMIC_NOC = 1, DM_INVALID_NOC = 2 };
