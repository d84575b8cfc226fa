// What launches and transfers cost before and beside the kernels' own time.
#pragma once

#include <cstdint>

#include "arch/floorplan.hpp"
#include "host/program/prepared.hpp"

namespace ironbird::host {

// How long the dispatch core works on a program.
Cycles dispatch_cycles(const Prepared& work, const arch::LaunchTiming& timing);

// From the go signal until kernels could begin if there were no fixed part.
std::uint32_t start_delay(const arch::Floorplan& plan, const device::CoreLaunch& core);

enum class Direction : std::uint8_t { to_device, from_device };

// A buffer's pages on their way through PCIe.
Cycles transfer_cycles(const arch::Product& product, std::uint64_t bytes, std::uint64_t page_bytes,
                       Direction direction);

Cycles cycles_of(const arch::Product& product, double nanoseconds);

}  // namespace ironbird::host
