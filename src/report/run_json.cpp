// Totals of a run as JSON.
#include "report/run_json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/error_class.hpp"

namespace ironbird::report {
namespace {

using nlohmann::json;

// One array for each link: NoC, the router's place, way, bytes, busy cycles.
json links_json(const noc::Usage& usage) {
    constexpr const char* kWays[] = {"inject", "x", "y", "eject"};
    json links = json::array();
    for (const noc::LinkUse& l : usage.links)
        links.push_back(
            {l.noc, l.from.x, l.from.y, kWays[static_cast<int>(l.way)], l.bytes, l.busy.v});
    return links;
}

// Likewise: bytes read, bytes written, busy cycles.
json banks_json(const noc::Usage& usage) {
    json banks = json::array();
    for (const noc::BankUse& b : usage.banks)
        banks.push_back({b.read_bytes, b.written_bytes, b.busy.v});
    return banks;
}

json cables_json(const std::vector<CableRecord>& cables) {
    json all = json::array();
    for (const CableRecord& c : cables)
        all.push_back({{"channel", c.channel},
                       {"to", c.to},
                       {"bytes", c.traffic.bytes},
                       {"packets", c.traffic.packets},
                       {"payload_bytes", c.traffic.payload_bytes},
                       {"busy_cycles", c.traffic.busy.v}});
    return all;
}

// How chips with cables lie side by side, row by row.
json mesh_json(const MeshRecord& m) {
    if (m.devices.size() < 2) return nullptr;
    return {{"rows", m.rows},
            {"columns", m.columns},
            {"devices", m.devices},
            {"bytes_per_cycle", m.bytes_per_cycle}};
}

json devices_json(const RunRecord& r) {
    json devices = json::array();
    for (const DeviceRecord& d : r.devices)
        devices.push_back({{"device", d.id},
                           {"chip", d.chip},
                           {"cycles", d.cycles},
                           {"waited_cycles", d.waited},
                           {"noc_bytes", {d.traffic.noc_bytes[0], d.traffic.noc_bytes[1]}},
                           {"dram_read_bytes", d.traffic.dram_read_bytes},
                           {"dram_write_bytes", d.traffic.dram_write_bytes},
                           {"ethernet_bytes", d.ethernet_bytes()},
                           {"cables", cables_json(d.cables)},
                           {"links", links_json(d.usage)},
                           {"banks", banks_json(d.usage)}});
    return devices;
}

json traffic_json(const RunRecord& r) {
    device::Traffic all;
    for (const DeviceRecord& d : r.devices) {
        const device::Traffic& t = d.traffic;
        all.noc_bytes[0] += t.noc_bytes[0];
        all.noc_bytes[1] += t.noc_bytes[1];
        all.noc_transactions += t.noc_transactions;
        all.dram_read_bytes += t.dram_read_bytes;
        all.dram_write_bytes += t.dram_write_bytes;
        all.misaligned += t.misaligned;
    }
    return {{"noc_bytes", {all.noc_bytes[0], all.noc_bytes[1]}},
            {"noc_transactions", all.noc_transactions},
            {"dram_read_bytes", all.dram_read_bytes},
            {"dram_write_bytes", all.dram_write_bytes},
            {"misaligned", all.misaligned}};
}

json kernels_json(const KernelsRecord& k) {
    json hashes = json::array();
    for (const std::uint64_t hash : k.hashes) hashes.push_back(fmt::format("{:016x}", hash));
    return {{"compiled", k.compiled},
            {"from_cache", k.from_cache},
            {"hashes", hashes},
            {"sources", k.sources}};
}

json phases_json(const RunRecord& r) {
    json all = json::object();
    for (const PhaseRecord& p : r.phases)
        all[p.name] = {
            {"calls", p.calls}, {"wall_seconds", p.wall_seconds}, {"seconds", p.seconds}};
    return all;
}

json faults_json(const RunRecord& r) {
    json faults = json::array();
    for (const auto& [slug, text] : r.faults) faults.push_back({{"slug", slug}, {"text", text}});
    return faults;
}

json memory_json(const std::optional<profile::WorstCore>& worst) {
    if (!worst) return nullptr;
    return {{"high_water_bytes", worst->mark.bytes},
            {"largest_hole_bytes", worst->largest_hole},
            {"free_bytes", worst->free}};
}

json error_of(const RunRecord& r) {
    const auto links = [](const DeviceRecord& d) { return d.ethernet_bytes() != 0; };
    return error_json(
        error_bars({.chip = r.chip,
                    .noc = r.noc,
                    .timing = r.timing,
                    .fault = r.faults.empty() ? std::string_view() : r.faults.front().first,
                    .ethernet = std::ranges::any_of(r.devices, links),
                    .totals = r.profile ? r.profile->totals : nullptr}));
}

// The most of a figure over the devices, in cycles and in seconds of their clocks.
struct Most {
    std::uint64_t cycles = 0;
    double seconds = 0;
};

Most most(const RunRecord& r, std::uint64_t DeviceRecord::* figure) {
    Most m;
    for (const DeviceRecord& d : r.devices) {
        m.cycles = std::max(m.cycles, d.*figure);
        m.seconds = std::max(m.seconds, static_cast<double>(d.*figure) / (d.clock_mhz * 1e6));
    }
    return m;
}

}  // namespace

std::uint64_t DeviceRecord::ethernet_bytes() const {
    std::uint64_t all = 0;
    for (const CableRecord& c : cables) all += c.traffic.bytes;
    return all;
}

json run_json(const RunRecord& r) {
    const Most busy = most(r, &DeviceRecord::cycles), waited = most(r, &DeviceRecord::waited);
    return {{"schema", kRecordSchema},
            {"version", r.version},
            {"upstream", r.upstream},
            {"complete", true},
            {"chip", r.chip},
            {"chips", r.devices.size()},
            {"noc", r.noc},
            {"timing", r.timing},
            {"window", r.window},
            {"threads", r.threads},
            {"slow_dispatch", r.slow_dispatch},
            {"programs", r.launches},
            {"cycles", busy.cycles},
            {"seconds", busy.seconds},
            {"waited_seconds", waited.seconds},
            {"wall_seconds", r.wall_seconds},
            {"phases", phases_json(r)},
            {"error", error_of(r)},
            {"kernels", kernels_json(r.kernels)},
            {"traffic", traffic_json(r)},
            {"devices", devices_json(r)},
            {"mesh", mesh_json(r.mesh)},
            {"math", r.exact_math ? "exact" : "fast"},
            {"warnings", r.warnings},
            {"checked", r.checked},
            {"findings", r.findings},
            {"faults", faults_json(r)},
            {"profile", r.profile ? profile_json(*r.profile) : json(nullptr)},
            {"memory", memory_json(r.memory)}};
}

}  // namespace ironbird::report
