// What depends on the kernel's prologue. The prologue may define:
//   KERNEL_COMPILE_TIME_ARGS      1,2,3
//   KERNEL_COMPILE_TIME_ARG_MAP   {"name",1},{"other",2}
//   IB_CB_FORMATS                 code of each CB's number format, from CB 0 on (255: none)
//   IB_CB_TILE_BYTES, IB_CB_TILE_ROWS, IB_CB_TILE_COLUMNS, IB_CB_FACE_ROWS, IB_CB_FACES
//                                 properties of each CB's tile, likewise
//   IB_UNPACK_DST_FORMATS, IB_PACK_SRC_FORMATS    formats inside the Tensix, when they differ
//   IB_FP32_DEST_ACC, IB_DST_FULL_SYNC, IB_MATH_FIDELITY, IB_MATH_APPROX    of a compute kernel
// Lists may be shorter than the number of CBs; what is missing has a default.
//   IB_NO_BUFFERS, IB_NO_WIDTH, IB_NO_SYNC, IB_NO_FIDELITY, IB_NO_APPROXIMATION
//                                 what of this is withheld (src/jit/variant.hpp): its names are
//                                 declared and nothing more, or poisoned
#pragma once

// Kernels are written for a compiler that lets `x.template f(y)` pass.
#pragma clang diagnostic ignored "-Wmissing-template-arg-list-after-template-kw"

#ifndef KERNEL_COMPILE_TIME_ARGS
#define KERNEL_COMPILE_TIME_ARGS
#endif

// ---- compile-time arguments ----

inline constexpr auto kernel_compile_time_args = make_array<uint32_t>(KERNEL_COMPILE_TIME_ARGS);

template <>
struct ironbird::CompileTime<void> {
    static constexpr const auto& positional = kernel_compile_time_args;
};

#ifdef KERNEL_COMPILE_TIME_ARG_MAP
namespace ironbird {

inline constexpr NamedArgument kNamedArguments[] = {KERNEL_COMPILE_TIME_ARG_MAP};

uint32_t
no_compile_time_argument_has_this_name();  // never defined: reached, the lookup is no constant

}  // namespace ironbird

// A misspelt name is a compile error whose note shows the call with the name.
consteval uint32_t get_named_compile_time_arg_val(std::string_view name) {
    for (const auto& argument : ironbird::kNamedArguments) {
        if (argument.name == name) return argument.value;
    }
    return ironbird::no_compile_time_argument_has_this_name();
}
consteval uint32_t get_named_ct_arg(std::string_view name) {
    return get_named_compile_time_arg_val(name);
}
#endif

// ---- formats and tiles of the CBs ----

#include "ironbird/cb_tables.h"

#if defined(COMPILE_FOR_TRISC)
#include "ironbird/compute_begin.h"
#endif
