// One operation at a time, on one tile: broadcasts, dest reuse, transposes, packer modes, formats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compute.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

// A place in both input tiles.
struct At {
    const Matrix &a, &b;
    std::uint32_t r, c;
    double x() const { return a.at(r, c); }
    double y() const { return b.at(r, c); }
};

struct Operation {
    const char* name;
    std::string body;
    double (*want)(const At&);
    const char* pack = "pack_tile(0, out)";
    bool first_in_srcb = false;  // products take their first operand through SrcB
};

const std::string kCopy = "copy_tile_init(a); copy_tile(a, 0, 0)";

// The tile of b with the one of a, which Dst holds.
std::string with_dst(const std::string& op, const std::string& to) {
    const std::string which = "<EltwiseBinaryType::" + op + ", EltwiseBinaryReuseDestType::" + to;
    return kCopy + "; binary_dest_reuse_tiles_init" + which + ">(b); binary_dest_reuse_tiles" +
           which + ">(b, 0, 0)";
}

double dot(const At& t, bool turned) {
    double sum = 0;
    for (std::uint32_t k = 0; k < 32; k++)
        sum += t.a.at(t.r, k) * (turned ? t.b.at(t.c, k) : t.b.at(k, t.c));
    return sum;
}

const Operation kOperations[] = {
    {"copy", kCopy, [](const At& t) { return t.x(); }},
    {"add_rows", "add_bcast_rows_init_short(a, b); add_tiles_bcast_rows(a, b, 0, 0, 0)",
     [](const At& t) { return t.x() + t.b.at(0, t.c); }},
    {"sub_columns", "sub_bcast_cols_init_short(a, b); sub_tiles_bcast_cols(a, b, 0, 0, 0)",
     [](const At& t) { return t.x() - t.b.at(t.r, 0); }},
    {"mul_scalar", "mul_tiles_bcast_scalar_init_short(a, b); mul_tiles_bcast_scalar(a, b, 0, 0, 0)",
     [](const At& t) { return t.x() * t.b.at(0, 0); }},
    {"mul_adds_up", "mul_tiles_init(a, b); mul_tiles(a, b, 0, 0, 0); mul_tiles(a, b, 0, 0, 0)",
     [](const At& t) { return 2 * t.x() * t.y(); }},
    {"add_replaces", "add_tiles_init(a, b); add_tiles(a, b, 0, 0, 0); add_tiles(a, b, 0, 0, 0)",
     [](const At& t) { return t.x() + t.y(); }},
    {"add_accumulates",
     "add_tiles_init(a, b, true); add_tiles(a, b, 0, 0, 0); add_tiles(a, b, 0, 0, 0)",
     [](const At& t) { return 2 * (t.x() + t.y()); }},
    {"dst_minus_tile", with_dst("ELWSUB", "DEST_TO_SRCA"),
     [](const At& t) { return t.x() - t.y(); }},
    {"tile_minus_dst", with_dst("ELWSUB", "DEST_TO_SRCB"),
     [](const At& t) { return t.y() - t.x(); }},
    {"dst_times_tile", with_dst("ELWMUL", "DEST_TO_SRCA"),
     [](const At& t) { return t.x() * t.y(); }},
    {"unary_columns",
     "unary_bcast_init<BroadcastType::COL>(a); unary_bcast<BroadcastType::COL>(a, 0, 0)",
     [](const At& t) { return t.a.at(t.r, 0); }},
    {"transpose", "transpose_wh_init_short(a); transpose_wh_tile(a, 0, 0)",
     [](const At& t) { return t.a.at(t.c, t.r); }},
    {"transpose_dst", kCopy + "; transpose_wh_dest_init_short(); transpose_wh_dest(0)",
     [](const At& t) { return t.a.at(t.c, t.r); }},
    {"product", "mm_init_short(a, b); matmul_tiles(a, b, 0, 0, 0)",
     [](const At& t) { return dot(t, false); }, "pack_tile(0, out)", true},
    {"product_of_transposed", "mm_init_short(a, b, 1); matmul_tiles(a, b, 0, 0, 0, 1)",
     [](const At& t) { return dot(t, true); }, "pack_tile(0, out)", true},
    {"exp", kCopy + "; exp_tile_init(); exp_tile(0)", [](const At& t) { return std::exp(t.x()); }},
    {"negative", kCopy + "; negative_tile_init(); negative_tile(0)",
     [](const At& t) { return -t.x(); }},
    {"relu", kCopy, [](const At& t) { return std::max(0.0, t.x()); },
     "pack_relu_config(ReluConfig::zero()); pack_tile(0, out)"},
    {"l1_accumulate", kCopy, [](const At& t) { return 3 * t.x(); },
     "pack_tile<true>(0, out, 0); pack_reconfig_l1_acc(1); pack_tile<true>(0, out, 0); "
     "pack_tile<true>(0, out, 0); pack_reconfig_l1_acc(0)"},
    {"value_of_a_tile_mailed_to_all",
     "const uint32_t at = read_tile_value(b, 0, 5) % 7; copy_tile_init(a); copy_tile(a, 0, at)",
     [](const At& t) { return t.x(); }, "pack_tile(at, out)"},
    {"address_of_2025_is_before_the_tile",
     "volatile uint32_t* tile; cb_get_tile(b, 0, &tile); "
     "const uint32_t at = tile[4 + 5] == read_tile_value(b, 0, 5) ? 3 : 4; cb_release_tile(b); "
     "copy_tile_init(a); copy_tile(a, 0, at)",
     [](const At& t) { return t.x(); }, "pack_tile(3, out)"},
    {"second_dst_tile_is_cleared", kCopy, [](const At&) { return 0.0; }, "pack_tile(1, out)"},
};

// One kernel for all of them.
std::string cases() {
    std::string text;
    for (std::size_t i = 0; i < std::size(kOperations); i++) {
        const Operation& op = kOperations[i];
        text += "case " + std::to_string(i) + ": { begin(" +
                (op.first_in_srcb ? "b, a); " : "a, b); ") + op.body + "; turn_to_pack(); " +
                op.pack + "; break; } ";
    }
    return text;
}

ComputeRun one_tile(const Operation& op, std::vector<Words> inputs) {
    return {.kernel = "one_tile.cpp",
            .config = {.defines = {{"CASES", cases()}}},
            .arguments = {static_cast<std::uint32_t>(&op - kOperations)},
            .inputs = std::move(inputs),
            .output_tiles = 1};
}
ComputeRun copy_of_tile(std::vector<Words> inputs, tt::DataFormat format, bool wide) {
    ComputeRun run = one_tile(kOperations[0], std::move(inputs));
    run.config.fp32_dest_acc_en = wide;
    run.input_format = run.output_format = format;
    return run;
}

class OneTile : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Compute, OneTile, testing::Range(std::size_t{0}, std::size(kOperations)),
                         [](const auto& i) { return std::string(kOperations[i.param].name); });

TEST_P(OneTile, MatchesTheReference) {
    const Operation& op = kOperations[GetParam()];
    ComputeSession session;
    const Matrix a = random_matrix(32, 32, 21), b = random_matrix(32, 32, 22);
    const Words out = session.compute(one_tile(op, {pack_bf16(a), pack_bf16(b)}));
    const Matrix got = unpack_bf16(out, 32, 32);
    for (std::uint32_t r = 0; r < 32; r++)
        for (std::uint32_t c = 0; c < 32; c++) {
            const double want = op.want({a, b, r, c});
            ASSERT_NEAR(got.at(r, c), want, 0.03 * std::max(1.0, std::abs(want))) << r << ' ' << c;
        }
}

// Formats that a copy leaves as they are, in either width of Dst.
class Passing : public testing::TestWithParam<std::tuple<tt::DataFormat, bool>> {};
INSTANTIATE_TEST_SUITE_P(
    Formats, Passing,
    testing::Combine(testing::Values(tt::DataFormat::Float16, tt::DataFormat::Float16_b,
                                     tt::DataFormat::UInt16, tt::DataFormat::Bfp8_b,
                                     tt::DataFormat::Bfp4_b, tt::DataFormat::UInt8),
                     testing::Bool()));

TEST_P(Passing, CopiesAreEqual) {
    const auto [format, wide] = GetParam();
    ComputeSession session;
    // Ordinary numbers in every format, with no more bits than BF16 has: a wide Dst is packed
    // to Float16 by way of it.
    Words bits(tt::tile_size(format) / 4);
    for (std::uint32_t i = 0; i < bits.size(); i++) bits[i] = 0x3c403c40u + (i % 4) * 0x00100010u;
    EXPECT_EQ(session.compute(copy_of_tile({bits, bits}, format, wide)), bits);
}

// Bits of whole 32-bit tiles pass by SrcA.
TEST(Formats, WideDataIsCopiedWhole) {
    ComputeSession session;
    const Words bits = examples::pattern(1024);
    for (const auto format : {tt::DataFormat::Int32, tt::DataFormat::UInt32})
        EXPECT_EQ(session.compute(copy_of_tile({bits, bits}, format, true)), bits);
}

// Float32 through SrcA keeps ten mantissa bits, past it all of them.
TEST(Formats, Float32GoesThroughSrcOrPastIt) {
    ComputeSession session;
    Words bits(1024);
    for (std::uint32_t i = 0; i < 1024; i++) bits[i] = 0x3f800000u + i * 2654435761u % 0x7fffffu;
    ComputeRun run = copy_of_tile({bits, bits}, tt::DataFormat::Float32, true);
    Words cut = bits;
    for (std::uint32_t& w : cut) w &= 0xffffe000u;
    EXPECT_EQ(session.compute(run), cut);
    run.config.unpack_to_dest_mode.assign(64, UnpackToDestMode::Default);
    run.config.unpack_to_dest_mode[0] = UnpackToDestMode::UnpackToDestFp32;
    EXPECT_EQ(session.compute(run), bits);
}

// What the packer makes of BF16 values in a block format, unpacked again.
TEST(Formats, BlockFormatsKeepSevenBits) {
    ComputeSession session;
    const Matrix a = random_matrix(32, 32, 31);
    ComputeRun run = one_tile(kOperations[0], {pack_bf16(a), pack_bf16(a)});
    run.output_format = tt::DataFormat::Bfp8_b;
    const Words packed = session.compute(run);
    ASSERT_EQ(packed.size(), 1088u / 4);
    std::swap(run.input_format, run.output_format);
    run.inputs = {packed, packed};
    const Matrix back = unpack_bf16(session.compute(run), 32, 32);
    for (std::size_t i = 0; i < a.value.size(); i++)
        ASSERT_NEAR(back.value[i], a.value[i], 1.0 / 64) << i;
}

}  // namespace
}  // namespace ironbird::tests
