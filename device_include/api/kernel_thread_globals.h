// Threads of a kernel: always one on the chips that are modelled.
#pragma once

#include <stdint.h>

inline uint32_t get_num_threads() {
    return 1;
}
inline uint32_t get_my_thread_id() {
    return 0;
}

#if !defined(COMPILE_FOR_TRISC)
inline void wait_threads(uint32_t participants, uint32_t barrier_idx = 0) {}
inline void sync_threads(uint32_t barrier_idx = 0) {}
#endif
