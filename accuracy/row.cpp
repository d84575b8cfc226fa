// The sets that can be replayed, and where their data lies.
#include "row.hpp"

#include <stdexcept>

#include "session.hpp"

namespace ironbird::accuracy {

std::vector<Set> sets() {
    return {
        {"noc", "cycles", false, noc_rows, make_noc_replay},
        {"dram", "cycles", false, dram_rows, make_dram_replay},
    };
}

std::filesystem::path data_folder() {
    return examples::kernel("data/silicon");
}

std::string product_of(std::string_view arch) {
    if (arch == "wormhole_b0") return "n150";
    if (arch == "blackhole") return "p150";
    throw std::runtime_error("the data names a family that is not replayed: " + std::string(arch));
}

}  // namespace ironbird::accuracy
