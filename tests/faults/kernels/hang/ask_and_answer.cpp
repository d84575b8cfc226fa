// Takes a batch from one circular buffer and answers through another, in the order that it is told.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t from = get_compile_time_arg_val(0), to = get_compile_time_arg_val(1);
    if constexpr (get_compile_time_arg_val(2) != 0) {
        cb_reserve_back(to, 1);
        cb_push_back(to, 1);
    }
    cb_wait_front(from, 1);
    cb_pop_front(from, 1);
    if constexpr (get_compile_time_arg_val(2) == 0) {
        cb_reserve_back(to, 1);
        cb_push_back(to, 1);
    }
}
