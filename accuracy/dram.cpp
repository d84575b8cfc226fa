// Transfers between L1 and DRAM: cores meet, then each repeats one transfer with one bank or with
// all in turn.
#include <fmt/format.h>

#include "row.hpp"
#include "workloads.hpp"

namespace ironbird::accuracy {
namespace {

constexpr std::uint32_t kLargest = 16384;           // bytes of the largest transfer in the data
constexpr std::uint32_t kScratch = kResult + 0x40;  // what cores read while they meet

class DramReplay final : public Replay {
 public:
    double predict(const Row& row) override {
        const Fields& f = row.fields;
        const bool reads = f.text("pattern").find("_from_") != std::string::npos;
        const bool one_bank = f.text("memory") == "dram_sharded";
        const CoreRange cores = rectangle(f.text("from"));
        Words compile = {reads ? 1u : 0u, one_bank ? 1u : 0u, banks_};
        TensorAccessorArgs(*pages_).append_to(compile);
        Workload& workload = workloads_.get({.file = "dram.cpp",
                                             .reads = reads,
                                             .noc = NOC::NOC_1,
                                             .compile_args = compile,
                                             .cores = cores,
                                             .arguments = kArguments},
                                            add_meeting);
        std::uint32_t number = 0;
        for (const CoreCoord& core : cores)  // row by row, as the measurement counts them
            workload.arguments(core, arguments(f, number++ % banks_, cores));
        workload.run();
        // Of a crowd the data has what all of it takes together.
        return cores.size() > 1 ? workload.span_cycles() : workload.median_cycles();
    }

 private:
    static constexpr std::size_t kArguments = 10;

    static void add_meeting(Program& program, const CoreRange& cores) {
        CreateSemaphore(program, cores, 0);
    }

    Words arguments(const Fields& f, std::uint32_t first, const CoreRange& cores) {
        return {static_cast<std::uint32_t>(pages_->address()),
                kBytes,
                f.count("bytes"),
                f.count("transactions"),
                kResult,
                first,
                0,
                packed_place(session_, cores.start_coord),
                static_cast<std::uint32_t>(cores.size()),
                kScratch};
    }

    Session session_;
    Workloads workloads_{session_};
    std::uint32_t banks_ = session_.device().num_dram_channels();
    std::shared_ptr<distributed::MeshBuffer> pages_ = session_.dram(banks_ * kLargest, kLargest);
};

}  // namespace

std::vector<Row> dram_rows() {
    std::vector<Row> rows = transfer_rows("dram.csv");
    for (Row& row : rows)
        row.group = row.fields.text("initiators") == "1" ? "one core" : "all cores";
    return rows;
}

std::unique_ptr<Replay> make_dram_replay() {
    return std::make_unique<DramReplay>();
}

}  // namespace ironbird::accuracy
