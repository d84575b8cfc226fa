// Helpers under their names of 2025.
#pragma once

#include <cstdint>
#include <hostdevcommon/common_values.hpp>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/hal_types.hpp>
#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/math.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <tt_stl/assert.hpp>

namespace tt::tt_metal::detail {

inline uint32_t TileSize(const DataFormat& data_format) {
    return tt::tile_size(data_format);
}

inline DeviceAddr SizeBytesPerBank(DeviceAddr size_bytes, DeviceAddr page_size_bytes,
                                   uint32_t num_banks, uint32_t alignment_bytes) {
    return calculate_bank_size_spread(size_bytes, page_size_bytes, num_banks, alignment_bytes);
}

}  // namespace tt::tt_metal::detail
