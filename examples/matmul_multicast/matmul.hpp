// The product of two matrices of tiles on a grid of cores, blocks multicast in both directions.
#pragma once

#include <array>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/tilize_utils.hpp>

#include "../session.hpp"

namespace examples {

// Sizes in tiles; each core has rows / grid.y by columns / grid.x of the result.
struct Matmul {
    CoreCoord grid{8, 8};
    std::uint32_t rows = 64, columns = 64, inner = 64;
    std::uint32_t block = 4;  // tiles of the inner dimension in one block
    std::uint32_t sub_rows = 4, sub_columns = 2;
    MathFidelity fidelity = MathFidelity::HiFi4;
    // Tiles of the circular buffers of A, B, C and partial sums; 0: two blocks, or all of a core's.
    std::array<std::uint32_t, 4> depths{};

    std::uint32_t core_rows() const { return rows / static_cast<std::uint32_t>(grid.y); }
    std::uint32_t core_columns() const { return columns / static_cast<std::uint32_t>(grid.x); }
    std::uint32_t blocks() const { return inner / block; }
};

using Buffer = std::shared_ptr<distributed::MeshBuffer>;
inline constexpr std::uint32_t kTileBytes = 2048;

namespace matmul_parts {

inline void buffers(Program& program, const Matmul& p, const CoreRange& cores) {
    const auto add = [&](std::uint32_t index, std::uint32_t tiles) {
        CreateCircularBuffer(
            program, cores,
            CircularBufferConfig(tiles * kTileBytes, {{index, tt::DataFormat::Float16_b}})
                .set_page_size(index, kTileBytes));
    };
    const auto depth = [&](std::size_t which, std::uint32_t usual) {
        return p.depths[which] != 0 ? p.depths[which] : usual;
    };
    add(tt::CBIndex::c_0, depth(0, 2 * p.core_rows() * p.block));
    add(tt::CBIndex::c_1, depth(1, 2 * p.core_columns() * p.block));
    add(tt::CBIndex::c_16, depth(2, p.core_rows() * p.core_columns()));
    add(tt::CBIndex::c_24, depth(3, p.core_rows() * p.core_columns()));
}

// What a mover needs: the sender names its receivers, a receiver its sender. On NoC 1 rectangles
// run from the far corner.
inline Words mover(Session& session, const Buffer& matrix, std::uint32_t tile, bool sends,
                   CoreCoord sender, CoreCoord near, CoreCoord far, std::uint32_t receivers) {
    const auto place = [&](CoreCoord c) {
        return session.device().worker_core_from_logical_core(c);
    };
    const CoreCoord from = place(sends ? near : sender), to = place(far);
    Words args = {static_cast<std::uint32_t>(matrix->address()), tile, sends ? receivers : 0};
    for (const std::size_t number : {from.x, from.y, to.x, to.y})
        args.push_back(static_cast<std::uint32_t>(number));
    return args;
}

}  // namespace matmul_parts

inline Program matmul(Session& session, const Matmul& p, const Buffer& a, const Buffer& b,
                      const Buffer& c) {
    using namespace matmul_parts;
    const auto columns = static_cast<std::uint32_t>(p.grid.x);
    const auto rows = static_cast<std::uint32_t>(p.grid.y);
    const CoreRange cores({0, 0}, {p.grid.x - 1, p.grid.y - 1});
    Program program = CreateProgram();
    buffers(program, p, cores);
    const std::uint32_t ready0 = CreateSemaphore(program, cores, 0);
    const std::uint32_t arrived0 = CreateSemaphore(program, cores, INVALID);
    const std::uint32_t ready1 = CreateSemaphore(program, cores, 0);
    const std::uint32_t arrived1 = CreateSemaphore(program, cores, INVALID);

    Words args0 = {p.core_rows(), p.block, p.blocks(), p.inner};
    TensorAccessorArgs(*a).append_to(args0);
    Words args1 = {p.core_columns(), p.block,    p.blocks(),   p.columns,
                   p.core_rows(),    p.sub_rows, p.sub_columns};
    TensorAccessorArgs(*b).append_to(args1);
    TensorAccessorArgs(*c).append_to(args1);
    const std::string folder = "examples/matmul_multicast/kernels/";
    const KernelHandle in0 =
        CreateKernel(program, kernel(folder + "in0.cpp"), cores, reader(args0));
    const KernelHandle in1 =
        CreateKernel(program, kernel(folder + "in1_out.cpp"), cores, writer(args1));
    CreateKernel(program, kernel(folder + "compute.cpp"), cores,
                 ComputeConfig{.math_fidelity = p.fidelity,
                               .compile_args = {p.core_rows(), p.core_columns(), p.block,
                                                p.blocks(), p.sub_rows, p.sub_columns}});

    for (std::uint32_t y = 0; y < rows; y++)
        for (std::uint32_t x = 0; x < columns; x++) {
            const CoreCoord core{x, y};
            Words row = mover(session, a, y * p.core_rows() * p.inner, x == 0, {0, y},
                              {columns - 1, y}, {1, y}, columns - 1);
            row.insert(row.end(), {ready0, arrived0});
            SetRuntimeArgs(program, in0, core, row);
            Words column = mover(session, b, x * p.core_columns(), y == 0, {x, 0}, {x, 1},
                                 {x, rows - 1}, rows - 1);
            column.insert(column.end(), {ready1, arrived1, static_cast<std::uint32_t>(c->address()),
                                         y * p.core_rows() * p.columns + x * p.core_columns()});
            SetRuntimeArgs(program, in1, core, column);
        }
    return program;
}

}  // namespace examples
