// The entry function that the device calls: sets up what each processor has for itself, then runs
// the kernel.
#pragma once

uint8_t my_x[NUM_NOCS], my_y[NUM_NOCS];
uint8_t my_logical_x_, my_logical_y_, my_relative_x_, my_relative_y_;

namespace ironbird {

FORCE_INLINE void set_up_processor() {
    ib_context* self = ib_self();
    for (uint32_t noc = 0; noc < NUM_NOCS; ++noc) {
        my_x[noc] = self->noc_x[noc];
        my_y[noc] = self->noc_y[noc];
    }
    my_logical_x_ = self->logical_x, my_logical_y_ = self->logical_y;
    my_relative_x_ = self->relative_x, my_relative_y_ = self->relative_y;
    for (uint64_t& word : self->command_buffers) word = 0;
#if defined(COMPILE_FOR_TRISC)
    ib_compute_begin(ib_tables.settings);
#endif
}

}  // namespace ironbird

// A kernel is kernel_main(); a compute kernel before 2026 is MAIN in namespace NAMESPACE.
extern "C" void ib_kernel_entry() {
    ironbird::set_up_processor();
    __if_exists(::kernel_main) {
        ::kernel_main();
    }
#if defined(COMPILE_FOR_TRISC)
    __if_not_exists(::kernel_main) {
        ::NAMESPACE::MAIN;
    }
#else
    __if_not_exists(::kernel_main) {
        static_assert(false, "a kernel defines void kernel_main()");
    }
#endif
}
