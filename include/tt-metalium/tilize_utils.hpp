// Conversions between row-major matrices and tiles.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <tt_stl/span.hpp>
#include <vector>

enum class TensorLayoutType {
    LIN_ROW_MAJOR = 0,
    TILED_SWIZZLED = 1,  // tile after tile, each row-major
    TILED_NFACES = 2,    // tile after tile, each as faces, each face row-major
};
std::ostream& operator<<(std::ostream& os, TensorLayoutType layout);

using PhysicalSize = std::array<std::uint32_t, 2>;

// Offsets in a row-major 4D tensor.
struct TensAddr {
    std::vector<std::uint32_t> sh;

    TensAddr(const std::vector<std::uint32_t>& shape) : sh(shape) {}
    std::uint32_t numel() const;
    int offs(int n, int c, int h, int w);
};

std::uint32_t round_up_to_mul16(std::uint32_t val);
std::uint32_t round_up_to_mul32(std::uint32_t val);
std::uint32_t round_up_to_tile(int val, int tile_val);

// Tiles are 32x32 with 16x16 faces unless said otherwise. All of these are compiled for float,
// bfloat16, float8_e4m3 and integers of 8 to 32 bits.
template <class T>
std::vector<T> convert_layout_tile_swizzled_to_tile_nfaces(
    ttsl::Span<const T> in_tile_swizzled, std::optional<PhysicalSize> tile_shape = std::nullopt,
    std::optional<PhysicalSize> face_shape = std::nullopt, bool transpose_face = false,
    bool transpose_face_order = false);

template <class T>
std::vector<T> convert_layout_tile_nfaces_to_tile_swizzled(
    ttsl::Span<const T> in_tile_nfaces, std::optional<PhysicalSize> tile_shape = std::nullopt,
    std::optional<PhysicalSize> face_shape = std::nullopt, bool transpose_face = false,
    bool transpose_face_order = false);

// The input may hold several matrices of the shape, one after another.
template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> inp, const PhysicalSize& shape,
                              TensorLayoutType inL, TensorLayoutType outL,
                              std::optional<PhysicalSize> tile_shape = std::nullopt,
                              std::optional<PhysicalSize> face_shape = std::nullopt,
                              bool transpose_within_face = false, bool transpose_of_faces = false);

template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> inp, ttsl::Span<const std::uint32_t> shape,
                              TensorLayoutType inL, TensorLayoutType outL,
                              std::optional<PhysicalSize> tile_shape = std::nullopt,
                              std::optional<PhysicalSize> face_shape = std::nullopt,
                              bool transpose_within_face = false, bool transpose_of_faces = false);

// An m by n matrix from and to row-major.
template <typename T>
std::vector<T> tilize_swizzled(const std::vector<T>& input, std::uint32_t m, std::uint32_t n);
template <typename T>
std::vector<T> untilize_swizzled(const std::vector<T>& input, std::uint32_t m, std::uint32_t n);
template <typename T>
std::vector<T> tilize_nfaces(const std::vector<T>& input, std::uint32_t m, std::uint32_t n);
template <typename T>
std::vector<T> untilize_nfaces(const std::vector<T>& input, std::uint32_t m, std::uint32_t n);
