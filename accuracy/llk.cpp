// Operations of the vector unit on tiles in Dst: cycles of the math processor for one tile.
#include <fmt/format.h>

#include <map>
#include <set>

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

// The cost of an operation is a measurement itself. What one chip's figure is worth on the other
// shows what it would be worth on a chip where nobody has measured.
std::vector<Row> llk_rows() {
    std::vector<Fields> table = read_table(table_of("llk.csv"));
    std::map<std::string, std::set<std::string>> measured_on;
    const auto operation = [](const Fields& f) {
        return fmt::format("{} {}", f.text("operation"), f.text("format"));
    };
    for (const Fields& f : table) measured_on[operation(f)].insert(product_of(f.text("arch")));
    std::vector<Row> rows;
    for (Fields& f : table) {
        const std::string name = fmt::format("{} {}", f.text("arch"), operation(f));
        std::set<std::string>& chips = measured_on.at(operation(f));
        std::string chip = product_of(f.text("arch"));
        const bool both = chips.size() > 1;
        if (both) chip = *chips.begin() == chip ? *chips.rbegin() : *chips.begin();
        rows.push_back({chip, both ? "the other chip's figure" : "its own figure", name,
                        f.text("arch") + " vector unit", name, f.number("cycles"), std::move(f),
                        both ? Half::held_out : Half::fitted});
    }
    return rows;
}

std::unique_ptr<Replay> make_llk_replay() {
    return std::make_unique<LlkReplay>();
}

}  // namespace ironbird::accuracy
