// Runtime arguments, unique to the core or common to the kernel, and the core's own coordinates.
#pragma once

#include <type_traits>

#include "ib_abi.h"
#include "internal/risc_attribs.h"

#if defined(COMPILE_FOR_TRISC)
using ib_argument_address_t = uint32_t;
#else
using ib_argument_address_t = uintptr_t;
#endif

namespace ironbird {

// A word of an argument block; T has four bytes on the chip, which includes pointers.
template <typename T>
FORCE_INLINE T argument(uint32_t base, uint32_t count, uint32_t index, uint32_t is_common) {
    static_assert(sizeof(T) == 4 || std::is_pointer_v<T>, "arguments are words of 4 bytes");
    const uint32_t word = index < count ? *(const uint32_t*)(uintptr_t)(base + 4 * index)
                                        : ib_argument_missing(index, count, is_common);
    if constexpr (std::is_pointer_v<T>) {
        return (T)(uintptr_t)word;
    } else {
        return __builtin_bit_cast(T, word);
    }
}

// The address may be one past the last argument: kernels form it for arrays that are empty.
FORCE_INLINE uint32_t argument_address(uint32_t base, uint32_t count, uint32_t index,
                                       uint32_t is_common) {
    if (index > count) return ib_argument_missing(index, count, is_common);
    return base + 4 * index;
}

}  // namespace ironbird

FORCE_INLINE ib_argument_address_t get_arg_addr(int arg_idx) {
    const ib_context* self = ib_self();
    return ironbird::argument_address(self->rta_base, self->rta_count, arg_idx, false);
}

FORCE_INLINE ib_argument_address_t get_common_arg_addr(int arg_idx) {
    const ib_context* self = ib_self();
    return ironbird::argument_address(self->crta_base, self->crta_count, arg_idx, true);
}

template <typename T>
FORCE_INLINE T get_arg_val(int arg_idx) {
    const ib_context* self = ib_self();
    return ironbird::argument<T>(self->rta_base, self->rta_count, arg_idx, false);
}

template <typename T>
FORCE_INLINE T get_common_arg_val(int arg_idx) {
    const ib_context* self = ib_self();
    return ironbird::argument<T>(self->crta_base, self->crta_count, arg_idx, true);
}

FORCE_INLINE uint8_t get_absolute_logical_x() {
    return ib_self()->logical_x;
}
FORCE_INLINE uint8_t get_absolute_logical_y() {
    return ib_self()->logical_y;
}
FORCE_INLINE uint8_t get_relative_logical_x() {
    return ib_self()->relative_x;
}
FORCE_INLINE uint8_t get_relative_logical_y() {
    return ib_self()->relative_y;
}
