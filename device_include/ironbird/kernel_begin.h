// What depends on the kernel's prologue. The prologue may define:
//   KERNEL_COMPILE_TIME_ARGS      1,2,3
//   KERNEL_COMPILE_TIME_ARG_MAP   {"name",1},{"other",2}
//   IB_CB_FORMATS                 code of each CB's number format, from CB 0 on (255: none)
//   IB_CB_TILE_BYTES, IB_CB_TILE_ROWS, IB_CB_TILE_COLUMNS, IB_CB_FACE_ROWS, IB_CB_FACES
//                                 properties of each CB's tile, likewise
//   IB_UNPACK_DST_FORMATS, IB_PACK_SRC_FORMATS    formats inside the Tensix, when they differ
//   IB_FP32_DEST_ACC, IB_DST_FULL_SYNC, IB_MATH_FIDELITY, IB_MATH_APPROX    of a compute kernel
// Lists may be shorter than the number of CBs. What is missing has the default below.
#pragma once

// Kernels are written for a compiler that lets `x.template f(y)` pass.
#pragma clang diagnostic ignored "-Wmissing-template-arg-list-after-template-kw"

#ifndef KERNEL_COMPILE_TIME_ARGS
#define KERNEL_COMPILE_TIME_ARGS
#endif
#ifndef IB_CB_FORMATS
#define IB_CB_FORMATS
#endif
#ifndef IB_CB_TILE_BYTES
#define IB_CB_TILE_BYTES
#endif
#ifndef IB_CB_TILE_ROWS
#define IB_CB_TILE_ROWS
#endif
#ifndef IB_CB_TILE_COLUMNS
#define IB_CB_TILE_COLUMNS
#endif
#ifndef IB_CB_FACE_ROWS
#define IB_CB_FACE_ROWS
#endif
#ifndef IB_CB_FACES
#define IB_CB_FACES
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

namespace ironbird {

using CbTable = std::array<uint32_t, IB_MAX_CBS>;

template <size_t kIbCount>
constexpr CbTable cb_table(uint32_t missing, const std::array<uint32_t, kIbCount>& given) {
    CbTable table{};
    for (uint32_t i = 0; i < IB_MAX_CBS; ++i) table[i] = i < kIbCount ? given[i] : missing;
    return table;
}

}  // namespace ironbird

inline constexpr auto unpack_src_format =
    ironbird::cb_table(255, make_array<uint32_t>(IB_CB_FORMATS));
inline constexpr auto pack_dst_format = unpack_src_format;
#ifdef IB_UNPACK_DST_FORMATS
inline constexpr auto unpack_dst_format =
    ironbird::cb_table(255, make_array<uint32_t>(IB_UNPACK_DST_FORMATS));
#else
inline constexpr auto unpack_dst_format = unpack_src_format;
#endif
#ifdef IB_PACK_SRC_FORMATS
inline constexpr auto pack_src_format =
    ironbird::cb_table(255, make_array<uint32_t>(IB_PACK_SRC_FORMATS));
#else
inline constexpr auto pack_src_format = unpack_src_format;
#endif

inline constexpr auto unpack_tile_size =
    ironbird::cb_table(0, make_array<uint32_t>(IB_CB_TILE_BYTES));
inline constexpr auto unpack_tile_r_dim =
    ironbird::cb_table(32, make_array<uint32_t>(IB_CB_TILE_ROWS));
inline constexpr auto unpack_tile_c_dim =
    ironbird::cb_table(32, make_array<uint32_t>(IB_CB_TILE_COLUMNS));
inline constexpr auto unpack_tile_face_r_dim =
    ironbird::cb_table(16, make_array<uint32_t>(IB_CB_FACE_ROWS));
inline constexpr auto unpack_tile_num_faces =
    ironbird::cb_table(4, make_array<uint32_t>(IB_CB_FACES));
inline constexpr auto pack_tile_size = unpack_tile_size;
inline constexpr auto pack_tile_r_dim = unpack_tile_r_dim;
inline constexpr auto pack_tile_c_dim = unpack_tile_c_dim;
inline constexpr auto pack_tile_face_r_dim = unpack_tile_face_r_dim;
inline constexpr auto pack_tile_num_faces = unpack_tile_num_faces;

constexpr int32_t get_tile_size(int32_t operand) {
    return unpack_tile_size[operand];
}
constexpr uint32_t get_tile_hw(int32_t operand) {
    return unpack_tile_r_dim[operand] * unpack_tile_c_dim[operand];
}
constexpr uint32_t get_tile_num_faces(int32_t operand) {
    return unpack_tile_num_faces[operand];
}
constexpr DataFormat get_dataformat(int32_t operand) {
    return static_cast<DataFormat>(unpack_src_format[operand]);
}

namespace ironbird {

constexpr uint32_t tile_rows(uint32_t operand) {
    return unpack_tile_r_dim[operand];
}
constexpr uint32_t tile_columns(uint32_t operand) {
    return unpack_tile_c_dim[operand];
}
constexpr uint32_t face_rows(uint32_t operand) {
    return unpack_tile_face_r_dim[operand];
}

}  // namespace ironbird

#if defined(COMPILE_FOR_TRISC)
#include "ironbird/compute_begin.h"
#endif
