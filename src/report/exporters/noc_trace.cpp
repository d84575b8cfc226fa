// NoC traces as tt-npe reads them, one JSON file for each launch: its events by core, processor and
// time, with kernels and zones around them.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "abi/ib_abi.h"
#include "report/exporter.hpp"
#include "report/launch_events.hpp"
#include "report/text_file.hpp"

namespace ironbird::report {
namespace {

// One core and processor of a launch, with what belongs to each of its events.
struct TraceWriter {
    TextFile& file;
    const arch::Floorplan& plan;
    std::uint32_t chip;
    std::uint64_t run;
    std::string op;
    bool first = true;
    Physical core{};
    std::string_view proc{};

    void open() {
        file.add("{}\n  {{\"run_host_id\":{},\"op_name\":\"{}\",\"proc\":\"{}\",", first ? "" : ",",
                 run, op, proc);
        first = false;
    }
    void zone(std::string_view name, bool start, std::uint64_t cycle) {
        open();
        file.add(
            "\"src_device_id\":{},\"zone\":{},\"zone_phase\":\"{}\",\"sx\":{},\"sy\":{},"
            "\"timestamp\":{}}}",
            chip,
            nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
            start ? "ZONE_START" : "ZONE_END", core.x, core.y, cycle);
    }
    void transfer(const profile::NocEvent& e, std::string_view type, std::uint64_t cycle) {
        open();
        file.add(
            "\"noc\":\"NOC_{}\",\"vc\":{},\"src_device_id\":{},\"sx\":{},\"sy\":{},"
            "\"num_bytes\":{},\"type\":\"{}\",\"timestamp\":{}",
            e.noc, e.vc, chip, core.x, core.y, e.bytes, type, cycle);
        if (e.what == profile::NocEvent::What::transfer) target(e);
        file.add("}}");
    }
    void target(const profile::NocEvent& e) {
        if ((e.flags & IB_NOC_MULTICAST) == 0) {
            file.add(",\"dx\":{},\"dy\":{}", e.to.x, e.to.y);
            return;
        }
        const Physical from = plan.position(e.first.x, e.first.y);
        const Physical to = plan.position(e.last.x, e.last.y);
        file.add(",\"mcast_start_x\":{},\"mcast_start_y\":{},\"mcast_end_x\":{},\"mcast_end_y\":{}",
                 from.x, from.y, to.x, to.y);
    }
};

std::string_view type_of(const profile::NocEvent& e) {
    const bool multicast = (e.flags & IB_NOC_MULTICAST) != 0;
    switch (e.kind) {
        case noc::Kind::read:
            return "READ";
        case noc::Kind::write:
            return multicast ? "WRITE_MULTICAST" : "WRITE_";
        case noc::Kind::inline_write:
            return "WRITE_INLINE";
        case noc::Kind::atomic:
            return multicast ? "SEMAPHORE_INC_MULTICAST" : "SEMAPHORE_INC";
    }
    return "";
}

void write_noc(TraceWriter& out, const profile::NocEvent& e) {
    using What = profile::NocEvent::What;
    switch (e.what) {
        case What::transfer:
            return out.transfer(e, type_of(e), e.cycle);
        case What::read_barrier:
            out.transfer(e, "READ_BARRIER_START", e.cycle - e.waited);
            return out.transfer(e, "READ_BARRIER_END", e.cycle);
        case What::write_barrier:
            out.transfer(e, "WRITE_BARRIER_START", e.cycle - e.waited);
            return out.transfer(e, "WRITE_BARRIER_END", e.cycle);
        case What::flush:
            return out.transfer(e, "WRITE_FLUSH", e.cycle);
        case What::atomic_barrier:
            return out.transfer(e, "ATOMIC_BARRIER", e.cycle);
    }
}

// tt-npe needs a kernel's zone around the events of every processor that it sees, and keeps those
// of BRISC and NCRISC alone; compute processors issue nothing.
void write_processor(TraceWriter& out, const profile::KernelEvent& kernel,
                     const LaunchEvents& events) {
    const std::string zone = std::string(out.proc) + "-KERNEL";
    out.zone(zone, true, kernel.start);
    auto mark = events.marks.begin();
    const auto marks_until = [&](std::uint64_t cycle) {
        for (; mark != events.marks.end() && mark->cycle <= cycle; ++mark) {
            const bool is_zone =
                mark->mark == device::Mark::zone_begin || mark->mark == device::Mark::zone_end;
            if (mark->processor == kernel.processor && is_zone)
                out.zone(zone_place(mark->site).name, mark->mark == device::Mark::zone_begin,
                         mark->cycle);
        }
    };
    for (const profile::NocEvent& e : events.nocs) {
        if (e.processor != kernel.processor) continue;
        marks_until(e.cycle - e.waited);
        write_noc(out, e);
    }
    marks_until(kernel.end);
    out.zone(zone, false, kernel.end);
}

std::string word(std::string_view text) {
    std::string clean(text);
    for (char& c : clean)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return clean;
}

struct TracePiece {
    Physical at;
    const profile::KernelEvent* kernel;
    LaunchEvents events;
};

// Beside the traces: which chips there are and how they hang together.
void write_topology(const std::filesystem::path& folder, const arch::Product& product,
                    std::size_t chips);

class NocTraces final : public Exporter {
 public:
    NocTraces(const std::filesystem::path& folder, const arch::Product& product)
        : folder_(folder), product_(product) {}

    void write(const profile::Recorder& recorder) override {
        if (!supported()) return;
        for_each_chip(recorder, [&](std::uint32_t chip) { write_chip(recorder, chip); });
    }
    void close(std::size_t chips) override {
        if (supported()) write_topology(folder_, product_, chips);
    }
    std::string complaint() const override {
        if (!supported()) return "there are no NoC traces: tt-npe has no model of this chip";
        return unless_written(ok_, folder_);
    }

 private:
    bool supported() const { return product_.family != arch::Family::grayskull; }
    void write_chip(const profile::Recorder& recorder, std::uint32_t chip);
    std::filesystem::path file_for(const profile::LaunchRecord& launch, std::uint32_t chip);

    std::filesystem::path folder_;
    const arch::Product& product_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> seen_;  // chip, run
    bool ok_ = true;
};

std::filesystem::path NocTraces::file_for(const profile::LaunchRecord& launch, std::uint32_t chip) {
    const std::uint32_t before = seen_[{chip, launch.program_id}]++;
    const std::string again = before == 0 ? "" : fmt::format("_traceID{}", before);
    return folder_ / fmt::format("noc_trace_dev{}_{}_ID{}{}.json", chip, word(op_code(launch)),
                                 launch.program_id, again);
}

void NocTraces::write_chip(const profile::Recorder& recorder, std::uint32_t chip) {
    const arch::Floorplan& plan = recorder.chips()[chip]->plan;
    std::map<device::LaunchId, std::vector<TracePiece>> launches;
    for_each_launch(
        recorder, chip, [&](std::uint32_t core, const auto& launch, const LaunchEvents& events) {
            for (const auto& k : events.kernels)
                if (k.processor < device::kFirstCompute)
                    launches[launch.id].push_back({plan.core_physical(core), &k, events});
        });
    for (auto& [id, pieces] : launches) {
        const profile::LaunchRecord& launch = recorder.launches().at(id);
        std::stable_sort(pieces.begin(), pieces.end(),
                         [](const TracePiece& a, const TracePiece& b) {
                             return std::tuple(a.at, a.kernel->processor) <
                                    std::tuple(b.at, b.kernel->processor);
                         });
        TextFile file(file_for(launch, chip));
        TraceWriter out{file, plan, chip, launch.program_id, word(op_code(launch))};
        file.add("[");
        for (const TracePiece& p : pieces) {
            out.core = p.at;
            out.proc = risc_name(p.kernel->processor);
            write_processor(out, *p.kernel, p.events);
        }
        file.add("\n]\n");
        file.flush();
        ok_ &= file.ok();
    }
}

void write_topology(const std::filesystem::path& folder, const arch::Product& product,
                    std::size_t chips) {
    constexpr std::pair<std::string_view, std::string_view> kClusters[] = {
        {"n150", "N150"}, {"n300", "N300"}, {"p100a", "P100"}, {"p150", "P150"}};
    std::string cluster(name(product.family));
    for (const auto& [product_name, type] : kClusters)
        if (product.name == product_name) cluster = type;
    nlohmann::ordered_json nodes = nlohmann::ordered_json::object();
    for (std::size_t c = 0; c < chips; c++) nodes[std::to_string(c)] = {0, c};
    const nlohmann::ordered_json topology = {
        {"cluster_type", cluster},
        {"fabric_config", "DISABLED"},
        {"mesh_shapes", {{{"mesh_id", 0}, {"shape", {1, chips}}}}},
        {"routing_planes", nlohmann::ordered_json::array()},
        {"device_id_to_fabric_node_id", nodes},
        {"eth_chan_to_coord", nlohmann::ordered_json::object()}};
    TextFile(folder / "topology.json").add("{}\n", topology.dump(2));
}

}  // namespace

std::unique_ptr<Exporter> make_noc_trace(const ExportPlan& plan) {
    if (plan.noc_traces.empty()) return nullptr;
    return std::make_unique<NocTraces>(plan.noc_traces, plan.product);
}

}  // namespace ironbird::report
