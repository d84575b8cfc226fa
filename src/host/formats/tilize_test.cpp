// Layout conversions against the definition of a tile, place by place.
#include <gtest/gtest.h>

#include <numeric>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/tilize_utils.hpp>

namespace {

using enum TensorLayoutType;

std::vector<std::uint32_t> counting(std::size_t n) {
    std::vector<std::uint32_t> v(n);
    std::iota(v.begin(), v.end(), 0u);
    return v;
}

TEST(Tilize, FacesFollowEachOther) {
    constexpr std::uint32_t m = 64, n = 96;
    const auto tiled = tilize_nfaces(counting(m * n), m, n);
    std::size_t at = 0;
    for (std::uint32_t ty = 0; ty < m; ty += 32)
        for (std::uint32_t tx = 0; tx < n; tx += 32)
            for (std::uint32_t fy = 0; fy < 32; fy += 16)
                for (std::uint32_t fx = 0; fx < 32; fx += 16)
                    for (std::uint32_t y = 0; y < 16; y++)
                        for (std::uint32_t x = 0; x < 16; x++)
                            ASSERT_EQ(tiled[at++], (ty + fy + y) * n + tx + fx + x);
    EXPECT_EQ(untilize_nfaces(tiled, m, n), counting(m * n));
}

TEST(Tilize, SwizzledTilesAreRowMajor) {
    const auto tiled = tilize_swizzled(counting(64 * 64), 64, 64);
    EXPECT_EQ(tiled[32], 64u);    // second row of the first tile
    EXPECT_EQ(tiled[1024], 32u);  // second tile
    EXPECT_EQ(tiled[3 * 1024 + 33], 33 * 64u + 33);
    EXPECT_EQ(untilize_swizzled(tiled, 64, 64), counting(64 * 64));
}

TEST(Tilize, EveryConversionComesBack) {
    const PhysicalSize shape{64, 64};
    const auto in = counting(2 * 64 * 64);  // two matrices
    const ttsl::Span<const std::uint32_t> span(in);
    for (const auto layout : {TILED_SWIZZLED, TILED_NFACES})
        for (const bool in_face : {false, true})
            for (const bool of_faces : {false, true}) {
                const auto there =
                    convert_layout(span, shape, LIN_ROW_MAJOR, layout, {}, {}, in_face, of_faces);
                const auto back = convert_layout(ttsl::Span<const std::uint32_t>(there), shape,
                                                 layout, LIN_ROW_MAJOR, {}, {}, in_face, of_faces);
                ASSERT_EQ(back, in);
            }
    const std::vector<std::uint32_t> dims{2, 64, 64};
    EXPECT_EQ(convert_layout(span, dims, LIN_ROW_MAJOR, TILED_NFACES),
              convert_layout(span, shape, LIN_ROW_MAJOR, TILED_NFACES));
}

TEST(Tilize, SwizzledToFacesIsTheRestOfTheWay) {
    const auto in = counting(64 * 32);
    const auto swizzled = tilize_swizzled(in, 64, 32);
    const ttsl::Span<const std::uint32_t> span(swizzled);
    EXPECT_EQ(convert_layout_tile_swizzled_to_tile_nfaces(span), tilize_nfaces(in, 64, 32));
    const auto faces = tilize_nfaces(in, 64, 32);
    EXPECT_EQ(convert_layout_tile_nfaces_to_tile_swizzled(ttsl::Span<const std::uint32_t>(faces)),
              swizzled);
}

TEST(Tilize, TransposedTileReadsColumnsFirst) {
    const auto in = counting(32 * 32);
    const auto out = convert_layout(ttsl::Span<const std::uint32_t>(in), PhysicalSize{32, 32},
                                    LIN_ROW_MAJOR, TILED_NFACES, {}, {}, true, true);
    EXPECT_EQ(out[1], 32u);         // down the first column
    EXPECT_EQ(out[256], 16 * 32u);  // the face below comes second
    EXPECT_EQ(out[512], 16u);
}

TEST(Tilize, SmallTilesAndBadShapes) {
    const auto in = counting(8 * 32);
    const auto out =
        convert_layout(ttsl::Span<const std::uint32_t>(in), PhysicalSize{8, 32}, LIN_ROW_MAJOR,
                       TILED_NFACES, PhysicalSize{8, 32}, PhysicalSize{8, 16});
    EXPECT_EQ(out[16], 32u);
    EXPECT_EQ(out[128], 16u);
    EXPECT_THROW(tilize_nfaces(counting(40 * 32), 40, 32), std::runtime_error);
    EXPECT_THROW(tilize_nfaces(counting(32 * 32 + 1), 32, 32), std::runtime_error);
    EXPECT_THROW(tilize_nfaces(std::vector<bfloat16>{}, 32, 32), std::runtime_error);
    EXPECT_EQ(TensAddr({2, 3, 4, 5}).offs(1, 2, 3, 4), 119);
    EXPECT_EQ(round_up_to_tile(33, 32), 64u);
}

}  // namespace
