// trace.json for Perfetto, chrome://tracing and Tracy's importer: a process for each core, a thread
// for each processor; kernels, zones and stalls as slices, circular buffers as counters.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/core_name.hpp"
#include "report/exporter.hpp"
#include "report/launch_events.hpp"
#include "report/text_file.hpp"

namespace ironbird::report {
namespace {

// Every chip has its own block of process ids.
constexpr std::uint32_t kCoresPerChip = 1000;

std::string json_string(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Perfetto counts in whole nanoseconds. Lengths are differences of rounded times: slices that
// touch would overlap otherwise, which it refuses.
struct Clock {
    std::uint64_t mhz;
    std::uint64_t nanoseconds(std::uint64_t cycle) const { return (cycle * 1000 + mhz / 2) / mhz; }
    static std::string microseconds(std::uint64_t ns) {
        return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
    }
    std::string at(std::uint64_t cycle) const { return microseconds(nanoseconds(cycle)); }
    std::string between(std::uint64_t from, std::uint64_t to) const {
        return microseconds(nanoseconds(to) - nanoseconds(from));
    }
};

struct Level {
    std::uint64_t cycle;
    int change;
};

// Pushes and pops are told in the order in which the model runs them, not in that of time.
std::array<std::vector<Level>, 64> levels_of(std::span<const profile::CbEvent> events) {
    std::array<std::vector<Level>, 64> levels;
    for (const profile::CbEvent& e : events)
        levels[e.cb % levels.size()].push_back({e.cycle, e.push ? e.pages : -int{e.pages}});
    for (auto& l : levels)
        std::stable_sort(l.begin(), l.end(), [](const Level& a, const Level& b) {
            return std::pair(a.cycle, -a.change) < std::pair(b.cycle, -b.change);
        });
    return levels;
}

struct Slice {
    std::uint32_t processor;
    std::string_view category;
    std::string name;
    std::uint64_t from, to;
};

void add_zones(std::vector<Slice>& slices, const LaunchEvents& events) {
    std::array<std::vector<const profile::MarkEvent*>, device::kProcessors> open;
    for (const auto& m : events.marks) {
        auto& stack = open[m.processor];
        if (m.mark == device::Mark::zone_begin) {
            stack.push_back(&m);
        } else if (m.mark == device::Mark::zone_end && !stack.empty()) {
            slices.push_back({m.processor, "zone", std::string(zone_place(m.site).name),
                              stack.back()->cycle, m.cycle});
            stack.pop_back();
        }
    }
}

void add_stalls(std::vector<Slice>& slices, const LaunchEvents& events) {
    for (const auto& s : events.stalls) {
        const bool of_cb =
            s.cause == profile::Cause::cb_data || s.cause == profile::Cause::cb_space;
        const std::string name =
            of_cb ? fmt::format("wait: {} of CB {}", row(s.cause).text.substr(3), s.cb)
                  : fmt::format("wait: {}", row(s.cause).text);
        slices.push_back({s.processor, "stall", name, s.since, s.until});
    }
}

// In the order in which they begin, the longer first. Tracy's importer makes a begin and an end of
// each, sorts them by time alone and closes what was opened last: in any other order a slice that
// begins where another ends would be closed in its place.
std::vector<Slice> slices_of(const LaunchEvents& events) {
    std::vector<Slice> slices;
    for (const auto& k : events.kernels)
        slices.push_back({k.processor, "kernel", k.kernel->name, k.start, k.end});
    add_zones(slices, events);
    add_stalls(slices, events);
    std::ranges::stable_sort(slices, [](const Slice& a, const Slice& b) {
        return std::tuple(a.processor, a.from, b.to) < std::tuple(b.processor, b.from, a.to);
    });
    return slices;
}

class PerfettoTrace final : public Exporter {
 public:
    explicit PerfettoTrace(const std::filesystem::path& path) : path_(path), file_(path) {
        file_.add("{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    }

    void write(const profile::Recorder& recorder) override {
        for_each_chip(recorder, [&](std::uint32_t chip) { write_chip(recorder, chip); });
    }
    // From here on it is valid JSON.
    void close(std::size_t /*chips*/) override {
        file_.add("\n]}}\n");
        file_.flush();
    }
    std::string complaint() const override { return unless_written(file_.ok(), path_); }

 private:
    void write_chip(const profile::Recorder& recorder, std::uint32_t chip);
    void name_core(std::uint32_t pid, std::uint32_t chip, Logical core);
    void write_levels(std::uint32_t pid, std::uint64_t mhz, const LaunchEvents& events);
    void next();  // begins an event

    std::filesystem::path path_;
    TextFile file_;
    std::set<std::uint32_t> named_;
    bool first_ = true;
};

void PerfettoTrace::next() {
    file_.add("{}\n", first_ ? "" : ",");
    first_ = false;
}

void PerfettoTrace::name_core(std::uint32_t pid, std::uint32_t chip, Logical core) {
    if (!named_.insert(pid).second) return;
    next();
    file_.add(
        "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},\"tid\":0,\"args\":{{\"name\":"
        "\"device {} {}\"}}}}",
        pid, chip, core_name(core.x, core.y));
    for (std::uint32_t p = 0; p < device::kProcessors; p++) {
        next();
        file_.add(
            "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{},\"tid\":{},\"args\":{{"
            "\"name\":\"{} ({},{}){}\"}}}}",
            pid, p + 1, abi::label(static_cast<abi::Processor>(p)), core.x, core.y,
            chip == 0 ? "" : fmt::format(" of device {}", chip));
    }
}

void PerfettoTrace::write_chip(const profile::Recorder& recorder, std::uint32_t chip) {
    const arch::Floorplan& plan = recorder.chips()[chip]->plan;
    const Clock clock{plan.product().clock_mhz};
    for_each_launch(
        recorder, chip, [&](std::uint32_t core, const auto& launch, const LaunchEvents& events) {
            const std::uint32_t pid = chip * kCoresPerChip + core + 1;
            name_core(pid, chip, plan.core_logical(core));
            for (const Slice& s : slices_of(events)) {
                next();
                file_.add(
                    "{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"cat\":\"{}\",\"name\":{},\"ts\":{},"
                    "\"dur\":{}}}",
                    pid, s.processor + 1, s.category, json_string(s.name), clock.at(s.from),
                    clock.between(s.from, s.to));
            }
            write_levels(pid, clock.mhz, events);
            static_cast<void>(launch);
        });
}

void PerfettoTrace::write_levels(std::uint32_t pid, std::uint64_t mhz, const LaunchEvents& events) {
    const Clock clock{mhz};
    const auto levels = levels_of(events.cbs);
    for (std::size_t cb = 0; cb < levels.size(); cb++) {
        int pages = 0;
        for (const Level& l : levels[cb]) {
            pages += l.change;
            next();
            file_.add(
                "{{\"ph\":\"C\",\"pid\":{},\"tid\":0,\"name\":\"CB {}\",\"ts\":{},"
                "\"args\":{{\"pages\":{}}}}}",
                pid, cb, clock.at(l.cycle), pages);
        }
    }
}

}  // namespace

std::unique_ptr<Exporter> make_perfetto(const ExportPlan& plan) {
    return std::make_unique<PerfettoTrace>(plan.root / "trace.json");
}

}  // namespace ironbird::report
