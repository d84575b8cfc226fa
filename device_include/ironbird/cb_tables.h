// Formats and tiles of the CBs: constants, unless they are withheld from the kernel.
#pragma once

namespace ironbird {

using CbTable = std::array<uint32_t, IB_MAX_CBS>;

template <size_t kIbCount>
constexpr CbTable cb_table(uint32_t missing, const std::array<uint32_t, kIbCount>& given) {
    CbTable table{};
    for (uint32_t i = 0; i < IB_MAX_CBS; ++i) table[i] = i < kIbCount ? given[i] : missing;
    return table;
}

}  // namespace ironbird

#if defined(IB_NO_BUFFERS)

// Never defined, and neither are the functions of cb_formats.h.
extern const ironbird::CbTable unpack_src_format, unpack_dst_format, pack_src_format,
    pack_dst_format, unpack_tile_size, unpack_tile_r_dim, unpack_tile_c_dim, unpack_tile_face_r_dim,
    unpack_tile_num_faces, pack_tile_size, pack_tile_r_dim, pack_tile_c_dim, pack_tile_face_r_dim,
    pack_tile_num_faces;
#pragma GCC poison IB_CB_FORMATS IB_CB_TILE_BYTES IB_CB_TILE_ROWS IB_CB_TILE_COLUMNS
#pragma GCC poison IB_CB_FACE_ROWS IB_CB_FACES IB_UNPACK_DST_FORMATS IB_PACK_SRC_FORMATS

#else

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

#endif
