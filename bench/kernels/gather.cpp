// A gather through volatile pointers into L1: three tables of words behind each other in CB 0.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t size = get_compile_time_arg_val(0);
    const uint32_t elements = get_arg_val<uint32_t>(0);
    auto* index = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(tt::CBIndex::c_0));
    auto* table = index + size;
    auto* out = table + size;
    if (elements == 0) {
        for (uint32_t i = 0; i < size; ++i) index[i] = (i * 1597) & (size - 1);
        return;
    }
    for (uint32_t i = 0; i < elements; ++i) {
        const uint32_t at = i & (size - 1);
        out[at] = table[index[at]] + i;
    }
}
