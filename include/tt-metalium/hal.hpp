// Figures of the chip that the process simulates.
#pragma once

#include <cstdint>
#include <string>
#include <umd/device/types/arch.hpp>

namespace tt::tt_metal::hal {

tt::ARCH get_arch();
std::string get_arch_name();
uint32_t get_l1_size();
uint32_t get_dram_alignment();
uint32_t get_l1_alignment();
uint32_t get_pcie_alignment();
uint32_t get_max_worker_l1_unreserved_size();
uint32_t get_arch_num_circular_buffers();

// Of the L1 of an Ethernet core.
uint32_t get_erisc_l1_unreserved_base();
uint32_t get_erisc_l1_unreserved_size();

// As the SFPU sees them.
float get_eps();
float get_nan();
float get_inf();

}  // namespace tt::tt_metal::hal
