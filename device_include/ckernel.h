// What the compute library's base header offers without a Tensix: blocking loads, the clock.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ib_abi.h"
#include "internal/risc_attribs.h"
#include "llk_defs.h"

namespace ckernel {

// A load that has completed when it returns: every load here has.
template <typename T>
    requires std::is_trivially_copyable_v<T>
FORCE_INLINE T load_blocking(volatile T* ptr) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "a blocking load has 2 or 4 bytes");
    return *ptr;
}

inline std::uint64_t read_wall_clock() { return ib_clock(); }

}  // namespace ckernel

using namespace ckernel;
