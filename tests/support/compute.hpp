// A program around one compute kernel: inputs from DRAM into CBs 0, 1, …, the result from CB 16.
#pragma once

#include <bit>
#include <cmath>
#include <functional>
#include <random>

#include "session.hpp"

namespace ironbird::tests {

using examples::Words;

inline constexpr std::uint32_t kTileBytes = 2048, kTileWords = kTileBytes / 4;
inline constexpr std::uint8_t kOutput = 16, kBetween = 24;

// A matrix of whole 32 x 32 tiles.
struct Matrix {
    std::uint32_t rows = 0, columns = 0;
    std::vector<double> value = std::vector<double>(std::size_t{rows} * columns);

    double& at(std::uint32_t r, std::uint32_t c) { return value[std::size_t{r} * columns + c]; }
    double at(std::uint32_t r, std::uint32_t c) const {
        return value[std::size_t{r} * columns + c];
    }
    std::uint32_t tiles() const { return rows / 32 * (columns / 32); }
};

inline std::uint16_t to_bf16(double v) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(v));
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline double from_bf16(std::uint32_t bits) {
    return std::bit_cast<float>(bits << 16);
}

// Values that BF16 holds exactly.
inline Matrix random_matrix(std::uint32_t rows, std::uint32_t columns, std::uint32_t seed,
                            double low = -1, double high = 1) {
    Matrix m{rows, columns};
    std::mt19937 engine(seed);
    for (double& v : m.value)
        v = from_bf16(to_bf16(low + (high - low) * (engine() / 4294967296.0)));
    return m;
}

// Position of a datum among the halfwords of a tiled matrix: tiles in rows, four faces each.
inline std::size_t tiled(std::uint32_t columns, std::uint32_t r, std::uint32_t c) {
    const std::size_t tile = r / 32 * (columns / 32) + c / 32;
    const std::size_t face = r % 32 / 16 * 2 + c % 32 / 16;
    return tile * 1024 + face * 256 + r % 16 * 16 + c % 16;
}
inline std::size_t row_major(std::uint32_t columns, std::uint32_t r, std::uint32_t c) {
    return std::size_t{r} * columns + c;
}
using Layout = std::size_t (*)(std::uint32_t columns, std::uint32_t r, std::uint32_t c);

inline Words pack_bf16(const Matrix& m, Layout layout = tiled) {
    Words words(m.value.size() / 2);
    for (std::uint32_t r = 0; r < m.rows; r++)
        for (std::uint32_t c = 0; c < m.columns; c++) {
            const std::size_t at = layout(m.columns, r, c);
            words[at / 2] |= std::uint32_t{to_bf16(m.at(r, c))} << (at % 2 * 16);
        }
    return words;
}
inline Matrix unpack_bf16(const Words& words, std::uint32_t rows, std::uint32_t columns,
                          Layout layout = tiled) {
    Matrix m{rows, columns};
    for (std::uint32_t r = 0; r < rows; r++)
        for (std::uint32_t c = 0; c < columns; c++) {
            const std::size_t at = layout(columns, r, c);
            m.at(r, c) = from_bf16(words[at / 2] >> (at % 2 * 16) & 0xffff);
        }
    return m;
}

struct ComputeRun {
    std::string kernel;  // file below tests/programs/kernels/compute
    tt::tt_metal::ComputeConfig config = {};
    Words arguments = {};       // of the compute kernel
    std::vector<Words> inputs;  // whole tiles, or rows of that size
    std::uint32_t output_tiles = 0;
    std::uint32_t between_pages = 2;  // of CB 24, which kernels use for what they keep
    std::uint32_t output_pages = 2;
    tt::DataFormat input_format = tt::DataFormat::Float16_b;
    tt::DataFormat output_format = tt::DataFormat::Float16_b;
};

class ComputeSession : public examples::Session {
 public:
    Words compute(const ComputeRun& run) {
        using namespace tt::tt_metal;
        Program program = CreateProgram();
        Words reader_args = {static_cast<std::uint32_t>(run.inputs.size())}, writer_args;
        Words addresses;
        std::vector<std::shared_ptr<distributed::MeshBuffer>> buffers;
        for (std::size_t i = 0; i < run.inputs.size(); i++) {
            const auto bytes = static_cast<std::uint32_t>(run.inputs[i].size() * 4);
            const std::uint32_t page = tt::tile_size(run.input_format);
            buffers.push_back(dram(bytes, page));
            write(buffers.back(), run.inputs[i]);
            add_cb(program, static_cast<std::uint8_t>(i), bytes / page, run.input_format);
            addresses.push_back(static_cast<std::uint32_t>(buffers.back()->address()));
            addresses.push_back(bytes / page);
        }
        add_cb(program, kBetween, run.between_pages, run.output_format);
        add_cb(program, kOutput, run.output_pages, run.output_format);
        const std::uint32_t page = tt::tile_size(run.output_format);
        auto result = dram(run.output_tiles * page, page);
        // Whatever their pages: the same kernels move them.
        const auto accessor = TensorAccessorArgs::create_dram_interleaved();
        if (!buffers.empty()) accessor.append_to(reader_args);
        accessor.append_to(writer_args);
        const CoreCoord core{0, 0};
        const std::string folder = "tests/programs/kernels/compute/";
        const auto in = CreateKernel(program, examples::kernel(folder + "read_tiles.cpp"), core,
                                     examples::reader(reader_args));
        const auto out = CreateKernel(program, examples::kernel(folder + "write_tiles.cpp"), core,
                                      examples::writer(writer_args));
        const auto compute =
            CreateKernel(program, examples::kernel(folder + run.kernel), core, run.config);
        SetRuntimeArgs(program, compute, core, run.arguments);
        SetRuntimeArgs(program, in, core, addresses);
        SetRuntimeArgs(program, out, core,
                       {static_cast<std::uint32_t>(result->address()), run.output_tiles});
        Session::run(std::move(program));
        return read(result);
    }

 private:
    static void add_cb(tt::tt_metal::Program& program, std::uint8_t index, std::uint32_t pages,
                       tt::DataFormat format) {
        using namespace tt::tt_metal;
        const std::uint32_t page = tt::tile_size(format);
        CreateCircularBuffer(
            program, CoreCoord{0, 0},
            CircularBufferConfig(pages * page, {{index, format}}).set_page_size(index, page));
    }
};

}  // namespace ironbird::tests
