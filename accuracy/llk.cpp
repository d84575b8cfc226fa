// Operations of the vector unit on tiles in Dst: cycles of the math processor for one tile.
#include <fmt/format.h>

#include "row.hpp"
#include "workloads.hpp"

namespace ironbird::accuracy {
namespace {

class LlkReplay final : public Replay {
 public:
    double predict(const Row& row) override {
        constexpr std::uint32_t kTimes = 32, kTile = 2048;
        const Fields& f = row.fields;
        const CoreRange core({0, 0});
        Program program = CreateProgram();
        for (const std::uint32_t cb : {0u, 16u})
            CreateCircularBuffer(program, core,
                                 CircularBufferConfig(kTile, {{cb, tt::DataFormat::Float16_b}})
                                     .set_page_size(cb, kTile));
        const KernelHandle kernel = CreateKernel(
            program, examples::kernel("accuracy/kernels/llk.cpp"), core,
            ComputeConfig{
                .fp32_dest_acc_en = f.text("format") == "fp32",
                .compile_args = {kTimes, kResult},
                .defines = {{"OP_HEADER", fmt::format("\"api/compute/{}\"", f.text("header"))},
                            {"OP_CALL", f.text("call")}}});
        Workload workload(session_, std::move(program), kernel, core);
        workload.run();
        return workload.mean_cycles() / kTimes;
    }

 private:
    Session session_;
};

}  // namespace

std::vector<Row> llk_rows() {
    std::vector<Row> rows;
    for (Fields& f : read_table(data_folder() / "llk.csv")) {
        const std::string name =
            fmt::format("{} {} {}", f.text("arch"), f.text("operation"), f.text("format"));
        // A cost that was taken from the row says nothing about the model.
        const bool known = f.text("cost") != "elsewhere";
        rows.push_back({product_of(f.text("arch")),
                        known ? "cost is the row's own" : "cost is from elsewhere", name,
                        f.text("arch") + " vector unit", name, f.number("cycles"), std::move(f)});
    }
    return rows;
}

std::unique_ptr<Replay> make_llk_replay() {
    return std::make_unique<LlkReplay>();
}

}  // namespace ironbird::accuracy
