// Reads pages into a CB, inside zones.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    constexpr auto layout = TensorAccessorArgs<0>();
    const uint32_t pages = get_arg_val<uint32_t>(1), bytes = get_arg_val<uint32_t>(2);
    const auto from = TensorAccessor(layout, get_arg_val<uint32_t>(0), bytes);
    DeviceZoneScopedN("ALL-PAGES");
    DeviceRecordEvent(7);
    for (uint32_t i = 0; i < pages; ++i) {
        DeviceZoneScopedN("ONE-PAGE");
        DeviceTimestampedData("page", i);
        cb_reserve_back(0, 1);
        noc_async_read_page(i, from, get_write_ptr(0));
        noc_async_read_barrier();
        cb_push_back(0, 1);
    }
}
