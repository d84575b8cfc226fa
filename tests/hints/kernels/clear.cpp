// Clears L1: word by word, or a page word by word and the rest by the NoC.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr bool by_noc = get_compile_time_arg_val(0) != 0;
    constexpr uint32_t pages = 32, bytes = 2048;
    const uint32_t l1 = get_write_ptr(0);
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    constexpr uint32_t count = by_noc ? 32 : pages * bytes / 4;
    for (uint32_t i = 0; i < count; ++i) words[i] = 0;  // clear
    if constexpr (by_noc) {
        uint32_t done = 128;
        for (; done < pages * bytes; done *= 2) {
            noc_async_read(get_noc_addr(l1), l1 + done, done);
            noc_async_read_barrier();
        }
    }
    cb_push_back(0, 1);  // after
}
