// A tile with one number, given by the bits of a float or as an integer.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

enum { ADD_UNARY, SUB_UNARY, MUL_UNARY, DIV_UNARY, RSUB_UNARY };

ALWI void add_unary_tile(uint32_t idst, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_add_unary, idst, param1);
}
ALWI void sub_unary_tile(uint32_t idst, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_sub_unary, idst, param1);
}
ALWI void mul_unary_tile(uint32_t idst, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_mul_unary, idst, param1);
}
ALWI void div_unary_tile(uint32_t idst, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_div_unary, idst, param1);
}
ALWI void rsub_unary_tile(uint32_t idst, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_rsub_unary, idst, param1);
}
ALWI void add_unary_tile_int32(uint32_t idst, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_add_unary_int32, idst, param1);
}
ALWI void sub_unary_tile_int32(uint32_t idst, uint32_t param1) {
    ironbird::compute::sfpu_unary(IB_SFPU_sub_unary_int32, idst, param1);
}
ALWI void binop_with_scalar_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_add_unary);
}

}  // namespace ckernel
