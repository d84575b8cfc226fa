// The environment table.
#include "host/options/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "base/fault.hpp"
#include "base/log.hpp"

extern char** environ;

namespace ironbird {
namespace {

// Sets its member, or answers what the variable takes.
using Setter = std::string (*)(Options&, std::string_view);

struct Row {
    OptionRow shown;
    Setter set;
};

template <auto Member>
std::string text(Options& o, std::string_view v) {
    o.*Member = std::string(v);
    return {};
}

template <auto Member>
std::string flag(Options& o, std::string_view v) {
    o.*Member = env_flag(v);
    return {};
}

// One of several names of a switch.
template <auto Member>
std::string either(Options& o, std::string_view v) {
    o.*Member |= env_flag(v);
    return {};
}

template <auto Member>
std::string present(Options& o, std::string_view) {
    o.*Member = true;
    return {};
}

// All of the text, in decimal.
template <class Number>
std::optional<Number> parsed(std::string_view v) {
    Number n{};
    const auto [last, error] = std::from_chars(v.data(), v.data() + v.size(), n);
    if (error != std::errc{} || last != v.data() + v.size()) return {};
    return n;
}

bool in_range(std::string_view v, std::uint64_t least, std::uint64_t most) {
    const auto n = parsed<std::uint64_t>(v);
    return n && *n >= least && *n <= most;
}

template <auto Member, std::uint64_t Least, std::uint64_t Most>
std::string number(Options& o, std::string_view v) {
    if (!in_range(v, Least, Most)) return fmt::format("a whole number from {} to {}", Least, Most);
    using Number = std::remove_reference_t<decltype(o.*Member)>;
    o.*Member = static_cast<Number>(*parsed<std::uint64_t>(v));
    return {};
}

// Sets a switch by the first of two words, and clears it by the second.
template <auto Member>
std::string word(Options& o, std::string_view v, std::string_view on, std::string_view off) {
    if (v != on && v != off) return fmt::format("{} or {}", off, on);
    o.*Member = v == on;
    return {};
}

// Empty is as good as not set.
template <class Fits>
std::string checked(std::string& member, std::string_view v, Fits fits, const char* takes) {
    if (!v.empty() && !fits(v)) return takes;
    member = std::string(v);
    return {};
}

std::string timeout(Options& o, std::string_view v) {
    constexpr double most = 1e9;
    const auto n = parsed<double>(v);
    if (!n || !(*n >= 0 && *n <= most)) return fmt::format("seconds from 0 to {:g}", most);
    o.timeout_seconds = *n;
    return {};
}
std::string watcher(Options& o, std::string_view) {
    o.watcher = o.kernel_asserts = true;
    return {};
}
std::string prefix(Options& o, std::string_view v) {
    o.dprint_prefix = v == "1";
    return {};
}
std::string misaligned(Options& o, std::string_view v) {
    return word<&Options::allow_misaligned>(o, v, "allow", "fault");
}
std::string math(Options& o, std::string_view v) {
    return word<&Options::exact_math>(o, v, "exact", "fast");
}
std::string data(Options& o, std::string_view v) {
    return word<&Options::moves_data>(o, v, "all", "none");
}

std::string noc(Options& o, std::string_view v) {
    const auto fits = [](std::string_view mode) {
        constexpr std::string_view seeded = "random:";
        if (mode.starts_with(seeded))
            return parsed<std::uint64_t>(mode.substr(seeded.size())).has_value();
        return mode == "timed" || mode == "eager" || mode == "late" || mode == "random";
    };
    return checked(o.noc, v, fits,
                   "timed, eager, late, random or random:SEED, SEED a whole number");
}

std::string timing(Options& o, std::string_view v) {
    const auto fits = [](std::string_view name) { return name == "contended" || name == "ideal"; };
    return checked(o.timing, v, fits, "contended or ideal");
}

// Longer windows than this gain nothing, and clocks must not overflow.
constexpr std::uint64_t kLongestWindow = 1'000'000'000;

std::string window(Options& o, std::string_view v) {
    const auto fits = [](std::string_view cycles) {
        return cycles == "strict" || in_range(cycles, 1, kLongestWindow);
    };
    return checked(o.window, v, fits, "strict, or a whole number of cycles from 1 to 1000000000");
}

bool two_sizes(std::string_view shape, char between) {
    constexpr std::uint64_t most = 1024;
    const auto cross = shape.find(between);
    return cross != shape.npos && in_range(shape.substr(0, cross), 1, most) &&
           in_range(shape.substr(cross + 1), 1, most);
}
std::string mesh(Options& o, std::string_view v) {
    const auto fits = [](std::string_view shape) { return two_sizes(shape, 'x'); };
    return checked(o.mesh, v, fits, "ROWSxCOLUMNS, as 2x4");
}
std::string meshdevice_shape(Options& o, std::string_view v) {
    const auto fits = [](std::string_view shape) { return two_sizes(shape, ','); };
    return checked(o.meshdevice_shape, v, fits, "ROWS,COLUMNS, as 2,4");
}

std::string visible(Options& o, std::string_view v) {
    const auto fits = [](std::string_view list) {
        constexpr std::uint64_t most = 1023;
        while (true) {
            const auto comma = list.find(',');
            if (!in_range(list.substr(0, comma), 0, most)) return false;
            if (comma == list.npos) return true;
            list.remove_prefix(comma + 1);
        }
    };
    return checked(o.visible_devices, v, fits, "ids of devices, separated by commas");
}

std::string level(Options& o, std::string_view v) {
    const auto fits = [](std::string_view name) {
        constexpr std::string_view names[] = {"trace", "debug", "info",  "warning",  "warn",
                                              "error", "err",   "fatal", "critical", "off"};
        return std::ranges::any_of(names, [&](std::string_view known) { return known == name; });
    };
    std::string small(v);  // "Debug" and "debug" are one level
    std::ranges::transform(small, small.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return checked(o.log_level, small, fits, "trace, debug, info, warning, error, fatal or off");
}

// Rows are read in the order of their names: the usual one has been.
std::string alias(Options& o, std::string_view v) {
    return o.log_level.empty() ? level(o, v) : "";
}

constexpr std::uint64_t kMostCacheMib = std::uint64_t{1} << 24;

using enum Honour;
constexpr auto kRows = std::to_array<Row>({
    {{"ARCH_NAME", yes, "family of the chip: grayskull, wormhole_b0 or blackhole"},
     text<&Options::arch_name>},
    {{"HOME", yes, "parent of the default kernel cache"}, text<&Options::user_home>},
    {{"IRONBIRD_BUILD_LOG", yes,
      "file that receives a line for each kernel that is compiled: source, processor, chip"},
     text<&Options::build_log>},
    {{"IRONBIRD_CACHE_MIB", yes, "size limit of the kernel cache in MiB"},
     number<&Options::cache_limit_mib, 0, kMostCacheMib>},
    {{"IRONBIRD_CB_DEPTH", yes,
      "PROGRAM:CB=PAGES,...: other depths of circular buffers, see memory.md"},
     text<&Options::cb_depth>},
    {{"IRONBIRD_CHECK", yes,
      "1, or some of memory,noc,race,cb,init,args,compute,fabric: what is wrong is found and "
      "reported"},
     text<&Options::check>},
    {{"IRONBIRD_CHIP", yes,
      "product to simulate, see `ironbird devices`; several with commas: one for each device, the "
      "last for all further ones"},
     text<&Options::chip>},
    {{"IRONBIRD_CLUSTER", yes,
      "several chips and the links between them, see `ironbird devices`: n300, t3000, galaxy..."},
     text<&Options::cluster>},
    {{"IRONBIRD_DATA", yes,
      "none: transfers above 64 B carry nothing and tiles are not computed; the cycles are the "
      "same"},
     data},
    {{"IRONBIRD_HINTS", yes, "0: no totals and hints in the record of the run"},
     flag<&Options::hints>},
    {{"IRONBIRD_LOCKED", yes, "set by `ironbird lock` for what it runs: the lock that it holds"},
     text<&Options::locked>},
    {{"IRONBIRD_MATH", yes,
      "fast: rounding where values are stored, whatever the math fidelity (which counts for the "
      "time alone); exact: unpack, matrix unit, pack and the "
      "instructions of SFPI code bit for bit, operations of the vector unit within ops.md"},
     math},
    {{"IRONBIRD_MEMORY", yes, "1: memory.json beside the record of the run, see memory.md"},
     flag<&Options::memory>},
    {{"IRONBIRD_MEMORY_EVENTS", yes,
      "file that receives every step of circular buffers, kernels and buffers, a line each"},
     text<&Options::memory_events>},
    {{"IRONBIRD_MESH", yes, "shape of the system mesh, as RxC"}, mesh},
    {{"IRONBIRD_MISALIGNED", yes,
      "allow: misaligned NoC transfers move their bytes, counted, instead of a fault"},
     misaligned},
    {{"IRONBIRD_NOC", yes, "timed, eager, late or random:SEED delivery"}, noc},
    {{"IRONBIRD_RANKS", yes,
      "set by `ironbird run` for what it runs under mpirun: chips are spread over the ranks"},
     text<&Options::ranks>},
    {{"IRONBIRD_RUN_DIR", yes, "folder that receives the record of the run"},
     text<&Options::run_dir>},
    {{"IRONBIRD_THREADS", yes, "host threads of the engine"}, number<&Options::threads, 0, 1024>},
    {{"IRONBIRD_TIMING", yes, "contended, or ideal: transfers never slow each other down"}, timing},
    {{"IRONBIRD_WINDOW", yes, "cycles a core may run ahead, or strict"}, window},
    {{"TT_ASSERT_ABORT", yes, "abort where TT_FATAL or TT_THROW of the program would throw"},
     present<&Options::assert_abort>},
    {{"TT_LOGGER_LEVEL", yes,
      "trace, debug, info, warning, error, fatal or off; from debug on the log holds every step "
      "of circular buffers, kernels and buffers"},
     level},
    {{"TT_LOGGER_TYPES", yes, "log categories to show, separated by commas"},
     text<&Options::log_types>},
    {{"TT_MESHDEVICE_SHAPE", yes,
      "shape of the system mesh, as ROWS,COLUMNS; goes before all else"},
     meshdevice_shape},
    {{"TT_MESH_GRAPH_DESC_PATH", yes,
      "mesh graph descriptor: its mesh is the machine, or with IRONBIRD_CLUSTER a part of it"},
     text<&Options::mesh_graph>},
    {{"TT_METAL_CACHE", yes, "folder of compiled kernels"}, text<&Options::cache_dir>},
    {{"TT_METAL_CLEAR_DRAM", yes, "zero DRAM when a device is opened"}, flag<&Options::clear_dram>},
    {{"TT_METAL_CLEAR_L1", yes, "zero L1 when a device is opened"}, flag<&Options::clear_l1>},
    {{"TT_METAL_DEVICE_PROFILER", yes, "record zones, kernels and stalls, and write the files"},
     either<&Options::profile>},
    {{"TT_METAL_DEVICE_PROFILER_DISPATCH", ignored, "there are no dispatch cores to profile"},
     flag<&Options::nothing>},
    {{"TT_METAL_DEVICE_PROFILER_NOC_EVENTS", yes, "NoC traces beside the other profiler files"},
     flag<&Options::noc_traces>},
    {{"TT_METAL_DEVICE_PROFILER_NOC_EVENTS_RPT_PATH", yes, "folder of the NoC traces"},
     text<&Options::noc_trace_dir>},
    {{"TT_METAL_DISABLE_BACKTRACE", yes, "no backtrace in exceptions"},
     present<&Options::disable_backtrace>},
    {{"TT_METAL_DPRINT_CHIPS", yes, "devices whose prints are shown"},
     text<&Options::dprint_chips>},
    {{"TT_METAL_DPRINT_CORES", yes, "cores whose prints are shown"}, text<&Options::dprint_cores>},
    {{"TT_METAL_DPRINT_FILE", yes, "file that receives the prints"}, text<&Options::dprint_file>},
    {{"TT_METAL_DPRINT_ONE_FILE_PER_RISC", yes, "one file per processor"},
     flag<&Options::dprint_one_file_per_risc>},
    {{"TT_METAL_DPRINT_PREPEND_DEVICE_CORE_RISC", yes, "prefix of each line"}, prefix},
    {{"TT_METAL_DPRINT_RISCVS", yes, "processors whose prints are shown"},
     text<&Options::dprint_riscvs>},
    {{"TT_METAL_FORCE_JIT_COMPILE", yes, "ignore the kernel cache"},
     present<&Options::force_compile>},
    {{"TT_METAL_HOME", yes, "root of a TT-Metalium tree: kernels and helper headers"},
     text<&Options::home>},
    {{"TT_METAL_KERNEL_PATH", yes, "folder for relative kernel paths"},
     text<&Options::kernel_path>},
    {{"TT_METAL_LIGHTWEIGHT_KERNEL_ASSERTS", yes, "compiles the kernels' ASSERTs in"},
     flag<&Options::kernel_asserts>},
    {{"TT_METAL_LOGGER_LEVEL", yes, "the same as TT_LOGGER_LEVEL, which goes before it"}, alias},
    {{"TT_METAL_LOGS_PATH", yes, "parent of generated/reports; else the current folder"},
     text<&Options::logs_dir>},
    {{"TT_METAL_LOG_KERNELS_COMPILE_COMMANDS", yes, "log compiler command lines"},
     present<&Options::log_compile_commands>},
    {{"TT_METAL_MEMORY_REPORT", yes, "1: memory reports from the start, as EnableMemoryReports"},
     flag<&Options::memory_report>},
    {{"TT_METAL_NULL_KERNELS", yes, "kernels do nothing"}, present<&Options::null_kernels>},
    {{"TT_METAL_OPERATION_TIMEOUT_SECONDS", yes, "longest time for one operation"}, timeout},
    {{"TT_METAL_PROFILER", yes, "the same as TT_METAL_DEVICE_PROFILER"}, either<&Options::profile>},
    {{"TT_METAL_PROFILER_CPP_POST_PROCESS", yes, "cpp_device_perf_report.csv as well"},
     flag<&Options::cpp_report>},
    {{"TT_METAL_PROFILER_DIR", yes,
      "root of the profiler's files; else generated/profiler in TT_METAL_HOME or here"},
     text<&Options::profiler_dir>},
    {{"TT_METAL_PROFILER_MID_RUN_DUMP", ignored, "nothing is ever dropped"},
     flag<&Options::nothing>},
    {{"TT_METAL_PROFILER_SYNC", ignored, "all chips share one clock"}, flag<&Options::nothing>},
    {{"TT_METAL_RISCV_DEBUG_INFO", yes, "kernels with full debug information, for a debugger"},
     flag<&Options::debug_kernels>},
    {{"TT_METAL_RUNTIME_ROOT", yes, "root for relative kernel paths"},
     text<&Options::runtime_root>},
    {{"TT_METAL_SLOW_DISPATCH_MODE", yes, "dispatch without dispatch cores"},
     present<&Options::slow_dispatch>},
    {{"TT_METAL_VISIBLE_DEVICES", yes, "ids of the devices that exist"}, visible},
    {{"TT_METAL_WATCHER", yes,
      "compiles the kernels' ASSERT, PAUSE and ring buffer in and writes "
      "generated/watcher/watcher.log; other faults are always reported"},
     watcher},
    {{"TT_METAL_WATCHER_APPEND", yes, "adds to the watcher's log instead of beginning a new one"},
     present<&Options::watcher_append>},
});

consteval bool sorted() {
    for (std::size_t i = 1; i < kRows.size(); i++)
        if (kRows[i - 1].shown.variable >= kRows[i].shown.variable) return false;
    return true;
}
static_assert(sorted(), "rows in the order of their names");

void set(Options& o, const Row& r, std::string_view v) {
    const std::string takes = r.set(o, v);
    if (takes.empty()) return;
    constexpr std::size_t most = 100;
    throw Error(Fault::usage,
                fmt::format("{}=\"{}\"{} in the environment means nothing", r.shown.variable,
                            v.substr(0, most), v.size() > most ? "..." : ""),
                {}, fmt::format("{} takes {}", r.shown.variable, takes));
}

// One line for each TT_METAL_ variable that means nothing here, so that a typo is seen.
void warn_about_strangers() {
    for (char** e = environ; *e != nullptr; e++) {
        const std::string_view entry(*e);
        const auto name = entry.substr(0, entry.find('='));
        if (!name.starts_with("TT_METAL_") && !name.starts_with("IRONBIRD_")) continue;
        const Row* known = nullptr;
        for (const Row& r : kRows)
            if (r.shown.variable == name) known = &r;
        if (known == nullptr)
            log::warning("unknown variable {} in the environment", name);
        else if (known->shown.honour == ignored)
            log::warning("{} is known but has no effect here", name);
    }
}

}  // namespace

std::span<const OptionRow> option_rows() {
    static const auto shown = [] {
        std::array<OptionRow, kRows.size()> rows{};
        for (std::size_t i = 0; i < rows.size(); i++) rows[i] = kRows[i].shown;
        return rows;
    }();
    return shown;
}

Options read_options() {
    Options o;
    for (const Row& r : kRows)
        if (const char* v = std::getenv(std::string(r.shown.variable).c_str())) set(o, r, v);
    return o;
}

const Options& options() {
    static const Options once = [] {
        Options fresh = read_options();
        warn_about_strangers();
        return fresh;
    }();
    return once;
}

bool env_flag(std::string_view value) {
    return value.starts_with('1');
}

}  // namespace ironbird
