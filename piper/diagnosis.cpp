// Everything is read from /sys and /proc, as in checklist.cpp.
#include "diagnosis.hpp"

#include <fmt/format.h>

#include <fstream>
#include <thread>

namespace piper {
namespace {

constexpr double kDieLimit = 75;  // degrees

Cause throttling(const Machine& machine) {
    const Sample s = sample(machine);
    std::string found = "no card to read it from";
    if (s.temperature_c)
        found = fmt::format("{:.1f} C, {}", *s.temperature_c,
                            *s.temperature_c >= kDieLimit ? "the board throttles" : "below 75 C");
    return {"throttling", found, "ironbird piper monitor; more airflow"};
}

Cause link(const Machine& machine) {
    const Sample s = sample(machine);
    return {"host link", s.link.empty() ? "no card" : s.link, "16 GT/s x16: another slot, BIOS"};
}

Cause dram(const Machine&) {
    return {"DRAM bandwidth", "not measured here", "ironbird bench dram_read"};
}

Cause pages(const Machine& machine) {
    const HugePages p = huge_pages_of(machine);
    return {"huge pages", fmt::format("{} of {} pages of 2 MB are free", p.free, p.total),
            "ironbird piper hugepages 32"};
}

Cause load(const Machine& machine) {
    std::ifstream file(machine.root / "proc/loadavg");
    double runnable = 0;
    file >> runnable;
    return {"other load",
            file ? fmt::format("{:.1f} processes run or wait, on {} processors", runnable,
                               std::thread::hardware_concurrency())
                 : "cannot be seen",
            "stop other programs, then measure again"};
}

Cause memory(const Machine& machine) {
    std::ifstream file(machine.root / "proc/meminfo");
    for (std::string name, line; file >> name; std::getline(file, line)) {
        double kilobytes = 0;
        if (name == "MemAvailable:" && file >> kilobytes)
            return {"memory of this machine", fmt::format("{:.1f} GB are free", kilobytes / 1e6),
                    "a smaller --batch, fewer --threads"};
    }
    return {"memory of this machine", "cannot be seen", "a smaller --batch, fewer --threads"};
}

Cause sram(const Machine&) {
    return {"SRAM of a board", "1 MB a core, less what is reserved",
            "ironbird piper budget: a smaller table, or one split over operators"};
}

}  // namespace

std::vector<Cause> causes_of_low_throughput(const Machine& machine) {
    return {throttling(machine), link(machine), dram(machine), pages(machine), load(machine)};
}

std::vector<Cause> causes_of_failed_allocation(const Machine& machine) {
    return {pages(machine), sram(machine), memory(machine)};
}

std::string to_text(const std::vector<Cause>& causes) {
    std::string text;
    for (const Cause& cause : causes)
        text += fmt::format("  {:22} {}; {}\n", cause.name, cause.found, cause.remedy);
    return text;
}

}  // namespace piper
