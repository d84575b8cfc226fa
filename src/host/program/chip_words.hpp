// What kernels hear of their chip: as macros when they are compiled for it, or as tables.
#pragma once

#include <string>
#include <vector>

#include "abi/ib_chip.h"
#include "host/device/chip_layout.hpp"

namespace ironbird::host {

// -D defines: the architecture, the host's place on the NoC, memory, the banks.
std::vector<std::string> chip_defines(const ChipLayout& chip, std::uint32_t l1_bytes);

// The same facts as tables, which kernels that are compiled for all chips read while they run.
ib_chip_tables chip_tables(const ChipLayout& chip);

}  // namespace ironbird::host
