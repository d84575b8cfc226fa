// Kernels, zones and stalls as slices, circular buffers as counters.
#include "report/perfetto.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "report/launch_events.hpp"

namespace ironbird::report {
namespace {

// Every chip has its own block of process ids.
constexpr std::uint32_t kCoresPerChip = 1000;

std::string quoted(std::string_view text) {
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

}  // namespace

PerfettoTrace::PerfettoTrace(const std::filesystem::path& path) : file_(path) {
    file_.add("{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
}

void PerfettoTrace::next() {
    file_.add("{}\n", first_ ? "" : ",");
    first_ = false;
}

void PerfettoTrace::name_core(std::uint32_t pid, std::uint32_t chip, Logical core) {
    if (!named_.insert(pid).second) return;
    next();
    file_.add(
        "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},\"tid\":0,\"args\":{{\"name\":"
        "\"device {} core ({},{})\"}}}}",
        pid, chip, core.x, core.y);
    for (std::uint32_t p = 0; p < device::kProcessors; p++) {
        next();
        file_.add(
            "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{},\"tid\":{},\"args\":{{"
            "\"name\":\"{}\"}}}}",
            pid, p + 1, abi::label(static_cast<abi::Processor>(p)));
    }
}

void PerfettoTrace::write(const profile::Recorder& recorder, std::uint32_t chip) {
    const arch::Floorplan& plan = recorder.chips()[chip]->plan;
    const Clock clock{plan.product().clock_mhz};
    const auto slice = [&](std::uint32_t pid, std::uint32_t processor, std::string_view category,
                           std::string_view name, std::uint64_t from, std::uint64_t to) {
        next();
        file_.add(
            "{{\"ph\":\"X\",\"pid\":{},\"tid\":{},\"cat\":\"{}\",\"name\":{},\"ts\":{},"
            "\"dur\":{}}}",
            pid, processor + 1, category, quoted(name), clock.at(from), clock.between(from, to));
    };
    for_each_launch(
        recorder, chip, [&](std::uint32_t core, const auto& launch, const LaunchEvents& events) {
            const std::uint32_t pid = chip * kCoresPerChip + core + 1;
            name_core(pid, chip, plan.core_logical(core));
            std::array<std::vector<const profile::MarkEvent*>, device::kProcessors> open;
            for (const auto& k : events.kernels)
                slice(pid, k.processor, "kernel", k.kernel->name, k.start, k.end);
            for (const auto& m : events.marks) {
                auto& stack = open[m.processor];
                if (m.mark == device::Mark::zone_begin) {
                    stack.push_back(&m);
                } else if (m.mark == device::Mark::zone_end && !stack.empty()) {
                    slice(pid, m.processor, "zone", zone_place(m.site).name, stack.back()->cycle,
                          m.cycle);
                    stack.pop_back();
                }
            }
            for (const auto& s : events.stalls) {
                const bool of_cb =
                    s.cause == profile::Cause::cb_data || s.cause == profile::Cause::cb_space;
                const std::string name =
                    of_cb ? fmt::format("wait: {} of CB {}", row(s.cause).text.substr(3), s.cb)
                          : fmt::format("wait: {}", row(s.cause).text);
                slice(pid, s.processor, "stall", name, s.since, s.until);
            }
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
            static_cast<void>(launch);
        });
}

void PerfettoTrace::close() {
    file_.add("\n]}}\n");
    file_.flush();
}

}  // namespace ironbird::report
