// How far unpack, math and pack run ahead of each other: as far as the chip's registers allow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compute.hpp"
#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

constexpr std::uint32_t kTiles = 9;

// One data-movement kernel does input and output, and all CBs have one page.
Words run(examples::Session& session, const char* kernel, std::uint32_t ahead, const Words& input,
          std::map<std::string, std::string> defines = {}) {
    Program program = CreateProgram();
    for (const std::uint8_t index : {std::uint8_t{0}, kOutput})
        CreateCircularBuffer(program, kFirst,
                             CircularBufferConfig(kTileBytes, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, kTileBytes));
    auto from = session.dram(kTiles * kTileBytes, kTileBytes);
    auto to = session.dram(kTiles * kTileBytes, kTileBytes);
    session.write(from, input);
    const std::string folder = "tests/programs/kernels/compute/";
    const auto mover = CreateKernel(program, examples::kernel(folder + "ahead_mover.cpp"), kFirst,
                                    examples::writer(examples::accessor_args({from, to})));
    CreateKernel(program, examples::kernel(folder + kernel), kFirst,
                 ComputeConfig{.compile_args = {kTiles}, .defines = std::move(defines)});
    SetRuntimeArgs(program, mover, kFirst,
                   {static_cast<std::uint32_t>(from->address()),
                    static_cast<std::uint32_t>(to->address()), kTiles, ahead});
    session.run(std::move(program));
    return session.read(to);
}

Words tiles() {
    return pack_bf16(random_matrix(32, 32 * kTiles, 11));
}

// One tile in the output CB, two in the sections of Dst, one in the input CB, half unpacked: a
// copy fills the banks of SrcA face by face, and two fills are half a tile.
TEST(RunAhead, FourTilesOfACopyAreUnderWay) {
    examples::Session session;
    for (std::uint32_t ahead = 1; ahead <= 4; ahead++)
        EXPECT_EQ(run(session, "ahead_copy.cpp", ahead, tiles()), tiles()) << ahead;
    expect_hang("HANG-011",
                {"4 processors wait for each other in a ring", "cb_reserve_back(0, 1)   BRISC",
                 "fills SrcA and SrcB   TRISC0", "tile_regs_acquire()   TRISC1",
                 "cb_reserve_back(16, 1)   TRISC2", "is full, and whoever would empty it waits"},
                [&] { run(session, "ahead_copy.cpp", 5, tiles()); });
}

// A product takes whole tiles: two more lie in the banks.
TEST(RunAhead, SixTilesOfAProductAreUnderWay) {
    examples::Session session;
    const Words expected = run(session, "ahead_matmul.cpp", 1, tiles());
    for (std::uint32_t ahead = 2; ahead <= 6; ahead++)
        EXPECT_EQ(run(session, "ahead_matmul.cpp", ahead, tiles()), expected) << ahead;
    expect_hang("HANG-011", {"fills SrcA and SrcB   TRISC0"},
                [&] { run(session, "ahead_matmul.cpp", 7, tiles()); });
}

TEST(RunAhead, PushOnTheWrongProcessorHangs) {
    examples::Session session;
    expect_hang("HANG-001", {"BRISC", "no kernel on this core pushes to CB 16"},
                [&] { run(session, "ahead_copy.cpp", 1, tiles(), {{"PUSH_ON_MATH", "1"}}); });
}

}  // namespace
}  // namespace ironbird::tests
