// What the compute library's base header offers: blocking loads, the clock, mailboxes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ckernel_defs.h"
#include "ib_abi.h"
#include "ib_compute.h"
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

inline std::uint64_t read_wall_clock() {
    return ib_clock();
}

inline void wait(std::uint32_t cycles) {
    for (const std::uint64_t end = ib_clock() + cycles; ib_clock() < end;) ib_spin_hint();
}

inline void mailbox_write(std::uint8_t thread, std::uint32_t data) {
    ib_mailbox_write(thread, data);
}
inline std::uint32_t mailbox_read(std::uint8_t thread) {
    return ib_mailbox_read(thread);
}

}  // namespace ckernel

using namespace ckernel;
