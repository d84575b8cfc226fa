// Matrix products on a grid of cores, blocks multicast in both directions: utilisation of the
// matrix units, from the time of the math processors.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "row.hpp"
#include "workloads.hpp"

namespace ironbird::accuracy {
namespace {

constexpr std::uint32_t kTileSide = 32;
constexpr std::uint32_t kBehindBuffers =
    0x168000;  // for the result: circular buffers fill the rest

struct Format {
    std::string_view name;
    tt::DataFormat format;
    std::uint32_t tile_bytes;
};
constexpr Format kFormats[] = {
    {"bf16", tt::DataFormat::Float16_b, 2048},
    {"bfp8", tt::DataFormat::Bfp8_b, 1088},
    {"bfp4", tt::DataFormat::Bfp4_b, 576},
};

struct Fidelity {
    std::string_view name;
    MathFidelity fidelity;
    std::uint32_t cycles;  // of the matrix unit for one product of tiles
};
constexpr Fidelity kFidelities[] = {
    {"LoFi", MathFidelity::LoFi, 16},
    {"HiFi2", MathFidelity::HiFi2, 32},
    {"HiFi3", MathFidelity::HiFi3, 48},
    {"HiFi4", MathFidelity::HiFi4, 64},
};

template <class Table>
const auto& named(const Table& table, std::string_view name) {
    for (const auto& row : table)
        if (row.name == name) return row;
    throw std::runtime_error(fmt::format("the data names {}, which is not replayed", name));
}

// Everything in tiles.
struct Plan {
    std::uint32_t grid_x, grid_y, rows, inner, columns;  // of the whole product
    bool sharded;
    std::uint32_t inner_cuts, out_cuts;
    const Format& format;
    const Fidelity& fidelity;
    std::uint32_t sub_rows = 1, sub_columns = 1;

    explicit Plan(const Fields& f)
        : grid_x(f.count("grid_x")),
          grid_y(f.count("grid_y")),
          rows(f.count("m") / kTileSide),
          inner(f.count("k") / kTileSide),
          columns(f.count("n") / kTileSide),
          sharded(f.yes("sharded")),
          inner_cuts(f.count("inner_cuts")),
          out_cuts(f.count("out_cuts")),
          format(named(kFormats, f.text("format"))),
          fidelity(named(kFidelities, f.text("fidelity"))) {
        choose_sub_block();
    }

    std::uint32_t core_rows() const { return rows / grid_y / out_cuts; }  // of one block
    std::uint32_t core_columns() const { return columns / grid_x / out_cuts; }
    std::uint32_t block() const { return inner / grid_x / inner_cuts; }
    std::uint32_t blocks() const { return inner / block(); }

    double ideal_cycles() const {
        return 1.0 * rows * inner * columns * fidelity.cycles / (grid_x * grid_y);
    }

    // The largest that fits Dst; a result that stays in L1 has one row.
    void choose_sub_block() {
        constexpr std::pair<std::uint32_t, std::uint32_t> kChoices[] = {
            {4, 2}, {2, 4}, {8, 1}, {1, 8}, {7, 1}, {1, 7}, {3, 2}, {2, 3}, {6, 1}, {1, 6},
            {5, 1}, {1, 5}, {2, 2}, {4, 1}, {1, 4}, {3, 1}, {1, 3}, {2, 1}, {1, 2}};
        for (const auto& [r, c] : kChoices)
            if (core_rows() % r == 0 && core_columns() % c == 0 && (!sharded || r == 1)) {
                sub_rows = r;
                sub_columns = c;
                return;
            }
    }
};

using Buffer = std::shared_ptr<distributed::MeshBuffer>;

class GemmReplay final : public Replay {
 public:
    double predict(const Row& row) override {
        const Plan p(row.fields);
        const CoreRange cores({0, 0}, {p.grid_x - 1, p.grid_y - 1});
        Workload workload = build(p, cores);
        workload.run();
        return 100 * p.ideal_cycles() / workload.mean_cycles(kBehindBuffers);
    }

 private:
    Workload build(const Plan& p, const CoreRange& cores) {
        const auto matrix = [&](std::uint32_t rows, std::uint32_t columns) {
            return session_.dram(rows * columns * p.format.tile_bytes, p.format.tile_bytes);
        };
        const Buffer a = matrix(p.rows, p.inner), b = matrix(p.inner, p.columns),
                     c = matrix(p.rows, p.columns);
        Program program = CreateProgram();
        add_buffers(program, p, cores);
        for (const std::uint32_t initial : {0u, INVALID, 0u, INVALID})
            CreateSemaphore(program, cores, initial);
        const KernelHandle in0 = add_in0(program, p, cores, a);
        const KernelHandle in1 = add_in1(program, p, cores, b, c);
        const KernelHandle compute = add_compute(program, p, cores);
        for (const CoreCoord& core : cores) {
            SetRuntimeArgs(program, in0, core, in0_arguments(p, core, a));
            SetRuntimeArgs(program, in1, core, in1_arguments(p, core, b, c));
        }
        return {session_, std::move(program), compute, cores};
    }

    // Partial sums are BF16; the result shares their room if it is too.
    static void add_buffers(Program& program, const Plan& p, const CoreRange& cores) {
        const std::uint32_t bytes = p.format.tile_bytes, result = p.core_rows() * p.core_columns();
        const auto add = [&](std::uint32_t index, std::uint32_t tiles) {
            CreateCircularBuffer(program, cores,
                                 CircularBufferConfig(tiles * bytes, {{index, p.format.format}})
                                     .set_page_size(index, bytes));
        };
        add(0, 2 * p.core_rows() * p.block());
        add(1, 2 * p.core_columns() * p.block());
        if (p.sharded) add(2, p.core_rows() * p.block() * p.inner_cuts);
        constexpr auto kSum = tt::DataFormat::Float16_b;
        constexpr std::uint32_t kSumBytes = 2048;
        if (p.format.format == kSum) {
            CreateCircularBuffer(program, cores,
                                 CircularBufferConfig(result * bytes, {{16, kSum}, {24, kSum}})
                                     .set_page_size(16, bytes)
                                     .set_page_size(24, bytes));
            return;
        }
        add(16, result);
        CreateCircularBuffer(
            program, cores,
            CircularBufferConfig(result * kSumBytes, {{24, kSum}}).set_page_size(24, kSumBytes));
    }

    static std::string file(const char* name) {
        return examples::kernel(fmt::format("accuracy/kernels/gemm_{}.cpp", name));
    }

    static KernelHandle add_in0(Program& program, const Plan& p, const CoreRange& cores,
                                const Buffer& a) {
        Words args = {p.core_rows(),
                      p.block(),
                      p.blocks(),
                      p.inner,
                      p.out_cuts,
                      p.out_cuts,
                      p.sharded ? p.inner_cuts : 0};
        TensorAccessorArgs(*a).append_to(args);
        return CreateKernel(program, file("in0"), cores, examples::reader(args));
    }

    static KernelHandle add_in1(Program& program, const Plan& p, const CoreRange& cores,
                                const Buffer& b, const Buffer& c) {
        Words args = {p.core_columns(), p.block(),          p.blocks(),    p.columns,
                      p.out_cuts,       p.out_cuts,         p.core_rows(), p.sub_rows,
                      p.sub_columns,    p.sharded ? 0u : 1u};
        TensorAccessorArgs(*b).append_to(args);
        TensorAccessorArgs(*c).append_to(args);
        return CreateKernel(program, file("in1"), cores, examples::writer(args));
    }

    static KernelHandle add_compute(Program& program, const Plan& p, const CoreRange& cores) {
        return CreateKernel(
            program, file("compute"), cores,
            ComputeConfig{
                .math_fidelity = p.fidelity.fidelity,
                .compile_args = {p.core_rows(), p.core_columns(), p.block(), p.blocks(), p.sub_rows,
                                 p.sub_columns, p.out_cuts * p.out_cuts, kBehindBuffers}});
    }

    // address, tile, receivers, rectangle or sender: what Mover reads.
    Words mover(const Buffer& matrix, std::uint32_t tile, bool sends, std::uint32_t receivers,
                CoreCoord sender, CoreCoord near, CoreCoord far) {
        const auto place = [&](CoreCoord c) {
            return session_.device().worker_core_from_logical_core(c);
        };
        const CoreCoord from = place(sends ? near : sender), to = place(far);
        Words args = {static_cast<std::uint32_t>(matrix->address()), tile, sends ? receivers : 0};
        for (const std::size_t number : {from.x, from.y, to.x, to.y})
            args.push_back(static_cast<std::uint32_t>(number));
        return args;
    }

    // NoC 1 runs the other way: rectangles begin at the far corner.
    Words in0_arguments(const Plan& p, CoreCoord core, const Buffer& a) {
        const auto y = static_cast<std::uint32_t>(core.y);
        const CoreCoord first{p.sharded ? 0u : 1u, y}, last{p.grid_x - 1, y};
        Words args = mover(a, y * p.core_rows() * p.out_cuts * p.inner, p.sharded || core.x == 0,
                           p.grid_x - 1, {0, y}, last, first);
        args.insert(args.end(), {0, 1, static_cast<std::uint32_t>(core.x)});
        for (std::uint32_t x = 0; x < p.grid_x; x++) args.push_back(packed_place(session_, {x, y}));
        return args;
    }

    Words in1_arguments(const Plan& p, CoreCoord core, const Buffer& b, const Buffer& c) {
        const auto x = static_cast<std::uint32_t>(core.x);
        const std::uint32_t column = x * p.core_columns() * p.out_cuts;
        Words args = mover(b, column, core.y == 0, p.grid_y - 1, {x, 0}, {x, 1}, {x, p.grid_y - 1});
        const auto row = static_cast<std::uint32_t>(core.y) * p.core_rows() * p.out_cuts;
        args.insert(args.end(),
                    {2, 3, static_cast<std::uint32_t>(c->address()), row * p.columns + column});
        return args;
    }

    Session session_;
};

}  // namespace

std::vector<Row> gemm_rows() {
    std::vector<Row> rows;
    for (Fields& f : read_table(table_of("gemm.csv"))) {
        const std::string shape =
            fmt::format("{} {} x {} x {} grid {}x{}", f.text("arch"), f.text("m"), f.text("k"),
                        f.text("n"), f.text("grid_x"), f.text("grid_y"));
        const std::string name = fmt::format("{} {} {} {}", shape, f.text("format"),
                                             f.text("fidelity"), f.yes("sharded") ? "L1" : "DRAM");
        rows.push_back({product_of(f.text("arch")),
                        f.yes("sharded") ? "operand and result in L1" : "all in DRAM", shape,
                        fmt::format("{} products, grid {}x{}", f.text("arch"), f.text("grid_x"),
                                    f.text("grid_y")),
                        name, f.number("utilisation"), std::move(f)});
    }
    return rows;
}

std::unique_ptr<Replay> make_gemm_replay() {
    return std::make_unique<GemmReplay>();
}

}  // namespace ironbird::accuracy
