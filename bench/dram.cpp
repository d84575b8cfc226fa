// Reads from DRAM by all cores at once, by the size of a page, as the card would do them.
#include <fmt/format.h>

#include "modelled.hpp"
#include "session.hpp"
#include "tables.hpp"

namespace ironbird::bench {
namespace {

using examples::Session;
using examples::Words;
using namespace tt::tt_metal;

constexpr std::uint32_t kPages = 256, kReads = 512;

Program reading(Session& session, const distributed::MeshBuffer& from, std::uint32_t page) {
    const CoreCoord grid = session.device().compute_with_storage_grid_size();
    const CoreRange cores({0, 0}, {grid.x - 1, grid.y - 1});
    Program program = CreateProgram();
    CreateCircularBuffer(
        program, cores,
        CircularBufferConfig(8 * page, {{0, tt::DataFormat::UInt32}}).set_page_size(0, page));
    Words args = {page, kPages};
    TensorAccessorArgs(from).append_to(args);
    const KernelHandle kernel =
        CreateKernel(program, examples::kernel("bench/kernels/read_from.cpp"), cores,
                     examples::writer(args));  // NoC 0, which DRAM is read by
    // Each begins elsewhere, so that not all of them ask one bank after the other.
    std::uint32_t first = 0;
    for (const CoreCoord& core : corerange_to_cores(CoreRangeSet(cores))) {
        SetRuntimeArgs(program, kernel, core,
                       {kReads, static_cast<std::uint32_t>(from.address()), first});
        first += 7;
    }
    return program;
}

}  // namespace

nlohmann::ordered_json dram_read_rows() {
    auto rows = nlohmann::ordered_json::array();
    Session session;
    const CoreCoord grid = session.device().compute_with_storage_grid_size();
    for (const std::uint32_t page : {512u, 2048u, 4096u, 8192u}) {
        auto from = session.dram(kPages * page, page);
        const double seconds =
            modelled_seconds([&] { session.run(reading(session, *from, page)); });
        const double bytes = static_cast<double>(grid.x * grid.y) * kReads * page;
        rows.push_back({{"page_bytes", page},
                        {"cores", grid.x * grid.y},
                        {"modelled_s", seconds},
                        {"modelled_gb_s", bytes / 1e9 / seconds}});
    }
    session.close();
    return rows;
}

std::string dram_read_text(const nlohmann::ordered_json& rows) {
    std::string text = fmt::format("{:>10} {:>7} {:>14} {:>14}\n", "page bytes", "cores",
                                   "modelled us", "modelled GB/s");
    for (const auto& r : rows)
        text += fmt::format("{:>10} {:>7} {:>14.1f} {:>14.1f}\n",
                            r["page_bytes"].get<std::uint32_t>(), r["cores"].get<std::uint32_t>(),
                            r["modelled_s"].get<double>() * 1e6, r["modelled_gb_s"].get<double>());
    return text;
}

}  // namespace ironbird::bench
