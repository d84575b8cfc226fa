// The shape of a tile in faces, as calls about parts of a tile name it.
#pragma once

#include <cstdint>

namespace ckernel {

inline constexpr std::uint8_t MAX_FACE_R_DIM = 16, MAX_FACE_C_DIM = 16;
inline constexpr std::uint8_t MAX_TILE_R_DIM = 32, MAX_TILE_C_DIM = 32;
inline constexpr std::uint8_t MAX_NUM_FACES_R_DIM = 2, MAX_NUM_FACES_C_DIM = 2, MAX_NUM_FACES = 4;

struct TensorShape {
    std::uint8_t face_r_dim;
    std::uint8_t face_c_dim;
    std::uint8_t num_faces_r_dim;
    std::uint8_t num_faces_c_dim;

    constexpr std::uint16_t total_row_dim() const { return face_r_dim * num_faces_r_dim; }
    constexpr std::uint16_t total_col_dim() const { return face_c_dim * num_faces_c_dim; }
    constexpr std::uint16_t total_tensor_size() const { return total_row_dim() * total_col_dim(); }
    constexpr std::uint8_t total_num_faces() const { return num_faces_r_dim * num_faces_c_dim; }
};

inline constexpr TensorShape DEFAULT_TENSOR_SHAPE{16, 16, 2, 2};

constexpr TensorShape make_tensor_shape(std::uint8_t face_r_dim, std::uint8_t face_c_dim,
                                        std::uint8_t num_faces_r_dim,
                                        std::uint8_t num_faces_c_dim) {
    return {face_r_dim, face_c_dim, num_faces_r_dim, num_faces_c_dim};
}
// Four faces are a square; fewer lie side by side.
constexpr TensorShape tensor_shape_from_num_faces(std::uint32_t face_r_dim = 16,
                                                  std::uint32_t num_faces = 4) {
    const std::uint8_t rows = num_faces > 2 ? 2 : 1;
    return {std::uint8_t(face_r_dim), 16, rows, std::uint8_t(num_faces / rows)};
}
constexpr TensorShape make_tensor_shape_from_legacy(std::uint8_t face_r_dim,
                                                    std::uint8_t num_faces) {
    return tensor_shape_from_num_faces(face_r_dim, num_faces);
}

}  // namespace ckernel
