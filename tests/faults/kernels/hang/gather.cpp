// The consumer of a stream of 32-page batches: how its last batch is treated decides everything.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), pages = get_compile_time_arg_val(1);
    constexpr uint32_t passes = get_compile_time_arg_val(2);
#if defined(WHOLE_BATCHES)
    for (uint32_t done = 0; done < passes * pages; done += 32) {
        cb_wait_front(cb, 32);
        cb_pop_front(cb, 32);
    }
#elif defined(NAIVE_TAIL)
    for (uint32_t pass = 0; pass < passes; ++pass)
        for (uint32_t done = 0; done < pages; done += 32) {
            const uint32_t batch = pages - done < 32 ? pages - done : 32;
            cb_wait_front(cb, batch);
            volatile tt_l1_ptr uint32_t* page =
                reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_read_ptr(cb));
            for (uint32_t i = 0; i < batch; ++i) (void)page[i * 16];
            cb_pop_front(cb, batch);
        }
#elif defined(DIVIDING_BLOCKS)
    for (uint32_t done = 0; done < passes * pages; done += 2) {
        cb_wait_front(cb, 2);
        cb_pop_front(cb, 2);
    }
#else
    for (uint32_t done = 0; done < passes * pages; ++done) {
        cb_wait_front(cb, 1);
        cb_pop_front(cb, 1);
    }
#endif
}
