// Programs whose circular buffers have the depths of the command line: an element-wise sum with an
// L1 buffer beside it, and a product of matrices.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "matmul_multicast/matmul.hpp"

using namespace examples;

namespace {

// One number for all of a result.
std::uint32_t checksum(const Words& words) {
    std::uint32_t sum = 0;
    for (const std::uint32_t w : words) sum = (sum ^ w) * 16777619u;
    return sum;
}

constexpr std::uint32_t kTilesPerCore = 28, kCores = 3, kTiles = kTilesPerCore * kCores;

Program sum_program(const examples::Buffer& a, const examples::Buffer& b,
                    const examples::Buffer& out, const std::array<std::uint32_t, 3>& depths) {
    const CoreRange cores({0, 0}, {kCores - 1, 0});
    Program program = CreateProgram();
    constexpr std::uint8_t indices[] = {0, 1, 16};
    for (std::size_t i = 0; i < depths.size(); i++)
        CreateCircularBuffer(
            program, cores,
            CircularBufferConfig(depths[i] * kTileBytes, {{indices[i], tt::DataFormat::Float16_b}})
                .set_page_size(indices[i], kTileBytes));
    const std::string folder = "tests/memory/kernels/";
    const auto read =
        CreateKernel(program, kernel(folder + "read.cpp"), cores, reader(accessor_args({a, b})));
    const auto write =
        CreateKernel(program, kernel(folder + "write.cpp"), cores, writer(accessor_args({out})));
    const auto add = CreateKernel(program, kernel(folder + "add.cpp"), cores, ComputeConfig{});
    for (std::uint32_t i = 0; i < kCores; i++) {
        const CoreCoord core{i, 0};
        SetRuntimeArgs(program, read, core,
                       {a->address(), b->address(), kTilesPerCore, i * kTilesPerCore});
        SetRuntimeArgs(program, write, core, {out->address(), kTilesPerCore, i * kTilesPerCore});
        SetRuntimeArgs(program, add, core, {kTilesPerCore});
    }
    return program;
}

void sum(Session& session, const std::array<std::uint32_t, 3>& depths, int times) {
    auto a = session.dram(kTiles * kTileBytes, kTileBytes);
    auto b = session.dram(kTiles * kTileBytes, kTileBytes);
    auto out = session.dram(kTiles * kTileBytes, kTileBytes);
    auto beside =
        session.buffer(64 * kTileBytes, {.page_size = kTileBytes, .buffer_type = BufferType::L1});
    session.write(a, Words(kTiles * kTileBytes / 4, 0x3f803f80));
    session.write(b, Words(kTiles * kTileBytes / 4, 0x40404040));
    for (int i = 0; i < times; i++) session.run(sum_program(a, b, out, depths));
    fmt::print("sum {:08x}\n", checksum(session.read(out)));
}

void multiply(Session& session, const std::array<std::uint32_t, 4>& depths) {
    const Matmul p{.grid = {2, 2},
                   .rows = 8,
                   .columns = 8,
                   .inner = 16,
                   .block = 2,
                   .fidelity = MathFidelity::LoFi,
                   .depths = depths};
    auto a = session.dram(p.rows * p.inner * kTileBytes, kTileBytes);
    auto b = session.dram(p.inner * p.columns * kTileBytes, kTileBytes);
    auto c = session.dram(p.rows * p.columns * kTileBytes, kTileBytes);
    const auto fill = [&](examples::Buffer& to, std::uint32_t seed) {
        Words words = pattern(to->size() / 4, seed);
        for (std::uint32_t& w : words) w = (w & 0x807f807f) | 0x3f003f00;  // around one half
        session.write(to, words);
    };
    fill(a, 1);
    fill(b, 2);
    session.run(matmul(session, p, a, b, c));
    fmt::print("product {:08x}\n", checksum(session.read(c)));
}

}  // namespace

// sum D0 D1 D16 [times] | product D0 D1 D16 D24
int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    const auto number = [&](int i, std::uint32_t missing) {
        return i < argc ? static_cast<std::uint32_t>(std::atoi(argv[i])) : missing;
    };
    Session session;
    if (what == "product")
        multiply(session, {number(2, 0), number(3, 0), number(4, 0), number(5, 0)});
    else
        sum(session, {number(2, 8), number(3, 8), number(4, 2)}, static_cast<int>(number(5, 1)));
    session.close();
    return 0;
}
