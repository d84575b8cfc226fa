// Figures of a run record as text.
#include "cli/summary.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/profile_summary.hpp"

namespace ironbird::cli {
namespace {

template <class T>
T at(const Json& record, const char* pointer, T missing) {
    const Json::json_pointer where(pointer);
    return record.contains(where) ? record.at(where).get<T>() : std::move(missing);
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
    constexpr std::array<const char*, 4> units = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) return fmt::format("{} B", bytes);
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); unit++) value /= 1024;
    return fmt::format("{:.4g} {}", value, units[unit]);
}

std::string time_text(double seconds) {
    if (seconds < 1e-6) return fmt::format("{:.3g} ns", seconds * 1e9);
    if (seconds < 1e-3) return fmt::format("{:.4g} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.4g} ms", seconds * 1e3);
    return fmt::format("{:.4g} s", seconds);
}

std::string path_text(const std::filesystem::path& path) {
    std::error_code none;
    const std::filesystem::path from_here = std::filesystem::relative(path, none);
    return (none || from_here.empty() ? path : from_here).string();
}

Figures figures_of(const Json& record) {
    const auto count = [&](const char* pointer) { return at<std::uint64_t>(record, pointer, 0); };
    return {.chip = at<std::string>(record, "/chip", ""),
            .programs = count("/programs"),
            .compiled = count("/kernels/compiled"),
            .from_cache = count("/kernels/from_cache"),
            .cycles = count("/cycles"),
            .noc_bytes = count("/traffic/noc_bytes/0") + count("/traffic/noc_bytes/1"),
            .noc_transactions = count("/traffic/noc_transactions"),
            .dram_read = count("/traffic/dram_read_bytes"),
            .dram_written = count("/traffic/dram_write_bytes"),
            .seconds = at<double>(record, "/seconds", 0)};
}

void print_summary(std::FILE* out, const Json& record, const std::filesystem::path& folder) {
    const Figures f = figures_of(record);
    const std::string file = path_text(folder / "run.json");
    if (f.chip.empty()) {
        fmt::print(out, "ironbird: the program opened no device. record {}\n", file);
        return;
    }
    fmt::print(out,
               "ironbird: {} launched on a virtual {}, {} arithmetic; kernels: {} compiled, {} "
               "from cache\n",
               counted(f.programs, "program"), f.chip, at<std::string>(record, "/math", "fast"),
               f.compiled, f.from_cache);
    fmt::print(out, "  time    {} cycles, {} modelled ({}); wall {}\n", grouped(f.cycles),
               time_text(f.seconds), time_caveat(record),
               time_text(at<double>(record, "/wall_seconds", 0)));
    fmt::print(out, "  moved   {} on the NoCs in {}; DRAM {} read, {} written\n",
               bytes_text(f.noc_bytes), counted(f.noc_transactions, "transaction"),
               bytes_text(f.dram_read), bytes_text(f.dram_written));
    print_use(out, record);
    print_hints(out, record);
    fmt::print(out, "  record  {}\n", file);
}

}  // namespace ironbird::cli
