// The environment table.
#include "base/options.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "base/fault.hpp"
#include "base/log.hpp"

extern char** environ;

namespace ironbird {
namespace {

using Setter = void (*)(Options&, std::string_view);

struct Row {
    OptionRow shown;
    Setter set;
};

template <auto Member>
void text(Options& o, std::string_view v) {
    o.*Member = std::string(v);
}

template <auto Member>
void flag(Options& o, std::string_view v) {
    o.*Member = env_flag(v);
}

// One of several names of a switch.
template <auto Member>
void either(Options& o, std::string_view v) {
    o.*Member |= env_flag(v);
}

template <auto Member>
void present(Options& o, std::string_view) {
    o.*Member = true;
}

template <auto Member>
void number(Options& o, std::string_view v) {
    const std::string s(v);
    char* end = nullptr;
    const auto n = std::strtoull(s.c_str(), &end, 10);
    if (s.empty() || *end != '\0')
        throw Error(Fault::usage, "\"" + s + "\" is not a whole number", {}, "in the environment");
    o.*Member = static_cast<std::remove_reference_t<decltype(o.*Member)>>(n);
}

void timeout(Options& o, std::string_view v) {
    o.timeout_seconds = std::atof(std::string(v).c_str());
}
void prefix(Options& o, std::string_view v) {
    o.dprint_prefix = v == "1";
}
void misaligned(Options& o, std::string_view v) {
    if (v != "allow" && v != "fault")
        throw Error(Fault::usage, "IRONBIRD_MISALIGNED is fault or allow, not " + std::string(v));
    o.allow_misaligned = v == "allow";
}

void math(Options& o, std::string_view v) {
    if (v != "fast" && v != "exact")
        throw Error(Fault::usage, "IRONBIRD_MATH is fast or exact, not " + std::string(v));
    o.exact_math = v == "exact";
}

void data(Options& o, std::string_view v) {
    if (v != "all" && v != "none")
        throw Error(Fault::usage, "IRONBIRD_DATA is all or none, not " + std::string(v));
    o.moves_data = v == "all";
}

using enum Honour;
constexpr auto kRows = std::to_array<Row>({
    {{"ARCH_NAME", yes, "family of the chip: grayskull, wormhole_b0 or blackhole"},
     text<&Options::arch_name>},
    {{"HOME", yes, "parent of the default kernel cache"}, text<&Options::user_home>},
    {{"IRONBIRD_CACHE_MIB", yes, "size limit of the kernel cache in MiB"},
     number<&Options::cache_limit_mib>},
    {{"IRONBIRD_CB_DEPTH", yes,
      "PROGRAM:CB=PAGES,...: other depths of circular buffers, see memory.md"},
     text<&Options::cb_depth>},
    {{"IRONBIRD_CHECK", yes,
      "1, or some of memory,noc,race,cb,init,args,compute: what is wrong is found and reported"},
     text<&Options::check>},
    {{"IRONBIRD_CHIP", yes, "product to simulate, see `ironbird devices`"}, text<&Options::chip>},
    {{"IRONBIRD_DATA", yes,
      "none: transfers above 64 B carry nothing and tiles are not computed; the cycles are the "
      "same"},
     data},
    {{"IRONBIRD_HINTS", yes, "0: no totals and hints in the record of the run"},
     flag<&Options::hints>},
    {{"IRONBIRD_LOCKED", yes, "set by `ironbird lock` for what it runs: the lock that it holds"},
     text<&Options::locked>},
    {{"IRONBIRD_MATH", yes,
      "fast: rounding where values are stored; exact: bit for bit what the chip computes"},
     math},
    {{"IRONBIRD_MEMORY", yes, "1: memory.json beside the record of the run, see memory.md"},
     flag<&Options::memory>},
    {{"IRONBIRD_MEMORY_EVENTS", yes,
      "file that receives every step of circular buffers, kernels and buffers, a line each"},
     text<&Options::memory_events>},
    {{"IRONBIRD_MESH", yes, "shape of the system mesh, as RxC"}, text<&Options::mesh>},
    {{"IRONBIRD_MISALIGNED", yes,
      "allow: misaligned NoC transfers move their bytes, counted, instead of a fault"},
     misaligned},
    {{"IRONBIRD_NOC", yes, "timed, eager, late or random:SEED delivery"}, text<&Options::noc>},
    {{"IRONBIRD_RUN_DIR", yes, "folder that receives the record of the run"},
     text<&Options::run_dir>},
    {{"IRONBIRD_THREADS", yes, "host threads of the engine"}, number<&Options::threads>},
    {{"IRONBIRD_TIMING", yes, "contended, or ideal: transfers never slow each other down"},
     text<&Options::timing>},
    {{"IRONBIRD_WINDOW", yes, "cycles a core may run ahead, or strict"}, text<&Options::window>},
    {{"TT_ASSERT_ABORT", yes, "abort instead of throwing"}, present<&Options::assert_abort>},
    {{"TT_LOGGER_LEVEL", yes, "trace, debug, info, warning, error, fatal or off"},
     text<&Options::log_level>},
    {{"TT_LOGGER_TYPES", yes, "log categories to show, separated by commas"},
     text<&Options::log_types>},
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
    {{"TT_METAL_VISIBLE_DEVICES", yes, "ids of the devices that exist"},
     text<&Options::visible_devices>},
    {{"TT_METAL_WATCHER", yes,
      "compiles the kernels' ASSERTs in; other faults are always reported"},
     present<&Options::kernel_asserts>},
});

consteval bool sorted() {
    for (std::size_t i = 1; i < kRows.size(); i++)
        if (kRows[i - 1].shown.variable >= kRows[i].shown.variable) return false;
    return true;
}
static_assert(sorted(), "rows in the order of their names");

Options read() {
    Options o;
    for (const Row& r : kRows)
        if (const char* v = std::getenv(std::string(r.shown.variable).c_str())) r.set(o, v);
    return o;
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

Options& current() {
    static Options o = [] {
        Options fresh = read();
        warn_about_strangers();
        return fresh;
    }();
    return o;
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

const Options& options() {
    return current();
}

const Options& reload_options() {
    return current() = read();
}

bool env_flag(std::string_view value) {
    return value.starts_with('1');
}

NocMode Options::noc_mode() const {
    if (noc.empty() || noc == "timed") return NocMode::timed;
    if (noc == "eager") return NocMode::eager;
    if (noc == "late") return NocMode::late;
    if (noc.starts_with("random:") || noc == "random") return NocMode::random;
    throw Error(Fault::usage,
                "IRONBIRD_NOC=" + noc + " is none of timed, eager, late, random:SEED");
}

std::uint64_t Options::noc_seed() const {
    const auto colon = noc.find(':');
    return colon == std::string::npos ? 0 : std::strtoull(noc.c_str() + colon + 1, nullptr, 10);
}

}  // namespace ironbird
