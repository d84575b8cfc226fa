// The sets that can be replayed, and where their data lies.
#include "row.hpp"

#include <cstdlib>
#include <stdexcept>

#include "session.hpp"
#include "statistics.hpp"

namespace ironbird::accuracy {

std::vector<Set> sets() {
    return {
        {"noc", "cycles", false, noc_rows, make_noc_replay},
        {"dram", "cycles", false, dram_rows, make_dram_replay},
        {"dispatch", "ns", false, dispatch_rows, make_dispatch_replay},
        {"llk", "cycles of a tile", false, llk_rows, make_llk_replay},
        {"gemm", "% of the matrix units' peak", true, gemm_rows, make_gemm_replay},
        {"gather", "ms", false, gather_rows, make_gather_replay},
        {"fabric", "GB/s or ns", false, fabric_rows, make_fabric_replay, true},
        {"ccl", "us or GB/s", false, ccl_rows, make_ccl_replay, true},
    };
}

std::filesystem::path data_folder() {
    const std::filesystem::path here = examples::kernel("data/silicon");
    const char* root = std::getenv("TT_METAL_RUNTIME_ROOT");
    return std::filesystem::exists(here) || root == nullptr
               ? here
               : std::filesystem::path(root) / "data/silicon";
}

namespace {
std::filesystem::path& other_table() {
    static std::filesystem::path path;
    return path;
}
}  // namespace

void use_table(const std::filesystem::path& instead) {
    other_table() = instead;
}

std::filesystem::path table_of(const std::string& file) {
    return other_table().empty() ? data_folder() / file : other_table();
}

bool held_out(const Row& row) {
    return row.half == Half::by_sweep ? held_out(row.sweep) : row.half == Half::held_out;
}

std::string product_of(std::string_view arch) {
    if (arch == "wormhole_b0") return "n150";
    if (arch == "blackhole") return "p150";
    throw DataError("the data names a family that is not replayed: " + std::string(arch));
}

}  // namespace ironbird::accuracy
