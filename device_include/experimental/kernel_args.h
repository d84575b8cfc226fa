// Arguments by name: get_arg(args::name), where the program's generated header says what each is.
#pragma once

#include "ironbird/arguments.h"

#define TT_KERNEL static FORCE_INLINE

namespace experimental {

// A constant of the kernel's build.
template <typename T>
struct CtaVal {
    T value;
};
template <typename T>
FORCE_INLINE constexpr T get_arg(CtaVal<T> constant) {
    return constant.value;
}

// A runtime argument of the core, by its place in bytes.
template <typename T>
struct RtaArg {
    uint32_t byte_offset;
};
template <typename T>
FORCE_INLINE T get_arg(RtaArg<T> place) {
    return get_arg_val<T>(int(place.byte_offset / 4));
}

// The same among the arguments that all cores share.
template <typename T>
struct CrtaArg {
    uint32_t byte_offset;
};
template <typename T>
FORCE_INLINE T get_arg(CrtaArg<T> place) {
    return get_common_arg_val<T>(int(place.byte_offset / 4));
}

}  // namespace experimental
