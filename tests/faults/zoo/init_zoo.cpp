// Units of a Tensix core that are set up for something else than what comes.
#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

constexpr std::uint32_t kOne = 0x3f803f80, kTwo = 0x40004000;

std::size_t differs(const Words& got, std::uint32_t first, std::uint32_t word) {
    std::size_t wrong = 0;
    for (std::size_t i = first; i < got.size(); i++) wrong += got[i] != word ? 1 : 0;
    return wrong;
}

// So many tiles of ones through a kernel; the last one that comes out must be `word` all over.
std::size_t ones_through(Stage& stage, const char* file, std::uint32_t tiles, std::uint32_t word,
                         std::uint32_t bytes = kTile) {
    auto from = stage.session.dram(tiles * bytes, bytes), to = stage.empty(tiles * bytes, bytes);
    stage.session.write(from, Words(tiles * bytes / 4, kOne));
    const auto read = stage.add("fill.cpp", only(kHere), reader(accessor_args({from})));
    const auto write = stage.add("drain_16.cpp", only(kHere), writer(accessor_args({to})));
    stage.add(file, {});
    SetRuntimeArgs(stage.program, read, kHere, {address(from), tiles});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), tiles});
    stage.run();
    return differs(stage.session.read(to), (tiles - 1) * bytes / 4, word);
}

std::size_t tiles_through(Stage& stage, const char* file, std::uint32_t tiles, std::uint32_t word) {
    stage.cb(0, 2 * kTile, kTile);
    stage.cb(16, 2 * kTile, kTile);
    return ones_through(stage, file, tiles, word);
}

std::size_t other_operation(Stage& stage) {
    return tiles_through(stage, "other_operation.cpp", 1, kTwo);
}
std::size_t missing_init(Stage& stage) {
    return tiles_through(stage, "missing_init.cpp", 1, kTwo);
}
std::size_t other_broadcast(Stage& stage) {
    return tiles_through(stage, "other_broadcast.cpp", 1, kTwo);
}
std::size_t not_turned(Stage& stage) {
    return tiles_through(stage, "not_turned.cpp", 1, kOne);
}
std::size_t missing_uninit(Stage& stage) {
    return tiles_through(stage, "missing_uninit.cpp", 2, kOne);
}
std::size_t packer_of_rows(Stage& stage) {
    return tiles_through(stage, "packer_of_rows.cpp", 2, kOne);
}
std::size_t missing_exp_init(Stage& stage) {
    return tiles_through(stage, "missing_exp_init.cpp", 1, 0x402e402e);
}

std::size_t other_shape(Stage& stage) {
    constexpr std::uint32_t half = kTile / 2;
    const auto small = [&](std::uint8_t index) {
        CreateCircularBuffer(stage.program, only(kHere),
                             CircularBufferConfig(half, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, half)
                                 .set_tile_dims(index, tt::tt_metal::Tile({16, 32})));
    };
    small(0);
    small(16);
    stage.cb(1, kTile, kTile);
    return ones_through(stage, "other_shape.cpp", 1, kOne, half);
}

constexpr Exhibit kInitExhibits[] = {
    {"other_operation", other_operation}, {"missing_init", missing_init},
    {"other_broadcast", other_broadcast}, {"not_turned", not_turned},
    {"other_shape", other_shape},         {"missing_uninit", missing_uninit},
    {"packer_of_rows", packer_of_rows},   {"missing_exp_init", missing_exp_init},
};

}  // namespace

std::span<const Exhibit> init_exhibits() {
    return kInitExhibits;
}

}  // namespace ironbird::tests::zoo
