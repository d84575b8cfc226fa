// Operations as kernels call them: through the headers, the device and the packer.
#include <gtest/gtest.h>

#include <algorithm>

#include "compute.hpp"

namespace ironbird::tests {
namespace {

using Want = double (*)(const Matrix& a, const Matrix& b, std::uint32_t r, std::uint32_t c);

struct Chain {
    const char* name;
    const char* operations;
    Want want;
    std::uint32_t inputs = 2;
    const char* on_pack = "";
    std::uint32_t result = 0;
};

double logistic(double x) {
    return 1 / (1 + std::exp(-x));
}
double column_mean(const Matrix& a, std::uint32_t c) {
    double sum = 0;
    for (std::uint32_t r = 0; r < 32; r++) sum += a.at(r, c);
    return sum / 32;
}
double column_sum(const Matrix& a, std::uint32_t rows, std::uint32_t c) {
    double sum = 0;
    for (std::uint32_t r = 0; r < rows; r++) sum += a.at(r, c);
    return sum;
}
double plain(const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
    return a.at(r, c);
}

const Chain kChains[] = {
    {"exp", "exp_tile_init(); exp_tile(0)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return std::exp(a.at(r, c));
     }},
    {"exp_of_2025_in_the_left_half",
     "exp_tile_init<false, false>(); exp_tile<false, false>(0, (int)VectorMode::C)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return c < 16 ? std::exp(a.at(r, c)) : a.at(r, c);
     }},
    {"exp_of_four_rows_of_the_first_face",
     "exp_tile<false, false, InputClamping::None, 2>(0, VectorMode::None)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return r < 4 && c < 16 ? std::exp(a.at(r, c)) : a.at(r, c);
     }},
    {"scaled_exp", "exp_tile<false, true>(0, VectorMode::RC, 0x4000)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return std::exp(2 * a.at(r, c));
     }},
    {"chain", "mul_unary_tile(0, 0x40000000u); add_binary_tile(0, 1, 2); recip_tile(2)",
     [](const Matrix& a, const Matrix& b, std::uint32_t r, std::uint32_t c) {
         return 1 / (2 * a.at(r, c) + b.at(r, c));
     },
     2, "", 2},
    {"where",
     "ltz_tile_init(); fill_tile(2, 0.5f); sub_binary_tile(0, 2, 3); ltz_tile(3); "
     "where_tile<DataFormat::Float16_b>(3, 0, 1, 0)",
     [](const Matrix& a, const Matrix& b, std::uint32_t r, std::uint32_t c) {
         return a.at(r, c) < 0.5 ? a.at(r, c) : b.at(r, c);
     }},
    {"max_of_2025", "max_tile_init(); max_tile(0, 1)",
     [](const Matrix& a, const Matrix& b, std::uint32_t r, std::uint32_t c) {
         return std::max(a.at(r, c), b.at(r, c));
     }},
    {"mask_is_the_next_tile", "fill_tile(1, 0.0f); mask_tile(0, 7)",
     [](const Matrix&, const Matrix&, std::uint32_t, std::uint32_t) { return 0.0; }},
    {"copy", "copy_dest_values<DataFormat::Float16_b>(0, 3)", plain, 2, "", 3},
    {"remembered_divisor", "fmod_tile_init(0x3f000000u, 0x40000000u); fmod_tile(0)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return std::fmod(a.at(r, c), 0.5);
     }},
    {"on_the_pack_processor", "",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return a.at(r, c) * logistic(a.at(r, c));
     },
     1, "silu_tile_init_pack(); silu_tile_pack(0)"},
    // Set up for unary operations, a copy to a 16-bit Dst keeps the sign of zero.
    {"signs", "signbit_tile(0)",
     [](const Matrix&, const Matrix&, std::uint32_t, std::uint32_t) { return 0.0; }, 1},
    {"cumsum", "cumsum_tile_init(); cumsum_tile(0)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return column_sum(a, r + 1, c);
     }},
    {"welford",
     "welford_init(); welford_update<0>(0, 0, {}); welford_finalize_to_row<0>(2, 31, {})",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return r == 0 ? column_mean(a, c) : 0.0;
     },
     2, "", 2},
    {"sorted_columns", "fill_tile(1, -9.0f); topk_tile_init(); topk_local_sort(0, 0, 5)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         std::vector<double> column(32);
         for (std::uint32_t i = 0; i < 32; i++) column[i] = a.at(i, c);
         std::ranges::sort(column, std::greater());
         return column[r];
     }},
    {"dropout_of_nothing", "dropout_kernel_init(3); dropout_tile(0, 0, 0x3f800000u)", plain},
    {"reduce",
     "sfpu_reduce_init<PoolType::SUM, DataFormat::Float16_b>(); sfpu_reduce<PoolType::SUM, "
     "DataFormat::Float16_b>(0); "
     "fill_tile(1, 0.0f); sfpu_add_top_row<DataFormat::Float32>(0, 1, 1)",
     [](const Matrix& a, const Matrix&, std::uint32_t r, std::uint32_t c) {
         return r == 0 ? column_sum(a, 32, c) : 0.0;
     },
     2, "", 1},
};

std::string cases(const char* Chain::* operations) {
    std::string text;
    for (std::size_t i = 0; i < std::size(kChains); i++)
        text += "case " + std::to_string(i) + ": { " + kChains[i].*operations + "; break; } ";
    return text;
}

// One kernel for all chains.
Words run_chain(ComputeSession& session, const Chain& chain, std::vector<Words> inputs, bool wide) {
    return session.compute(
        {.kernel = "../../../ops/kernels/chain.cpp",
         .config = {.fp32_dest_acc_en = wide,
                    .defines = {{"OPERATIONS", cases(&Chain::operations)},
                                {"ON_PACK", cases(&Chain::on_pack)}}},
         .arguments = {chain.inputs, static_cast<std::uint32_t>(&chain - kChains), chain.result},
         .inputs = std::move(inputs),
         .output_tiles = 1});
}

class Chains : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Dst, Chains, testing::Bool(), [](const auto& info) {
    return std::string(info.param ? "fp32" : "bf16");
});

TEST_P(Chains, GiveWhatTheirFunctionsSay) {
    ComputeSession session;
    const Matrix a = random_matrix(32, 32, 11, 0.125, 1), b = random_matrix(32, 32, 12, 0.25, 1);
    for (const Chain& chain : kChains) {
        SCOPED_TRACE(chain.name);
        std::vector<Words> inputs = {pack_bf16(a)};
        if (chain.inputs == 2) inputs.push_back(pack_bf16(b));
        const Words out = run_chain(session, chain, inputs, GetParam());
        const Matrix got = unpack_bf16(out, 32, 32);
        int wrong = 0;
        for (std::uint32_t r = 0; r < 32; r++) {
            for (std::uint32_t c = 0; c < 32 && wrong < 3; c++) {
                const double want = chain.want(a, b, r, c);
                // Three results of a chain, each cut off to eight bits.
                if (std::fabs(got.at(r, c) - want) <= 0.03 * std::fabs(want) + 1e-3) continue;
                wrong++;
                ADD_FAILURE() << "row " << r << ", column " << c << ": " << got.at(r, c) << " for "
                              << want;
            }
        }
    }
}

TEST(Signs, OfZeroReachTheVectorUnit) {
    ComputeSession session;
    Matrix a{32, 32};
    for (std::uint32_t r = 0; r < 32; r++)
        for (std::uint32_t c = 0; c < 32; c++) a.at(r, c) = c % 2 == 0 ? -0.0 : 0.0;
    const auto signs = std::ranges::find(kChains, std::string_view("signs"), &Chain::name);
    const Matrix got = unpack_bf16(run_chain(session, *signs, {pack_bf16(a)}, false), 32, 32);
    for (std::uint32_t c = 0; c < 32; c++) EXPECT_EQ(got.at(7, c), c % 2 == 0 ? 1 : 0);
}

}  // namespace
}  // namespace ironbird::tests
