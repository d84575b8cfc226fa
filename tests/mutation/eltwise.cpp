// (a + b) * a on four cores, as an element-wise operation of a tensor library does it: reader,
// compute with an intermediate, writer, each core with its run of tiles.
#include <bit>

#include "session.hpp"

using namespace examples;

namespace {

constexpr std::uint32_t kTile = 2048, kTilesPerCore = 6, kCores = 4;
constexpr std::uint32_t kTiles = kTilesPerCore * kCores;

std::uint32_t both_halves(float v) {
    return (std::bit_cast<std::uint32_t>(v) >> 16) * 0x10001u;
}

// Each tile is one number all over, so that a tile out of place is seen.
Words tiles(float (*value)(std::uint32_t)) {
    Words words;
    for (std::uint32_t t = 0; t < kTiles; t++)
        words.insert(words.end(), kTile / 4, both_halves(value(t)));
    return words;
}

float a_of(std::uint32_t t) {
    return static_cast<float>(t % 8 + 1);
}
float b_of(std::uint32_t t) {
    return static_cast<float>(t % 3);
}
float result_of(std::uint32_t t) {
    return (a_of(t) + b_of(t)) * a_of(t);
}

}  // namespace

int main() {
    const CoreRange cores({0, 0}, {kCores - 1, 0});
    Session session;
    auto a = session.dram(kTiles * kTile, kTile), b = session.dram(kTiles * kTile, kTile);
    auto out = session.dram(kTiles * kTile, kTile);
    session.write(a, tiles(a_of));
    session.write(b, tiles(b_of));
    session.write(out, Words(kTiles * kTile / 4));

    Program program = CreateProgram();
    for (const std::uint8_t index : {0, 1, 16, 24})
        CreateCircularBuffer(program, cores,
                             CircularBufferConfig(2 * kTile, {{index, tt::DataFormat::Float16_b}})
                                 .set_page_size(index, kTile));
    const std::string folder = "tests/mutation/kernels/eltwise/";
    const auto read =
        CreateKernel(program, kernel(folder + "read.cpp"), cores, reader(accessor_args({a, b})));
    const auto write =
        CreateKernel(program, kernel(folder + "write.cpp"), cores, writer(accessor_args({out})));
    const auto compute =
        CreateKernel(program, kernel(folder + "compute.cpp"), cores, ComputeConfig{});
    for (std::uint32_t i = 0; i < kCores; i++) {
        const CoreCoord core{i, 0};
        SetRuntimeArgs(program, read, core,
                       {a->address(), b->address(), kTilesPerCore, i * kTilesPerCore});
        SetRuntimeArgs(program, write, core, {out->address(), kTilesPerCore, i * kTilesPerCore});
        SetRuntimeArgs(program, compute, core, {kTilesPerCore});
    }
    session.run(std::move(program));
    const std::size_t wrong = differences(session.read(out), tiles(result_of));
    session.close();
    return verdict(wrong, fmt::format("{} tiles right", kTiles));
}
