// Gather along a row: every index tile is held against every input tile. The time is linear in both
// counts, so a row runs as a part of itself and is scaled.
#include <fmt/format.h>

#include <algorithm>

#include "row.hpp"
#include "workloads.hpp"

namespace ironbird::accuracy {
namespace {

constexpr std::uint32_t kTile = 4096;  // 1024 words
constexpr std::uint32_t kTileWidth = 32;

class GatherReplay final : public Replay {
 public:
    double predict(const Row& row) override {
        const Fields& f = row.fields;
        const CoreRange cores = grid(f.count("cores"));
        const auto share = static_cast<double>(f.count("index_tiles")) / f.count("cores");
        const std::uint32_t indices = 2, inputs = std::min(f.count("input_tiles"), 48u);
        const double cycles =
            run(cores, f.text("implementation") == "rescan", indices, inputs) / indices / inputs;
        const double pairs = std::max(share, 1.0) * f.count("rows") * f.count("input_tiles");
        return cycles * pairs / session_.device().get_clock_rate_mhz() / 1000;
    }

 private:
    CoreRange grid(std::uint32_t cores) {
        const CoreCoord all = session_.device().compute_with_storage_grid_size();
        return cores < all.x ? CoreRange({0, 0}, {cores - 1, 0})
                             : CoreRange({0, 0}, {all.x - 1, cores / all.x - 1});
    }

    double run(const CoreRange& cores, bool rescan, std::uint32_t indices, std::uint32_t inputs) {
        const auto count = static_cast<std::uint32_t>(cores.size());
        auto index = session_.dram(count * indices * kTile, kTile);
        auto input = session_.dram(inputs * kTile, kTile);
        Program program = CreateProgram();
        for (const std::uint32_t cb : {0u, 1u, 16u})
            CreateCircularBuffer(program, cores,
                                 CircularBufferConfig(2 * kTile, {{cb, tt::DataFormat::UInt32}})
                                     .set_page_size(cb, kTile));
        Words looks = {rescan ? 1u : 0u}, reads;
        TensorAccessorArgs(*index).append_to(looks);
        TensorAccessorArgs(*input).append_to(reads);
        const auto look = CreateKernel(program, file("index"), cores, examples::reader(looks));
        const auto read = CreateKernel(program, file("input"), cores, examples::writer(reads));
        std::uint32_t first = 0;
        for (const CoreCoord& core : cores) {
            SetRuntimeArgs(program, look, core,
                           {static_cast<std::uint32_t>(index->address()), first, indices, inputs,
                            kBehind, kTileWidth});
            SetRuntimeArgs(program, read, core,
                           {static_cast<std::uint32_t>(input->address()), indices, inputs});
            first += indices;
        }
        Workload workload(session_, std::move(program), look, cores);
        workload.run();
        return workload.mean_cycles(kBehind);
    }

    static std::string file(const char* name) {
        return examples::kernel(fmt::format("accuracy/kernels/gather_{}.cpp", name));
    }

    static constexpr std::uint32_t kBehind = 0x100000;  // past the circular buffers
    Session session_;
};

}  // namespace

std::vector<Row> gather_rows() {
    std::vector<Row> rows;
    for (Fields& f : read_table(table_of("gather.csv"))) {
        const std::string name =
            fmt::format("{} {} {}", f.text("arch"), f.text("case"), f.text("implementation"));
        rows.push_back({product_of(f.text("arch")), f.text("implementation"), name,
                        f.text("arch") + " gather", name, f.number("milliseconds"), std::move(f)});
    }
    return rows;
}

std::unique_ptr<Replay> make_gather_replay() {
    return std::make_unique<GatherReplay>();
}

}  // namespace ironbird::accuracy
