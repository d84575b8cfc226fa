// Tilize and untilize: one matrix in two layouts is two numberings of the same places.
#include <algorithm>
#include <functional>
#include <numeric>
#include <ostream>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/constants.hpp>
#include <tt-metalium/float8.hpp>
#include <tt-metalium/tilize_utils.hpp>

#include "base/require.hpp"

using ironbird::Fault;
using ironbird::require;

namespace {

struct Geometry {
    std::size_t height, width;
    std::size_t tile_h, tile_w, face_h, face_w;
    bool transpose_in_face, transpose_faces;

    // Values that stay neighbours in every layout.
    std::size_t run() const { return transpose_in_face ? 1 : face_w; }
};

Geometry geometry(const PhysicalSize& shape, std::optional<PhysicalSize> tile,
                  std::optional<PhysicalSize> face, bool transpose_in_face, bool transpose_faces) {
    const PhysicalSize t =
        tile.value_or(PhysicalSize{tt::constants::TILE_HEIGHT, tt::constants::TILE_WIDTH});
    const PhysicalSize f =
        face.value_or(PhysicalSize{tt::constants::FACE_HEIGHT, tt::constants::FACE_WIDTH});
    require(shape[0] > 0 && shape[1] > 0, Fault::tile_shape, "a matrix of {}x{} has no tiles",
            shape[0], shape[1]);
    require(shape[0] % t[0] == 0 && shape[1] % t[1] == 0, Fault::tile_shape,
            "a matrix of {}x{} is not made of tiles of {}x{}", shape[0], shape[1], t[0], t[1]);
    return {
        shape[0],          shape[1],       t[0], t[1], std::min(f[0], t[0]), std::min(f[1], t[1]),
        transpose_in_face, transpose_faces};
}

// The index of row r, column c.
std::size_t place(const Geometry& g, TensorLayoutType layout, std::size_t r, std::size_t c) {
    if (layout == TensorLayoutType::LIN_ROW_MAJOR) return r * g.width + c;
    const std::size_t tile = r / g.tile_h * (g.width / g.tile_w) + c / g.tile_w;
    r %= g.tile_h;
    c %= g.tile_w;
    const std::size_t start = tile * g.tile_h * g.tile_w;
    if (layout == TensorLayoutType::TILED_SWIZZLED) return start + r * g.tile_w + c;
    const std::size_t face = g.transpose_faces
                                 ? c / g.face_w * (g.tile_h / g.face_h) + r / g.face_h
                                 : r / g.face_h * (g.tile_w / g.face_w) + c / g.face_w;
    r %= g.face_h;
    c %= g.face_w;
    const std::size_t within = g.transpose_in_face ? c * g.face_h + r : r * g.face_w + c;
    return start + face * g.face_h * g.face_w + within;
}

template <typename T>
std::vector<T> convert(ttsl::Span<const T> in, const Geometry& g, TensorLayoutType from,
                       TensorLayoutType to) {
    const std::size_t matrix = g.height * g.width;
    require(in.size() % matrix == 0, Fault::tile_shape, "{} values are not whole matrices of {}x{}",
            in.size(), g.height, g.width);
    std::vector<T> out(in.size());
    for (std::size_t r = 0; r < g.height; r++)
        for (std::size_t c = 0; c < g.width; c += g.run()) {
            const std::size_t source = place(g, from, r, c), target = place(g, to, r, c);
            for (std::size_t start = 0; start < in.size(); start += matrix)
                std::copy_n(in.data() + start + source, g.run(), out.data() + start + target);
        }
    return out;
}

// Between the tiled layouts the shape of the matrix does not matter: a column of tiles will do.
PhysicalSize column_of_tiles(std::size_t values, std::optional<PhysicalSize> tile) {
    const PhysicalSize t =
        tile.value_or(PhysicalSize{tt::constants::TILE_HEIGHT, tt::constants::TILE_WIDTH});
    require(values % (t[0] * t[1]) == 0, Fault::tile_shape,
            "{} values are not whole tiles of {}x{}", values, t[0], t[1]);
    return {static_cast<std::uint32_t>(values / t[1]), t[1]};
}

template <typename T>
std::vector<T> convert_matrix(const std::vector<T>& input, std::uint32_t m, std::uint32_t n,
                              TensorLayoutType from, TensorLayoutType to) {
    require(!input.empty() && m > 0 && n > 0, Fault::tile_shape,
            "there is no matrix of {}x{} in {} values", m, n, input.size());
    return convert(ttsl::Span<const T>(input), geometry({m, n}, {}, {}, false, false), from, to);
}

}  // namespace

using enum TensorLayoutType;

std::ostream& operator<<(std::ostream& os, TensorLayoutType layout) {
    constexpr const char* names[] = {"LIN_ROW_MAJOR", "TILED_SWIZZLED", "TILED_NFACES"};
    return os << names[static_cast<std::size_t>(layout)];
}

std::uint32_t TensAddr::numel() const {
    return std::accumulate(sh.begin(), sh.end(), std::uint32_t{1}, std::multiplies<>());
}

int TensAddr::offs(int n, int c, int h, int w) {
    return static_cast<int>(((n * sh[1] + c) * sh[2] + h) * sh[3] + w);
}

std::uint32_t round_up_to_mul16(std::uint32_t val) {
    return (val + 15) & ~15u;
}
std::uint32_t round_up_to_mul32(std::uint32_t val) {
    return (val + 31) & ~31u;
}
std::uint32_t round_up_to_tile(int val, int tile_val) {
    return static_cast<std::uint32_t>((val + tile_val - 1) & ~(tile_val - 1));
}

template <class T>
std::vector<T> convert_layout_tile_swizzled_to_tile_nfaces(ttsl::Span<const T> in,
                                                           std::optional<PhysicalSize> tile,
                                                           std::optional<PhysicalSize> face,
                                                           bool transpose_face,
                                                           bool transpose_face_order) {
    const PhysicalSize shape = column_of_tiles(in.size(), tile);
    return convert_layout(in, shape, TILED_SWIZZLED, TILED_NFACES, tile, face, transpose_face,
                          transpose_face_order);
}

template <class T>
std::vector<T> convert_layout_tile_nfaces_to_tile_swizzled(ttsl::Span<const T> in,
                                                           std::optional<PhysicalSize> tile,
                                                           std::optional<PhysicalSize> face,
                                                           bool transpose_face,
                                                           bool transpose_face_order) {
    const PhysicalSize shape = column_of_tiles(in.size(), tile);
    return convert_layout(in, shape, TILED_NFACES, TILED_SWIZZLED, tile, face, transpose_face,
                          transpose_face_order);
}

template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> in, const PhysicalSize& shape,
                              TensorLayoutType from, TensorLayoutType to,
                              std::optional<PhysicalSize> tile, std::optional<PhysicalSize> face,
                              bool transpose_within_face, bool transpose_of_faces) {
    if (in.empty()) return {};
    return convert(in, geometry(shape, tile, face, transpose_within_face, transpose_of_faces), from,
                   to);
}

template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> in, ttsl::Span<const std::uint32_t> shape,
                              TensorLayoutType from, TensorLayoutType to,
                              std::optional<PhysicalSize> tile, std::optional<PhysicalSize> face,
                              bool transpose_within_face, bool transpose_of_faces) {
    require(shape.size() >= 2, Fault::tile_shape, "a shape of {} dimensions is no matrix",
            shape.size());
    std::uint32_t rows = 1;
    for (const std::uint32_t dim : shape.first(shape.size() - 1)) rows *= dim;
    return convert_layout(in, PhysicalSize{rows, shape.back()}, from, to, tile, face,
                          transpose_within_face, transpose_of_faces);
}

template <typename T>
std::vector<T> tilize_swizzled(const std::vector<T>& input, std::uint32_t m, std::uint32_t n) {
    return convert_matrix(input, m, n, LIN_ROW_MAJOR, TILED_SWIZZLED);
}
template <typename T>
std::vector<T> untilize_swizzled(const std::vector<T>& input, std::uint32_t m, std::uint32_t n) {
    return convert_matrix(input, m, n, TILED_SWIZZLED, LIN_ROW_MAJOR);
}
template <typename T>
std::vector<T> tilize_nfaces(const std::vector<T>& input, std::uint32_t m, std::uint32_t n) {
    return convert_matrix(input, m, n, LIN_ROW_MAJOR, TILED_NFACES);
}
template <typename T>
std::vector<T> untilize_nfaces(const std::vector<T>& input, std::uint32_t m, std::uint32_t n) {
    return convert_matrix(input, m, n, TILED_NFACES, LIN_ROW_MAJOR);
}

#define IB_TILE std::optional<PhysicalSize>, std::optional<PhysicalSize>, bool, bool
#define IB_LAYOUTS TensorLayoutType, TensorLayoutType
#define IB_INSTANTIATE(T)                                                                          \
    template std::vector<T> convert_layout_tile_swizzled_to_tile_nfaces<T>(ttsl::Span<const T>,    \
                                                                           IB_TILE);               \
    template std::vector<T> convert_layout_tile_nfaces_to_tile_swizzled<T>(ttsl::Span<const T>,    \
                                                                           IB_TILE);               \
    template std::vector<T> convert_layout<T>(ttsl::Span<const T>, const PhysicalSize&,            \
                                              IB_LAYOUTS, IB_TILE);                                \
    template std::vector<T> convert_layout<T>(                                                     \
        ttsl::Span<const T>, ttsl::Span<const std::uint32_t>, IB_LAYOUTS, IB_TILE);                \
    template std::vector<T> tilize_swizzled<T>(const std::vector<T>&, std::uint32_t,               \
                                               std::uint32_t);                                     \
    template std::vector<T> untilize_swizzled<T>(const std::vector<T>&, std::uint32_t,             \
                                                 std::uint32_t);                                   \
    template std::vector<T> tilize_nfaces<T>(const std::vector<T>&, std::uint32_t, std::uint32_t); \
    template std::vector<T> untilize_nfaces<T>(const std::vector<T>&, std::uint32_t, std::uint32_t);
IB_INSTANTIATE(float)
IB_INSTANTIATE(bfloat16)
IB_INSTANTIATE(float8_e4m3)
IB_INSTANTIATE(std::int32_t)
IB_INSTANTIATE(std::uint32_t)
IB_INSTANTIATE(std::uint16_t)
IB_INSTANTIATE(std::int16_t)
IB_INSTANTIATE(std::uint8_t)
IB_INSTANTIATE(std::int8_t)
#undef IB_INSTANTIATE
