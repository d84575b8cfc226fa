// Compile-time arguments, split so that this part can be precompiled: the values come after it, in
// the specialisation of CompileTime<void> that kernel_begin.h makes from the prologue. Templates
// reach them through a name that depends on their own parameters.
#pragma once

#include <stdint.h>

#include <array>
#include <string_view>

#include "internal/risc_attribs.h"

namespace ironbird {

template <class>
struct CompileTime;  // { static constexpr std::array<uint32_t, N> positional; }

struct NamedArgument {
    std::string_view name;
    uint32_t value;
};

template <uint32_t>
struct LateVoid {
    using type = void;
};

}  // namespace ironbird

template <uint32_t Idx>
constexpr uint32_t get_ct_arg() {
    using Arguments = ironbird::CompileTime<typename ironbird::LateVoid<Idx>::type>;
    constexpr uint32_t count = Arguments::positional.size();
    static_assert(Idx < count, "compile-time argument index out of range");
    if constexpr (Idx < count) return Arguments::positional[Idx];
    return 0;
}

#define get_compile_time_arg_val(arg_idx) get_ct_arg<arg_idx>()

template <class T, class... Ts>
constexpr std::array<T, sizeof...(Ts)> make_array(Ts... values) {
    return {T(values)...};
}
