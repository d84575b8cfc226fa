// Prints three lines in the ways that DPRINT offers, and leaves their count in DRAM.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "api/debug/dprint.h"

void kernel_main() {
    const uint32_t slot = get_arg_val<uint32_t>(1);
    const uint32_t half = get_arg_val<uint32_t>(2);
    constexpr uint32_t page_bytes = get_compile_time_arg_val(0);
    uint32_t lines = 0;

    DPRINT("hello from logical core {},{}\n", static_cast<uint32_t>(get_absolute_logical_x()),
           static_cast<uint32_t>(get_absolute_logical_y()));
    ++lines;
    DPRINT("slot {} in hex {:#x}\n", slot, slot + 0xa0);
    ++lines;
    DEVICE_PRINT("a float {}\n", 1.5f);
    ++lines;

    const uint32_t l1 = get_write_ptr(tt::CBIndex::c_0) + half * page_bytes;
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1) = lines;
    constexpr auto args = TensorAccessorArgs<1>();
    const auto counts = TensorAccessor(args, get_arg_val<uint32_t>(0), page_bytes);
    noc_async_write_page(slot, counts, l1);
    noc_async_write_barrier();
}
