// Which processor of the core this is.
#pragma once

#include <stdint.h>

namespace internal_ {

inline uint32_t get_hw_thread_idx() {
    return PROCESSOR_INDEX;
}

}  // namespace internal_
