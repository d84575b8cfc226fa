// Which matrix unit a mode gets, and the walk over the faces of a product.
#include "tile/fpu.hpp"

#include <algorithm>

#include "tile/fpu/parts.hpp"

namespace ironbird::tile {

const Fpu& fpu(Arithmetic arithmetic) {
    return (arithmetic == Arithmetic::exact ? exact_functions() : fast_functions()).fpu;
}

// Faces lie in order whatever the shape: that of row i and column j is number i * across + j.
void for_each_face(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape, DstTile& d,
                   bool fresh, const FpuMode& mode, FaceFunction face) {
    const std::uint32_t inner = std::min<std::uint32_t>(b_shape.across, a_shape.down);
    const std::uint32_t faces = std::uint32_t{b_shape.down} * a_shape.across;
    if (fresh) std::fill(d.word.begin() + faces * kFaceDatums, d.word.end(), 0u);
    for (std::uint32_t f = 0; f < faces; f++) {
        const std::uint32_t row = f / a_shape.across, column = f % a_shape.across;
        FaceProduct product = {.inner = inner, .d = &d.word[f * kFaceDatums], .fresh = fresh};
        for (std::uint32_t k = 0; k < inner; k++) {
            product.b[k] = &b.word[(row * b_shape.across + k) * kFaceDatums];
            product.a[k] = &a.word[(k * a_shape.across + column) * kFaceDatums];
        }
        face(product, mode);
    }
}

}  // namespace ironbird::tile
