// What a CB holds, by index. The tables come with the prologue (see kernel_begin.h); declared here
// so that classes in the precompiled part can ask.
#pragma once

#include <stdint.h>

#include "tensix_types.h"

constexpr int32_t get_tile_size(int32_t operand);
constexpr uint32_t get_tile_hw(int32_t operand);
constexpr uint32_t get_tile_num_faces(int32_t operand);
constexpr DataFormat get_dataformat(int32_t operand);

namespace ironbird {

constexpr uint32_t tile_rows(uint32_t operand);
constexpr uint32_t tile_columns(uint32_t operand);
constexpr uint32_t face_rows(uint32_t operand);

}  // namespace ironbird

#define DATA_FORMATS_DEFINED
