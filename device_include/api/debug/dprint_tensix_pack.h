// Prints of the packer's registers: there is nothing to read without the Tensix.
#pragma once

#include "ironbird/print.h"

[[noreturn]] inline void dprint_tensix_pack_config(uint reg_id = 0) {
    ib_not_modelled("dprint_tensix_pack_config");
}
[[noreturn]] inline void dprint_tensix_pack_relu_config() {
    ib_not_modelled("dprint_tensix_pack_relu_config");
}
[[noreturn]] inline void dprint_tensix_pack_edge_offset(uint reg_id = 0) {
    ib_not_modelled("dprint_tensix_pack_edge_offset");
}
[[noreturn]] inline void dprint_tensix_pack_counters(uint reg_id = 0) {
    ib_not_modelled("dprint_tensix_pack_counters");
}
