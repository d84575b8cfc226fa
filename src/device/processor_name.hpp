// What messages call a processor: BRISC to TRISC2, and ERISC on an Ethernet core.
#pragma once

#include <cstdint>
#include <string>

#include "abi/kernel.hpp"
#include "arch/floorplan.hpp"

namespace ironbird::device {

inline std::string processor_name(const arch::Floorplan& plan, std::uint32_t core,
                                  std::uint32_t processor) {
    if (plan.is_ethernet(core)) return processor == 0 ? "ERISC" : "ERISC1";
    return std::string(abi::label(static_cast<abi::Processor>(processor)));
}

}  // namespace ironbird::device
