// Prints of the unpacker's registers: there is nothing to read without the Tensix.
#pragma once

#include "ironbird/print.h"

[[noreturn]] inline void dprint_tensix_unpack_tile_descriptor(uint reg_id = 0) {
    ib_not_modelled("dprint_tensix_unpack_tile_descriptor");
}
[[noreturn]] inline void dprint_tensix_unpack_config(uint reg_id = 0) {
    ib_not_modelled("dprint_tensix_unpack_config");
}
