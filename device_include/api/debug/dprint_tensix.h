// Prints of Tensix registers: there is nothing to read without the Tensix.
#pragma once

#include "ironbird/print.h"

template <bool print_by_face = false>
[[noreturn]] void dprint_tensix_dest_reg(int tile_id = 0) {
    ib_not_modelled("dprint_tensix_dest_reg");
}
[[noreturn]] inline void dprint_tensix_alu_config() {
    ib_not_modelled("dprint_tensix_alu_config");
}
[[noreturn]] inline void dprint_tensix_dest_rd_ctrl() {
    ib_not_modelled("dprint_tensix_dest_rd_ctrl");
}
