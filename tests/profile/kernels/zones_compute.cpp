// Takes pages as they come; more zones than the card has room for.
#include <cstdint>

#include "api/compute/cb_api.h"
#include "api/compute/compute_kernel_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    constexpr uint32_t pages = get_compile_time_arg_val(0);
    for (uint32_t i = 0; i < pages; ++i) {
        for (uint32_t k = 0; k < 100; ++k) {
            DeviceZoneScopedN("MANY");
        }
        cb_wait_front(0, 1);
        cb_pop_front(0, 1);
    }
}
