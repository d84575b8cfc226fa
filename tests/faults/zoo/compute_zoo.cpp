// Dst that is smaller than thought, and formats that nobody switched.
#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

const auto kBf16 = tt::DataFormat::Float16_b;

// Tiles of ones in BF16.
std::shared_ptr<distributed::MeshBuffer> ones(Stage& stage, std::uint32_t tiles) {
    auto buffer = stage.session.dram(tiles * kTile, kTile);
    stage.session.write(buffer, Words(tiles * kTile / 4, 0x3f803f80));
    return buffer;
}

std::size_t differs(const Words& got, std::uint32_t word) {
    std::size_t wrong = 0;
    for (const std::uint32_t w : got) wrong += w != word ? 1 : 0;
    return wrong;
}

std::size_t dst_halved(Stage& stage) {
    constexpr std::uint32_t tiles = 8;
    auto from = ones(stage, tiles), to = stage.empty(tiles * kTile, kTile);
    stage.cb(0, tiles * kTile, kTile);
    stage.cb(16, tiles * kTile, kTile);
    const auto read = stage.add("fill.cpp", only(kHere), reader(accessor_args({from})));
    const auto write = stage.add("drain_16.cpp", only(kHere), writer(accessor_args({to})));
    stage.add("dst_halved.cpp", {.fp32_dest_acc_en = true});
    SetRuntimeArgs(stage.program, read, kHere, {address(from), tiles});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), tiles});
    stage.run();
    return differs(stage.session.read(to), 0x3f803f80);
}

std::size_t missing_reconfig(Stage& stage) {
    auto from = ones(stage, 1), to = stage.empty(kTile, kTile);
    const std::uint32_t wide = tt::tile_size(tt::DataFormat::Float32);
    stage.cb(0, kTile, kTile);
    stage.cb(1, wide, wide, only(kHere), tt::DataFormat::Float32);
    stage.cb(16, kTile, kTile, only(kHere), kBf16);
    const auto read = stage.add("fill_both.cpp", only(kHere), reader(accessor_args({from})));
    const auto write = stage.add("drain_16.cpp", only(kHere), writer(accessor_args({to})));
    stage.add("missing_reconfig.cpp", {});
    SetRuntimeArgs(stage.program, read, kHere, {address(from)});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), 1});
    stage.run();
    return differs(stage.session.read(to), 0x40004000);  // 2
}

constexpr Exhibit kComputeExhibits[] = {
    {"dst_halved", dst_halved},
    {"missing_reconfig", missing_reconfig},
};

}  // namespace

std::span<const Exhibit> compute_exhibits() {
    return kComputeExhibits;
}

}  // namespace ironbird::tests::zoo
