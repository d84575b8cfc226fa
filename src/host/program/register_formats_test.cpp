// What Src and Dst hold of each CB's format.
#include "host/program/register_formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/fault.hpp"

namespace ironbird::host {
namespace {

using enum tt::DataFormat;
using testing::ElementsAre;
using tt::tt_metal::ComputeConfig;
using tt::tt_metal::UnpackToDestMode;

RegisterFormats of(std::vector<tt::DataFormat> cbs, const ComputeConfig& config = {}) {
    return register_formats(cbs, config);
}

TEST(RegisterFormats, sixteen_bit_dst) {
    const auto f = of({Float16_b, Float32, Bfp8_b, Bfp4_b, UInt16, Invalid});
    EXPECT_THAT(f.unpack_dst, ElementsAre(Float16_b, Float16_b, Bfp8_b, Bfp4_b, UInt16, Invalid));
    EXPECT_THAT(f.pack_src, ElementsAre(Float16_b, Float16_b, Bfp8_b, Bfp8_b, UInt16, Invalid));
}

TEST(RegisterFormats, wide_dst) {
    const auto f = of({Float32, Float16_b, Bfp4_b, Int32, UInt32}, {.fp32_dest_acc_en = true});
    EXPECT_THAT(f.unpack_dst, ElementsAre(Tf32, Float16_b, Bfp4_b, Int32, UInt32));
    EXPECT_THAT(f.pack_src, ElementsAre(Float32, Float16_b, Bfp8_b, Int32, UInt32));
}

TEST(RegisterFormats, five_bit_exponents) {
    const auto narrow = of({Float16, Float32, Bfp8});
    EXPECT_THAT(narrow.unpack_dst, ElementsAre(Float16, Float16, Bfp8));
    EXPECT_THAT(narrow.pack_src, ElementsAre(Float16, Float16, Bfp8));
    const auto wide = of({Float16, Float32}, {.fp32_dest_acc_en = true});
    EXPECT_THAT(wide.unpack_dst, ElementsAre(Float16, Float16));
    EXPECT_THAT(wide.pack_src, ElementsAre(Float16_b, Float32));
}

TEST(RegisterFormats, past_src_by_request) {
    const auto f = of(
        {Float32, Float32},
        {.fp32_dest_acc_en = true,
         .unpack_to_dest_mode = {UnpackToDestMode::UnpackToDestFp32, UnpackToDestMode::Default}});
    EXPECT_THAT(f.unpack_dst, ElementsAre(Float32, Tf32));
}

TEST(RegisterFormats, precise_block_formats) {
    EXPECT_THAT(of({Bfp8_b, Bfp8_b}, {.bfp8_pack_precise = true}).pack_src,
                ElementsAre(Float16_b, Float16_b));
    EXPECT_THAT(of({Bfp8_b}, {.fp32_dest_acc_en = true, .bfp8_pack_precise = true}).pack_src,
                ElementsAre(Float32));
}

TEST(RegisterFormats, fp8_makes_dst_half_precision) {
    EXPECT_THAT(of({Fp8_e4m3, Float16_b, Bfp8_b}).pack_src, ElementsAre(Float16_b, Float16, Bfp8));
}

TEST(RegisterFormats, raw_data_goes_by_width) {
    const auto f = of({RawUInt32, RawUInt16, RawUInt8, Float16_b});
    EXPECT_THAT(f.unpack_dst, ElementsAre(Float32, Float16, Lf8, Float16_b));
    EXPECT_THAT(f.pack_src, ElementsAre(Float32, Float16, Lf8, Float16_b));
}

TEST(RegisterFormats, families_do_not_mix) {
    EXPECT_THROW(of({Float16, Float16_b}), Error);
}

}  // namespace
}  // namespace ironbird::host
