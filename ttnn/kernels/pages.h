// The size of a circular buffer's pages while a kernel runs. A constant of it, as get_tile_size
// would be, makes a kernel of its own for every format.
#pragma once

#include "api/dataflow/dataflow_api.h"

inline uint32_t page_bytes(uint32_t cb) {
    return get_local_cb_interface(cb).fifo_page_size;
}
