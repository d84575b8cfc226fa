// NoC addresses of another chip. Coordinates are the same on both NoCs here.
#pragma once

#include <stddef.h>

#include <tt-metalium/experimental/fabric/fabric_edm_types.hpp>
#include <utility>

#include "api/dataflow/dataflow_api.h"

inline constexpr size_t VIRTUAL_COORDS_START_X = 16;
inline constexpr size_t VIRTUAL_COORDS_START_Y = 16;

FORCE_INLINE bool is_using_noc_coords(uint16_t noc_x, uint16_t noc_y) {
    return noc_x < VIRTUAL_COORDS_START_X && noc_y < VIRTUAL_COORDS_START_Y;
}

FORCE_INLINE uint64_t safe_get_noc_addr(uint8_t dest_noc_x, uint8_t dest_noc_y,
                                        uint32_t dest_bank_addr, uint8_t noc_id = noc_index) {
    return get_noc_addr(dest_noc_x, dest_noc_y, dest_bank_addr, noc_id);
}

FORCE_INLINE std::pair<tt::tt_fabric::WorkerXY, uint32_t> get_noc_address_components(
    uint64_t noc_addr) {
    return {tt::tt_fabric::WorkerXY(uint16_t(NOC_UNICAST_ADDR_X(noc_addr)),
                                    uint16_t(NOC_UNICAST_ADDR_Y(noc_addr))),
            uint32_t(noc_addr)};
}
