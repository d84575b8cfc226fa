// How images that are larger than L1 would be cut. Windows are read from DRAM here, whatever it
// says.
#pragma once

#include <cstdint>

namespace ttnn::operations::op_slicing {

struct Op2DSliceConfig {
    enum class SliceType : std::uint8_t { DRAM_HEIGHT, DRAM_WIDTH, L1_FULL };

    SliceType slice_type = SliceType::DRAM_WIDTH;
    std::uint32_t num_slices = 0;  // 0: as many as are needed
};

}  // namespace ttnn::operations::op_slicing
