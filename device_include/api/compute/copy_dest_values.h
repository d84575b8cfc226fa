// One tile of Dst copied to another.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat DATA_FORMAT>
ALWI void copy_dest_values(uint32_t idst_in, uint32_t idst_out) {
    ironbird::compute::sfpu_binary(IB_SFPU_copy_dest_values, idst_in, idst_in, idst_out);
}
ALWI void copy_dest_values(uint32_t idst_in, uint32_t idst_out) {
    copy_dest_values<DataFormat::Float16_b>(idst_in, idst_out);
}
ALWI void copy_dest_values_init() {
    ironbird::compute::sfpu_is(IB_SFPU_copy_dest_values);
}

}  // namespace ckernel
