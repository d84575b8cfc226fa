// Mutable globals, a pointer between globals, a function static and a constant table.
#include "result.hpp"

uint32_t counter = 100;
uint32_t* const through = &counter;
uint32_t* moving = &counter;
const uint32_t table[4] = {1, 2, 0xc0ffee, 4};

static uint32_t add_three() {
    static uint32_t kept = 5;
    kept += 3;
    return kept;
}

void kernel_main() {
    const uint32_t slot = get_arg_val<uint32_t>(1);
    uint32_t kept = 5;
    for (uint32_t i = 0; i < slot; ++i) {
        *through += 1;
        kept = add_three();
    }
    volatile uint32_t which = 2;
    leave({counter, kept, *moving, table[which]});
}
