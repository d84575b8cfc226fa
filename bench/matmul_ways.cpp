// A product of 512 x 512 matrices in five ways: what more cores bring, and what blocks and
// multicasts do.
#include <fmt/format.h>

#include <ironbird/statistics.hpp>
#include <stdexcept>
#include <tt-metalium/work_split.hpp>

#include "matrices.hpp"
#include "modelled.hpp"
#include "tables.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tt::tt_metal;
using examples::Buffer;
using examples::kTileBytes;
using examples::Matmul;
using examples::Session;
using examples::Words;

constexpr std::uint32_t kSize = 512, kTiles = kSize / 32;
constexpr CoreCoord kOne{1, 1}, kMany{8, 8};

struct Matrices {
    explicit Matrices(Session& session)
        : a(session.dram(kSize * kSize * 2, kTileBytes)),
          b(session.dram(kSize * kSize * 2, kTileBytes)),
          c(session.dram(kSize * kSize * 2, kTileBytes)) {}
    Buffer a, b, c;
};

std::uint32_t address(const Buffer& buffer) {
    return static_cast<std::uint32_t>(buffer->address());
}

Matmul blocks(CoreCoord grid) {
    return {.grid = grid,
            .rows = kTiles,
            .columns = kTiles,
            .inner = kTiles,
            .sub_rows = 2,
            .sub_columns = 2,
            .depths = {0, 0, 8, 0}};
}

KernelHandle writing(Program& program, const CoreRange& cores, const Matrices& m, Words args) {
    TensorAccessorArgs(*m.c).append_to(args);
    return CreateKernel(program, examples::kernel("bench/kernels/matmul_write.cpp"), cores,
                        examples::writer(std::move(args)));
}

Program tile_by_tile(Session&, const Matrices& m, CoreCoord grid) {
    const CoreRange cores({0, 0}, {grid.x - 1, grid.y - 1});
    Program program = CreateProgram();
    for (const std::uint32_t index : {0, 1, 16})
        CreateCircularBuffer(
            program, cores,
            CircularBufferConfig(2 * kTileBytes, {{index, tt::DataFormat::Float16_b}})
                .set_page_size(index, kTileBytes));
    Words args = {kTiles, kTiles};
    for (const Buffer& input : {m.a, m.b}) TensorAccessorArgs(*input).append_to(args);
    const KernelHandle read = CreateKernel(
        program, examples::kernel("bench/kernels/matmul_read.cpp"), cores, examples::reader(args));
    const KernelHandle compute =
        CreateKernel(program, examples::kernel("bench/kernels/matmul_tiles.cpp"), cores,
                     ComputeConfig{.compile_args = {kTiles}});
    const KernelHandle write = writing(program, cores, m, {kTiles, 1, 1, kTiles});
    const auto share = static_cast<std::uint32_t>(kTiles * kTiles / (grid.x * grid.y));
    std::uint32_t first = 0;
    for (const CoreCoord& core : corerange_to_cores(CoreRangeSet(cores))) {
        SetRuntimeArgs(program, read, core, {address(m.a), address(m.b), first, share});
        SetRuntimeArgs(program, compute, core, {share});
        SetRuntimeArgs(program, write, core, {address(m.c), first, share});
        first += share;
    }
    return program;
}

// Every core reads its blocks itself.
Program in_blocks(Session&, const Matrices& m, CoreCoord grid) {
    const Matmul p = blocks(grid);
    const CoreRange cores({0, 0}, {grid.x - 1, grid.y - 1});
    Program program = CreateProgram();
    examples::matmul_parts::buffers(program, p, cores);
    Words args = {p.core_rows(), p.core_columns(), p.block, p.blocks(), p.columns};
    for (const Buffer& input : {m.a, m.b}) TensorAccessorArgs(*input).append_to(args);
    const KernelHandle read =
        CreateKernel(program, examples::kernel("bench/kernels/matmul_read_blocks.cpp"), cores,
                     examples::reader(args));
    CreateKernel(program, examples::kernel("examples/matmul_multicast/kernels/compute.cpp"), cores,
                 ComputeConfig{.compile_args = {p.core_rows(), p.core_columns(), p.block,
                                                p.blocks(), p.sub_rows, p.sub_columns}});
    const std::uint32_t across = p.core_columns() / p.sub_columns;
    const KernelHandle write =
        writing(program, cores, m, {p.columns, p.sub_rows, p.sub_columns, across});
    for (const CoreCoord& core : corerange_to_cores(CoreRangeSet(cores))) {
        const auto row = static_cast<std::uint32_t>(core.y) * p.core_rows();
        const auto column = static_cast<std::uint32_t>(core.x) * p.core_columns();
        SetRuntimeArgs(program, read, core, {address(m.a), address(m.b), row * p.inner, column});
        SetRuntimeArgs(
            program, write, core,
            {address(m.c), row * p.columns + column, across * p.core_rows() / p.sub_rows});
    }
    return program;
}

Program multicast(Session& session, const Matrices& m, CoreCoord grid) {
    return examples::matmul(session, blocks(grid), m.a, m.b, m.c);
}

struct Way {
    const char* name;
    CoreCoord grid;
    Program (*program)(Session&, const Matrices&, CoreCoord grid);
};
constexpr Way kWays[] = {{"tile by tile", kOne, tile_by_tile},
                         {"in blocks", kOne, in_blocks},
                         {"tile by tile", kMany, tile_by_tile},
                         {"in blocks", kMany, in_blocks},
                         {"in blocks, multicast", kMany, multicast}};

std::vector<float> product_of(const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<float> c(a.size());
    for (std::size_t i = 0; i < kSize; i++)
        for (std::size_t k = 0; k < kSize; k++)
            for (std::size_t j = 0; j < kSize; j++)
                c[i * kSize + j] += a[i * kSize + k] * b[k * kSize + j];
    return c;
}

void compare(const Words& got, const std::vector<float>& want, const char* way) {
    const auto values = untilize_nfaces(unpack_uint32_vec_into_bfloat16_vec(got), kSize, kSize);
    // Sums that are rounded to 8 bits now and then.
    if (const double r = statistics::pcc(values, want); r < 0.99)
        throw std::runtime_error(fmt::format("{}: correlation {:.4f}", way, r));
}

}  // namespace

nlohmann::ordered_json matmul_rows() {
    auto rows = nlohmann::ordered_json::array();
    Session session;
    Matrices m(session);
    const std::vector<float> a = random_bfloats(kSize, 1), b = random_bfloats(kSize, 2),
                             want = product_of(a, b);
    session.write(m.a, tiles(a, kSize));
    session.write(m.b, tiles(b, kSize));
    double first = 0;
    for (const Way& way : kWays) {
        session.run(way.program(session, m, way.grid));  // kernels are compiled
        session.write(m.c, Words(kSize * kSize / 2));
        double wall = 0;
        const double seconds = modelled_seconds(
            [&] { wall = wall_seconds([&] { session.run(way.program(session, m, way.grid)); }); });
        compare(session.read(m.c), want, way.name);
        if (first == 0) first = seconds;
        rows.push_back({{"matmul", way.name},
                        {"cores", way.grid.x * way.grid.y},
                        {"modelled_s", seconds},
                        {"modelled_tflop_s", 2.0 * kSize * kSize * kSize / seconds / 1e12},
                        {"speed_up", first / seconds},
                        {"wall_s", wall}});
    }
    session.close();
    return rows;
}

std::string matmul_text(const nlohmann::ordered_json& rows) {
    std::string text = fmt::format("{:<22} {:>6} {:>12} {:>10} {:>9} {:>9}\n", "512 x 512 x 512",
                                   "cores", "modelled us", "TFLOP/s", "speed-up", "wall ms");
    for (const auto& r : rows)
        text +=
            fmt::format("{:<22} {:>6} {:>12.1f} {:>10.3f} {:>9.1f} {:>9.1f}\n",
                        r["matmul"].get<std::string>(), r["cores"].get<std::uint32_t>(),
                        r["modelled_s"].get<double>() * 1e6, r["modelled_tflop_s"].get<double>(),
                        r["speed_up"].get<double>(), r["wall_s"].get<double>() * 1e3);
    return text;
}

}  // namespace ironbird::bench
