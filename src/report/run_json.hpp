// run.json: what a run leaves behind for the command line.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "device/engine.hpp"
#include "profile/l1_use/chip_memory.hpp"
#include "report/profile_json.hpp"

namespace ironbird::report {

inline constexpr int kRecordSchema = 1;

// One direction of an Ethernet link.
struct CableRecord {
    std::uint32_t channel = 0, to = 0;  // device at its other end
    device::LinkTraffic traffic;
};

struct DeviceRecord {
    std::uint32_t id = 0;
    std::string_view chip;        // product
    std::uint32_t clock_mhz = 0;  // of it
    std::uint64_t cycles = 0;     // of programs and their dispatch
    std::uint64_t waited = 0;     // for the host and PCIe
    device::Traffic traffic;
    std::vector<CableRecord> cables;  // that it has sent over

    std::uint64_t ethernet_bytes() const;
    noc::Usage usage;
};

// Chips that cables join.
struct MeshRecord {
    std::uint32_t rows = 0, columns = 0;
    std::vector<std::uint32_t> devices;  // row by row
    double bytes_per_cycle = 0;          // of a cable, one way
};

struct KernelsRecord {
    std::uint32_t compiled = 0, from_cache = 0;
    std::set<std::uint64_t> hashes;
    std::set<std::string> sources;
};

// What the host program spent in calls of a kind.
struct PhaseRecord {
    const char* name;
    std::uint64_t calls;
    double wall_seconds, seconds;
};

struct RunRecord {
    std::string_view version, upstream;
    std::string chip;  // product; several, separated by commas, when the devices differ
    std::vector<DeviceRecord> devices;
    MeshRecord mesh;
    std::string noc, timing, window;
    std::uint32_t threads = 0;
    bool slow_dispatch = false, exact_math = false;
    std::uint64_t launches = 0;
    double wall_seconds = 0;
    std::vector<PhaseRecord> phases;
    KernelsRecord kernels;
    std::vector<std::string> warnings;
    std::string checked;                                      // groups: "memory,noc,…"
    std::vector<nlohmann::json> findings;                     // as check/finding_text.hpp says
    std::vector<std::pair<std::string, std::string>> faults;  // slug and text, as they appeared
    std::optional<ProfileRecord> profile;
    std::optional<profile::WorstCore> memory;
};

nlohmann::json run_json(const RunRecord& record);

}  // namespace ironbird::report
