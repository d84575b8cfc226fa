// ops_perf_results_*.csv and cpp_device_perf_report.csv, one row for each launch. A column is a row
// of a table here: its name and its value.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "report/exporter.hpp"
#include "report/exporters/tensor_columns.hpp"
#include "report/launch_events.hpp"
#include "report/text_file.hpp"

namespace ironbird::report {
namespace {

using profile::LaunchRecord;

struct Operation {
    const LaunchRecord& launch;
    const arch::Product& product;
    std::uint64_t host_ns;      // when it began, in launch order
    std::uint64_t gap, dm_gap;  // cycles since the launch before
    bool again = false;         // the program has been launched before

    std::uint64_t ns(std::uint64_t cycles) const {
        return (cycles * 1000 + product.clock_mhz / 2) / product.clock_mhz;
    }
    // From the first start of a kernel to the last end of one.
    std::uint64_t kernel_cycles() const {
        return launch.ran == 0 ? 0 : launch.end - launch.first_start;
    }
    std::string duration(std::size_t processor) const {
        const auto& extent = launch.processors[processor];
        return extent.used() ? std::to_string(ns(extent.cycles())) : "";
    }
    bool moves_data() const { return launch.processors[0].used() || launch.processors[1].used(); }
    std::uint64_t dm_start() const {
        return std::min({launch.processors[0].start, launch.processors[1].start, launch.end});
    }
    std::uint64_t cores() const { return std::max<std::uint64_t>(launch.ran, 1); }
    std::uint64_t dm_end() const {
        return std::max({launch.processors[0].end, launch.processors[1].end, dm_start()});
    }
};

std::string fidelity_name(std::uint8_t fidelity) {
    constexpr std::array<std::string_view, 5> names = {"LoFi", "LoFi", "HiFi2", "HiFi3", "HiFi4"};
    return fidelity < names.size() ? std::string(names[fidelity]) : "";
}

template <class Text>
std::string list(const std::vector<const abi::Kernel*>& kernels, Text text) {
    std::string all;
    for (const abi::Kernel* k : kernels)
        all += fmt::format("{}'{}'", all.empty() ? "" : "; ", text(*k));
    return "[" + all + "]";
}

std::string source_of(const abi::Kernel& k) {
    return field(k.source_path.empty() ? k.name : k.source_path);
}
std::string hash_of(const abi::Kernel& k) {
    return field(fmt::format("{}/{}/", k.name, k.hash));
}

// Tools stop at an arch that they do not know; without one they take Wormhole's peaks.
std::string arch_of(const Operation& o) {
    return o.product.family == arch::Family::grayskull ? "" : std::string(name(o.product.family));
}

struct Column {
    std::string_view name;
    std::string (*value)(const Operation&);
};

// Stands for the columns of all tensors, which are too many for rows of their own.
constexpr std::string_view kTensors = "";

std::string nothing(const Operation&) {
    return "";
}
std::string attributes(const Operation& o) {
    return o.launch.operation != nullptr ? field(o.launch.operation->attributes) : "";
}
// A library's operation keeps its program, so that a second launch is a second call.
std::string cache_hit(const Operation& o) {
    if (o.launch.operation == nullptr) return "";
    return o.again ? "True" : "False";
}
std::string one(const Operation&) {
    return "1";
}
std::string op_code_of(const Operation& o) {
    return op_code(o.launch);
}
std::string program_id_of(const Operation& o) {
    return fmt::to_string(o.launch.program_id);
}
std::string chip_of(const Operation& o) {
    return fmt::to_string(o.launch.chip);
}
std::string cores_of(const Operation& o) {
    return fmt::to_string(o.launch.ran);
}
std::string grid_cores_of(const Operation& o) {
    return fmt::to_string(o.product.compute_grid.x * o.product.compute_grid.y);
}
std::string start_of(const Operation& o) {
    return fmt::to_string(o.launch.start);
}
std::string end_of(const Operation& o) {
    return fmt::to_string(o.launch.end);
}
std::string duration_of(const Operation& o) {
    return fmt::to_string(o.ns(o.launch.end - o.launch.start));
}
std::string start_spread_of(const Operation& o) {
    return fmt::to_string(o.ns(o.launch.last_start - o.launch.first_start));
}
template <std::size_t Processor>
std::string duration(const Operation& o) {
    return o.duration(Processor);
}

std::string dm_duration(const Operation& o) {
    return o.moves_data() ? fmt::to_string(o.ns(o.launch.end - o.dm_start())) : "";
}
std::string dm_gap(const Operation& o) {
    return o.moves_data() ? fmt::to_string(o.ns(o.dm_gap)) : "";
}

// Of what could have been moved while kernels ran; unknown for a launch without any.
std::string share_of(const Operation& o, std::uint64_t bytes, double most_per_cycle) {
    if (o.kernel_cycles() == 0) return "";
    return fmt::format("{:.1f}", 100 * static_cast<double>(bytes) /
                                     (static_cast<double>(o.kernel_cycles()) * most_per_cycle));
}
std::string dram_use(const Operation& o) {
    return share_of(o, o.launch.dram_bytes, o.product.dram_gb_per_s * 1e3 / o.product.clock_mhz);
}
// The mean over all links between routers, of both NoCs.
std::string link_use(const Operation& o, std::uint64_t bytes) {
    const arch::Grid grid = o.product.noc_grid;
    return share_of(o, bytes, 4.0 * grid.x * grid.y * o.product.noc.flit_bytes);
}
std::string noc_use(const Operation& o) {
    return link_use(o, o.launch.link_bytes);
}
std::string multicast_use(const Operation& o) {
    return link_use(o, o.launch.multicast_link_bytes);
}

// Upstream's columns in upstream's order; empty where there is nothing to say.
constexpr Column kOpsColumns[] = {
    {"OP CODE", op_code_of},
    {"OP TYPE", [](const Operation&) { return std::string("tt_dnn_device"); }},
    {"GLOBAL CALL COUNT", program_id_of},
    {"DEVICE ID", chip_of},
    {"DEVICE ARCH", arch_of},
    {"ATTRIBUTES", attributes},
    {"MATH FIDELITY", [](const Operation& o) { return fidelity_name(o.launch.fidelity); }},
    {"CORE COUNT", cores_of},
    {"AVAILABLE WORKER CORE COUNT", grid_cores_of},
    {"SUB DEVICE ID", nothing},
    {"PARALLELIZATION STRATEGY", nothing},
    {"HOST START TS", [](const Operation& o) { return fmt::to_string(o.host_ns); }},
    {"HOST END TS", [](const Operation& o) { return fmt::to_string(o.host_ns); }},
    {"HOST DURATION [ns]", [](const Operation&) { return std::string("0"); }},
    {"DEVICE FW START CYCLE", start_of},
    {"DEVICE FW END CYCLE", end_of},
    {"OP TO OP LATENCY [ns]", [](const Operation& o) { return fmt::to_string(o.ns(o.gap)); }},
    {"OP TO OP LATENCY BR/NRISC START [ns]", dm_gap},
    {"DEVICE FW DURATION [ns]", duration_of},
    {"DEVICE KERNEL DURATION [ns]",
     [](const Operation& o) { return fmt::to_string(o.ns(o.kernel_cycles())); }},
    {"DEVICE KERNEL DURATION DM START [ns]", dm_duration},
    {"DEVICE KERNEL DURATION PER CORE MIN [ns]",
     [](const Operation& o) { return fmt::to_string(o.ns(o.launch.core_min)); }},
    {"DEVICE KERNEL DURATION PER CORE MAX [ns]",
     [](const Operation& o) { return fmt::to_string(o.ns(o.launch.core_max)); }},
    {"DEVICE KERNEL DURATION PER CORE AVG [ns]",
     [](const Operation& o) { return fmt::to_string(o.ns(o.launch.core_sum / o.cores())); }},
    {"DEVICE KERNEL FIRST TO LAST START [ns]", start_spread_of},
    {"DEVICE BRISC KERNEL DURATION [ns]", duration<0>},
    {"DEVICE NCRISC KERNEL DURATION [ns]", duration<1>},
    {"DEVICE TRISC0 KERNEL DURATION [ns]", duration<2>},
    {"DEVICE TRISC1 KERNEL DURATION [ns]", duration<3>},
    {"DEVICE TRISC2 KERNEL DURATION [ns]", duration<4>},
    {"DEVICE ERISC KERNEL DURATION [ns]", nothing},
    {"DEVICE COMPUTE CB WAIT FRONT [ns]",
     [](const Operation& o) {
         return fmt::to_string(o.ns(o.launch.compute_waits_front / o.cores()));
     }},
    {"DEVICE COMPUTE CB RESERVE BACK [ns]",
     [](const Operation& o) {
         return fmt::to_string(o.ns(o.launch.compute_waits_back / o.cores()));
     }},
    {"DISPATCH TOTAL CQ CMD OP TIME [ns]", nothing},
    {"DISPATCH GO SEND WAIT TIME [ns]", nothing},
    {kTensors, [](const Operation& o) { return tensor_column_values(o.launch); }},
    {"METAL TRACE ID", nothing},
    {"METAL TRACE REPLAY SESSION ID", nothing},
    {"COMPUTE KERNEL SOURCE",
     [](const Operation& o) { return list(o.launch.compute_kernels, source_of); }},
    {"COMPUTE KERNEL HASH",
     [](const Operation& o) { return list(o.launch.compute_kernels, hash_of); }},
    {"DATA MOVEMENT KERNEL SOURCE",
     [](const Operation& o) { return list(o.launch.data_kernels, source_of); }},
    {"DATA MOVEMENT KERNEL HASH",
     [](const Operation& o) { return list(o.launch.data_kernels, hash_of); }},
    {"PROGRAM HASH", program_id_of},
    {"PROGRAM CACHE HIT", cache_hit},
    {"TENSIX DM 0 MAX KERNEL SIZE [B]", nothing},
    {"TENSIX DM 1 MAX KERNEL SIZE [B]", nothing},
    {"TENSIX COMPUTE 0 MAX KERNEL SIZE [B]", nothing},
    {"TENSIX COMPUTE 1 MAX KERNEL SIZE [B]", nothing},
    {"TENSIX COMPUTE 2 MAX KERNEL SIZE [B]", nothing},
    {"ACTIVE ETH DM 0 MAX KERNEL SIZE [B]", nothing},
    {"ACTIVE ETH DM 1 MAX KERNEL SIZE [B]", nothing},
    {"IDLE ETH DM 0 MAX KERNEL SIZE [B]", nothing},
    {"IDLE ETH DM 1 MAX KERNEL SIZE [B]", nothing},
    {"PM IDEAL [ns]", one},
    {"PM COMPUTE [ns]", one},
    {"PM BANDWIDTH [ns]", one},
    {"PM REQ I BW", nothing},
    {"PM REQ O BW", nothing},
    {"PM FPU UTIL (%)", nothing},
    {"NOC UTIL (%)", noc_use},
    {"MULTICAST NOC UTIL (%)", multicast_use},
    {"DRAM BW UTIL (%)", dram_use},
    {"DRAM BW UTIL PER CTRL (%)", nothing},
    {"ETH BW UTIL (%)", nothing},
    {"NPE CONG IMPACT (%)", nothing},
};

constexpr Column kCppColumns[] = {
    {"GLOBAL CALL COUNT", program_id_of},
    {"METAL TRACE ID", nothing},
    {"METAL TRACE REPLAY SESSION ID", nothing},
    {"DEVICE ID", chip_of},
    {"DEVICE ARCH", arch_of},
    {"OP NAME", op_code_of},
    {"CORE COUNT", cores_of},
    {"AVAILABLE WORKER CORE COUNT", grid_cores_of},
    {"DEVICE TRACE FIRMWARE DURATION [ns]", nothing},
    {"DEVICE TRACE KERNEL DURATION [ns]", nothing},
    {"DEVICE KERNEL FIRST TO LAST START [ns]", start_spread_of},
    {"DEVICE FW DURATION [ns]", duration_of},
    {"DEVICE FW START CYCLE", start_of},
    {"DEVICE FW END CYCLE", end_of},
    {"DEVICE KERNEL DURATION [ns]",
     [](const Operation& o) { return fmt::to_string(o.ns(o.kernel_cycles())); }},
    {"DEVICE KERNEL START CYCLE",
     [](const Operation& o) { return fmt::to_string(o.launch.first_start); }},
    {"DEVICE KERNEL END CYCLE", end_of},
    {"DEVICE KERNEL DURATION DM START [ns]", dm_duration},
    {"DEVICE KERNEL DM START CYCLE",
     [](const Operation& o) { return fmt::to_string(o.dm_start()); }},
    {"DEVICE KERNEL DM END CYCLE", [](const Operation& o) { return fmt::to_string(o.dm_end()); }},
    {"DEVICE BRISC KERNEL DURATION [ns]", duration<0>},
    {"DEVICE NCRISC KERNEL DURATION [ns]", duration<1>},
    {"DEVICE TRISC0 KERNEL DURATION [ns]", duration<2>},
    {"DEVICE TRISC1 KERNEL DURATION [ns]", duration<3>},
    {"DEVICE TRISC2 KERNEL DURATION [ns]", duration<4>},
    {"DEVICE ERISC KERNEL DURATION [ns]", nothing},
    {"OP TO OP LATENCY [ns]", [](const Operation& o) { return fmt::to_string(o.ns(o.gap)); }},
    {"OP TO OP LATENCY BR/NRISC START [ns]", dm_gap},
};

void add_names(TextFile& file, std::span<const Column> columns) {
    for (std::size_t i = 0; i < columns.size(); i++)
        file.add("{}{}", i == 0 ? "" : ",",
                 columns[i].name == kTensors ? tensor_column_names() : columns[i].name);
    file.add("\n");
}

void add_row(TextFile& file, std::span<const Column> columns, const Operation& o) {
    for (std::size_t i = 0; i < columns.size(); i++)
        file.add("{}{}", i == 0 ? "" : ",", columns[i].value(o));
    file.add("\n");
}

class OpsTable final : public Exporter {
 public:
    explicit OpsTable(const ExportPlan& plan)
        : path_(plan.results), copy_(plan.root / "ops_perf_results.csv"), results_(path_) {
        add_names(results_, kOpsColumns);
        if (!plan.cpp_report) return;
        cpp_ = TextFile(plan.logs / "cpp_device_perf_report.csv");
        add_names(cpp_, kCppColumns);
    }

    void write(const profile::Recorder& recorder) override;
    void close(std::size_t chips) override;
    std::string complaint() const override;

 private:
    void add(const LaunchRecord& launch, const profile::ChipLog& chip);

    std::filesystem::path path_, copy_;
    TextFile results_, cpp_;
    struct Before {
        std::uint64_t end = 0, host = 0;  // of the launch before, in cycles and nanoseconds
        bool any = false;
    };
    std::map<std::uint32_t, Before> before_;                  // by chip
    std::set<std::pair<std::uint32_t, std::uint64_t>> seen_;  // chip and program
    bool unreadable_ = false;
};

std::string OpsTable::complaint() const {
    if (!results_.ok()) return unless_written(false, path_);
    return unreadable_ ? fmt::format(
                             "{} has products of matrices in HiFi3, at which tt-perf-report "
                             "stops: it knows LoFi, HiFi2 and HiFi4",
                             path_.string())
                       : "";
}

void OpsTable::write(const profile::Recorder& recorder) {
    std::vector<const LaunchRecord*> done;
    for (const auto& [id, launch] : recorder.launches())
        if (launch.done) done.push_back(&launch);
    // Queues run beside each other: ids tell who was asked first, not who began first.
    std::ranges::stable_sort(done, {}, &LaunchRecord::start);
    for (const LaunchRecord* launch : done) add(*launch, *recorder.chips()[launch->chip]);
    results_.flush();
    cpp_.flush();
}

void OpsTable::add(const LaunchRecord& launch, const profile::ChipLog& chip) {
    const arch::Product& product = chip.plan.product();
    Before& before = before_[launch.chip];
    Operation o{launch, product, launch.start * 1000 / product.clock_mhz, 0, 0};
    if (before.any) {
        o.host_ns = std::max(o.host_ns, before.host + 1);
        o.gap = launch.ran == 0 ? 0 : launch.first_start - std::min(before.end, launch.first_start);
        o.dm_gap = o.dm_start() - std::min(before.end, o.dm_start());
    }
    o.again = !seen_.emplace(launch.chip, launch.program_id).second;
    unreadable_ |= fidelity_name(launch.fidelity) == "HiFi3" &&
                   op_code(launch).find("Matmul") != std::string::npos;
    before = {launch.ran == 0 ? before.end : launch.end, o.host_ns, true};
    add_row(results_, kOpsColumns, o);
    add_row(cpp_, kCppColumns, o);
}

void OpsTable::close(std::size_t /*chips*/) {
    std::error_code ignored;
    std::filesystem::copy_file(path_, copy_, std::filesystem::copy_options::overwrite_existing,
                               ignored);
    // Beside the table: tools ask whether it exists and read no byte of it.
    TextFile(path_.parent_path() / "tracy_profile_log_host.tracy");
}

}  // namespace

std::unique_ptr<Exporter> make_ops_csv(const ExportPlan& plan) {
    return std::make_unique<OpsTable>(plan);
}

}  // namespace ironbird::report
