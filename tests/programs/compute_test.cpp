// Compute kernels end to end: results against a reference in double precision.
#include "compute.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

// Largest difference, relative to 1 or to the value.
double worst(const Matrix& got, const Matrix& want) {
    double most = 0;
    for (std::size_t i = 0; i < want.value.size(); i++)
        most = std::max(
            most, std::abs(got.value[i] - want.value[i]) / std::max(1.0, std::abs(want.value[i])));
    return most;
}

constexpr double kBf16Step = 1.0 / 128;  // between neighbours above 1

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c{a.rows, b.columns};
    for (std::uint32_t r = 0; r < a.rows; r++)
        for (std::uint32_t k = 0; k < a.columns; k++)
            for (std::uint32_t i = 0; i < b.columns; i++) c.at(r, i) += a.at(r, k) * b.at(k, i);
    return c;
}

TEST(Compute, SumTimesThird) {
    ComputeSession session;
    const Matrix a = random_matrix(64, 96, 1), b = random_matrix(64, 96, 2),
                 c = random_matrix(64, 96, 3);
    const Words out = session.compute({.kernel = "eltwise.cpp",
                                       .config = {.compile_args = {a.tiles()}},
                                       .inputs = {pack_bf16(a), pack_bf16(b), pack_bf16(c)},
                                       .output_tiles = a.tiles()});
    Matrix want{64, 96};
    for (std::size_t i = 0; i < want.value.size(); i++)
        want.value[i] = (a.value[i] + b.value[i]) * c.value[i];
    EXPECT_LT(worst(unpack_bf16(out, 64, 96), want), 2 * kBf16Step);
}

class Product : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Compute, Product, testing::Values("matmul.cpp", "matmul_block.cpp"));

TEST_P(Product, OfMatrices) {
    ComputeSession session;
    const Matrix a = random_matrix(64, 160, 4), b = random_matrix(160, 64, 5);
    for (const bool wide : {false, true}) {
        const Words out =
            session.compute({.kernel = GetParam(),
                             .config = {.fp32_dest_acc_en = wide, .compile_args = {2, 5, 2}},
                             .inputs = {pack_bf16(a), pack_bf16(b)},
                             .output_tiles = 4});
        // With 16 bits each face product and, in exact mode, each fidelity phase rounds in Dst.
        EXPECT_LT(worst(unpack_bf16(out, 64, 64), product(a, b)), (wide ? 1 : 12) * kBf16Step);
    }
}

struct Reduction {
    const char* pool;
    const char* dim;
};
class Reduce : public testing::TestWithParam<Reduction> {};
INSTANTIATE_TEST_SUITE_P(Compute, Reduce,
                         testing::Values(Reduction{"SUM", "ROW"}, Reduction{"SUM", "COL"},
                                         Reduction{"SUM", "SCALAR"}, Reduction{"MAX", "ROW"},
                                         Reduction{"MAX", "COL"}, Reduction{"MAX", "SCALAR"}));

// What the tile holds after reducing all tiles of a row of tiles; zero beside the results.
Matrix reduced(const Matrix& m, const std::string& pool, const std::string& dim) {
    const bool max = pool == "MAX";
    Matrix out{32, 32};
    std::vector<bool> begun(out.value.size());
    for (std::uint32_t r = 0; r < m.rows; r++)
        for (std::uint32_t c = 0; c < m.columns; c++) {
            const std::uint32_t row = dim == "ROW" ? r : 0;
            const std::uint32_t column = dim == "COL" ? c % 32 : 0;
            double& to = out.at(row, column);
            const std::size_t at = row * 32 + column;
            to = !begun[at] ? m.at(r, c) : max ? std::max(to, m.at(r, c)) : to + m.at(r, c);
            begun[at] = true;
        }
    return out;
}

TEST_P(Reduce, Tiles) {
    ComputeSession session;
    const Matrix m = random_matrix(32, 64, 6, 0.25, 1);
    Matrix ones{32, 32};
    ones.value.assign(ones.value.size(), 1.0);
    const auto [pool, dim] = GetParam();
    const Words out = session.compute(
        {.kernel = "reduce.cpp",
         .config = {.fp32_dest_acc_en = true,
                    .compile_args = {2},
                    .defines = {{"REDUCE_OP", std::string("PoolType::") + pool},
                                {"REDUCE_DIM", std::string("ReduceDim::REDUCE_") + dim}}},
         .inputs = {pack_bf16(m), pack_bf16(ones)},
         .output_tiles = 1});
    EXPECT_LT(worst(unpack_bf16(out, 32, 32), reduced(m, pool, dim)), kBf16Step);
}

TEST(Compute, RowsToTilesAndBack) {
    ComputeSession session;
    const Matrix m = random_matrix(64, 128, 7);
    ComputeRun run{.kernel = "rows_and_tiles.cpp",
                   .config = {.compile_args = {2, 4}},
                   .inputs = {pack_bf16(m, row_major)},
                   .output_tiles = 8,
                   .between_pages = 4,
                   .output_pages = 4};
    EXPECT_EQ(session.compute(run), run.inputs[0]);
    run.config.defines["IN_UNPACK"] = "1";
    EXPECT_EQ(session.compute(run), run.inputs[0]);
    run.config.defines["TILES_OUT"] = "1";
    EXPECT_EQ(session.compute(run), pack_bf16(m));
}

}  // namespace
}  // namespace ironbird::tests
