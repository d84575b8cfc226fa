// One operation of each kind of the compute processors, on one core: what inits are deleted from.
#include "session.hpp"

using namespace examples;

namespace {

constexpr std::uint32_t kTile = 2048, kWide = 4096, kTiles = 11;
constexpr CoreCoord kHere{0, 0};

}  // namespace

int main() {
    Session session;
    auto from = session.dram(kTile, kTile), to = session.dram(kTiles * kTile, kTile);
    session.write(from, Words(kTile / 4, 0x3f803f80));
    session.write(to, Words(kTiles * kTile / 4));

    Program program = CreateProgram();
    const auto cb = [&](std::uint8_t index, std::uint32_t page, tt::DataFormat format) {
        CreateCircularBuffer(
            program, kHere,
            CircularBufferConfig(2 * page, {{index, format}}).set_page_size(index, page));
    };
    cb(0, kTile, tt::DataFormat::Float16_b);
    cb(1, kWide, tt::DataFormat::Float32);
    cb(16, kTile, tt::DataFormat::Float16_b);
    const std::string folder = "tests/mutation/kernels/units/";
    const auto read =
        CreateKernel(program, kernel(folder + "read.cpp"), kHere, reader(accessor_args({from})));
    const auto write =
        CreateKernel(program, kernel(folder + "write.cpp"), kHere, writer(accessor_args({to})));
    CreateKernel(program, kernel(folder + "compute.cpp"), kHere, ComputeConfig{});
    SetRuntimeArgs(program, read, kHere, {from->address()});
    SetRuntimeArgs(program, write, kHere, {to->address(), kTiles});
    session.run(std::move(program));
    // Sums, products and copies of ones.
    const Words got = session.read(to);
    const std::uint32_t words = kTile / 4;
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < words; i++) {
        wrong += got[i] != 0x40004000 ? 1 : 0;               // 1 + 1
        wrong += got[words + i] != 0 ? 1 : 0;                // 1 - 1
        wrong += got[10 * words + i] != 0x42004200 ? 1 : 0;  // 32 products
    }
    session.close();
    return verdict(wrong, fmt::format("{} tiles", kTiles));
}
