// transpose_dest.h by its names of 2025.
#pragma once

#include "api/compute/transpose_dest.h"

namespace ckernel {

template <bool is_32bit = false>
ALWI void transpose_wh_dest_init_short() {
    transpose_dest_init<is_32bit>();
}
template <bool is_32bit = false>
ALWI void transpose_wh_dest(uint32_t idst) {
    transpose_dest<is_32bit>(idst);
}

}  // namespace ckernel
