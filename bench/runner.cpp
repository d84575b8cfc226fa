// Measures figures by name: one line each, or one JSON object.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "figures.hpp"
#include "tables.hpp"

namespace ironbird::bench {
namespace {

std::vector<Figure> with_tiles(std::vector<Figure> figures) {
    const std::span<const Figure> tiles = tile_figures();
    figures.insert(figures.end(), tiles.begin(), tiles.end());
    return figures;
}

}  // namespace

std::span<const Figure> figures() {
    static const auto kFigures = with_tiles({
        {"idle_device_mib", "resident memory of an open device that has done nothing",
         idle_device_mib},
        {"fiber_switch_ns", "from one fiber to another", fiber_switch_ns},
        {"cb_push_pop_ns", "one page through a circular buffer between two processors",
         cb_push_pop_ns},
        {"noc_page_read_ns", "one 2 KiB page from DRAM to L1", noc_page_read_ns},
        {"scalar_gather_ratio", "gather loop in a kernel against the same loop natively",
         scalar_gather_ratio},
        {"kernel_compile_cold_s", "one kernel with an empty cache, headers included",
         kernel_compile_cold_s},
        {"hello_world_warm_s", "a whole process that prints from two cores", hello_world_warm_s},
        {"host_run_warm_s",
         "`ironbird run` of that program's source, unchanged since the last time", host_run_warm_s},
        {"host_run_edit_cpu_s", "processor time of the same after an edit", host_run_edit_cpu_s},
        {"launch_64_cores_us", "an empty program on 64 cores", launch_64_cores_us},
        {"ttnn_warm_call_us", "ttnn::add of 64 tiles on 64 cores, with its output's allocation",
         ttnn_warm_call_us},
        {"trace_64_adds_us", "the program of that call from a trace: without TT-NN and allocation",
         trace_64_adds_us},
        {"python_call_us", "what a call on one core costs more from Python than from C++",
         python_call_us},
        {"matmul_vs_openblas_1t", "2048^3 on 64 virtual cores: speed over sgemm's, one thread",
         matmul_vs_openblas_1t},
        {"matmul_vs_openblas_2t", "the same on two threads", matmul_vs_openblas_2t},
        {"profiler_cost_ratio", "wall time of that product with the profiler on, over without",
         profiler_cost_ratio},
        {"timing_cost_ratio", "the same with the contended network model, over the ideal one",
         timing_cost_ratio},
        {"check_cost_data_ratio",
         "pages through a core and back on 64 cores: wall time with all checks, over without",
         check_cost_data_ratio},
        {"check_cost_matmul_ratio", "wall time of that product with all checks, over without",
         check_cost_matmul_ratio},
        {"exact_matmul_vs_openblas_1t", "the same in exact arithmetic, one thread",
         exact_matmul_vs_openblas_1t},
        {"sfpu_exp_vs_highway", "exp of a tile in Dst: speed over a plain array's",
         sfpu_exp_vs_highway},
        {"sfpu_gelu_vs_highway", "gelu, against its form with tanh", sfpu_gelu_vs_highway},
        {"sfpu_tanh_vs_highway", "tanh", sfpu_tanh_vs_highway},
        {"tiles_growth_ratio", "cost of an added tile: one of 10^6 over one of 10^2",
         tiles_growth_ratio},
        {"cores_growth_ratio", "cost of a core: one of 140 over one alone", cores_growth_ratio},
        {"mesh_32_ratio", "the product on each of 32 linked chips, over 32 times one chip's",
         mesh_32_ratio},
        {"idle_mesh_mib", "resident memory of a process with 32 linked chips that do nothing",
         idle_mesh_mib},
        {"all_gather_growth", "time of an all_gather by byte and hop: 32 chips over 2",
         all_gather_growth},
        {"all_gather_16mib_s", "time of an all_gather of 16 MiB of each of 8 chips, a line",
         all_gather_16mib_s},
    });
    return kFigures;
}

std::span<const Table> tables() {
    static constexpr Table kTables[] = {
        {"dram_read", "all cores read from DRAM, by the size of a page", dram_read_rows,
         dram_read_text},
        {"matmul", "a product of matrices: one core and many, tile by tile and in blocks",
         matmul_rows, matmul_text},
        {"transfer", "round trips between host and device, by size", transfer_rows, transfer_text},
        {"transformer_block_vs_torch",
         "a transformer block of TT-NN, by operation, and its time over torch's (python3-torch)",
         transformer_block_rows, transformer_block_text},
    };
    return kTables;
}

namespace {

struct Wanted {
    std::vector<std::string> names;
    bool json = false;
};

bool known(const std::string& name) {
    return std::ranges::any_of(figures(), [&](const Figure& f) { return f.name == name; }) ||
           std::ranges::any_of(tables(), [&](const Table& t) { return t.name == name; });
}

// Figures are measured when nothing is named; tables, which take longer to read, by name alone.
bool asked(const Wanted& wanted, std::string_view name) {
    return std::ranges::find(wanted.names, name) != wanted.names.end();
}

int run(const Wanted& wanted) {
    for (const std::string& name : wanted.names)
        if (!known(name)) {
            fmt::print(stderr, "ironbird: no figure is called {}; there are:\n", name);
            for (const Figure& f : figures())
                fmt::print(stderr, "  {:<38} {}\n", f.name, f.meaning);
            for (const Table& t : tables()) fmt::print(stderr, "  {:<38} {}\n", t.name, t.meaning);
            return 4;
        }
    nlohmann::ordered_json all = {{"schema", 1}};
    for (const Figure& f : figures()) {
        if (!wanted.names.empty() && !asked(wanted, f.name)) continue;
        const double value = f.measure();
        all[std::string(f.name)] = value;
        if (!wanted.json) fmt::print("{:<38} {:>10.4g}   {}\n", f.name, value, f.meaning);
    }
    for (const Table& t : tables()) {
        if (!asked(wanted, t.name)) continue;
        const nlohmann::ordered_json rows = t.measure();
        all[std::string(t.name)] = rows;
        if (!wanted.json) fmt::print("{}\n{}", t.meaning, t.text(rows));
    }
    if (wanted.json) fmt::print("{}\n", all.dump());
    return 0;
}

}  // namespace
}  // namespace ironbird::bench

int main(int argc, char** argv) {
    // Figures are per host core, so that they do not depend on how many the machine has.
    setenv("IRONBIRD_THREADS", "1", 0);
    ironbird::bench::Wanted wanted;
    for (int i = 1; i < argc; i++) {
        if (std::string(argv[i]) == "--json")
            wanted.json = true;
        else
            wanted.names.emplace_back(argv[i]);
    }
    try {
        return ironbird::bench::run(wanted);
    } catch (const std::exception& e) {
        fmt::print(stderr, "{}\n", e.what());
        return 2;
    }
}
