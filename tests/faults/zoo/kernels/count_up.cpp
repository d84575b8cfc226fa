// Fills each page of CB 0 with its number.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t pages = get_arg_val<uint32_t>(0);
    for (uint32_t page = 0; page < pages; ++page) {
        cb_reserve_back(0, 1);
        auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
        for (uint32_t i = 0; i < get_tile_size(0) / 4; ++i) {
            words[i] = page;
        }
        cb_push_back(0, 1);
    }
}
