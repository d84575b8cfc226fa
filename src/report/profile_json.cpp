// Totals and hints as JSON.
#include "report/profile_json.hpp"

#include <algorithm>

namespace ironbird::report {
namespace {

using nlohmann::json;

template <std::size_t N, class Rows>
json nonzero(const std::array<std::uint64_t, N>& cycles, const Rows& rows) {
    json shown = json::object();
    for (std::size_t i = 0; i < N; i++)
        if (cycles[i] != 0) shown[std::string(rows[i].key)] = cycles[i];
    return shown;
}

json processors_json(const profile::Totals& t) {
    json all = json::object();
    for (std::size_t i = 0; i < t.processors.size(); i++) {
        if (t.processors[i].cycles == 0) continue;
        all[std::string(abi::label(static_cast<abi::Processor>(i)))] = {
            {"cycles", t.processors[i].cycles},
            {"stalls", nonzero(t.processors[i].stalled, profile::kCauseRows)}};
    }
    return all;
}

json programs_json(const profile::Totals& t) {
    json all = json::array();
    for (const auto& [name, p] : t.programs)
        all.push_back({{"name", name},
                       {"launches", p.launches},
                       {"cycles", p.cycles},
                       {"flops", p.flops},
                       {"dram_bytes", p.dram_bytes}});
    return all;
}

json hints_json(const profile::Totals& t) {
    json all = json::array();
    for (const profile::Hint& h : profile::best_hints(t.hints, t.cycles))
        all.push_back({{"id", h.id},
                       {"title", h.title},
                       {"cycles", h.cycles},
                       {"file", h.file},
                       {"line", h.line},
                       {"processor", h.processor},
                       {"cores", h.cores},
                       {"detail", h.detail},
                       {"remedy", h.remedy}});
    return all;
}

// Rates that the whole chip could reach, in a second. Products: at the fidelity of this run, or in
// one phase if it made none.
json peaks_json(const arch::Product& product, arch::Grid grid, const device::Work& work) {
    constexpr double kFlopsOfTile = 2.0 * 32 * 32 * 32;
    const double each =
        work.flops != 0 && work.fpu != Cycles{}
            ? std::min(static_cast<double>(work.flops) / static_cast<double>(work.fpu.v),
                       kFlopsOfTile / product.tensix.product)
            : kFlopsOfTile / product.tensix.product;
    const double in_a_second = product.clock_mhz * 1e6 * grid.x * grid.y;
    return {{"flops", each * in_a_second},
            {"flops_one_phase", kFlopsOfTile / product.tensix.product * in_a_second},
            {"dram_bytes", product.dram_gb_per_s * 1e9}};
}

}  // namespace

json profile_json(const ProfileRecord& r) {
    const profile::Totals& t = *r.totals;
    json record = {{"launch_cycles", t.cycles},
                   {"core_cycles", t.core_cycles},
                   {"computing_cycles", t.computing_cycles},
                   {"cores", t.most_cores},
                   {"grid", r.grid.x * r.grid.y},
                   {"processors", processors_json(t)},
                   {"path", nonzero(t.path.cycles, profile::kStepRows)},
                   {"units",
                    {{"unpack", t.work.unpack.v},
                     {"fpu", t.work.fpu.v},
                     {"sfpu", t.work.sfpu.v},
                     {"sfpi", t.work.sfpi.v},
                     {"pack", t.work.pack.v}}},
                   {"flops", t.work.flops},
                   {"peaks", peaks_json(*r.product, r.grid, t.work)},
                   {"dram_bank_bytes", t.bank_bytes},
                   {"cb_bytes", t.cb_bytes},
                   {"programs", programs_json(t)},
                   {"hints", hints_json(t)}};
    if (!r.folder.empty()) record["files"] = {{"folder", r.folder}, {"operations", r.operations}};
    return record;
}

}  // namespace ironbird::report
