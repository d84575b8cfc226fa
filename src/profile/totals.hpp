// Sums over the launches of a run; a launch adds to them when it completes and is forgotten.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "device/core/core.hpp"
#include "device/tensix/tensix.hpp"
#include "profile/hints.hpp"
#include "profile/path.hpp"

namespace ironbird::profile {

struct ProcessorTotals {
    std::uint64_t cycles = 0;  // from start to end of its kernels
    ByCause stalled{};
};

struct ProgramTotals {
    std::uint64_t launches = 0, cycles = 0;
    std::uint64_t flops = 0, dram_bytes = 0;
};

struct Totals {
    std::uint64_t launches = 0;
    std::uint64_t cycles = 0;            // of launches, one after the other
    std::uint64_t core_cycles = 0;       // the same over the cores that took part
    std::uint64_t computing_cycles = 0;  // the same over those with a compute kernel
    std::uint32_t most_cores = 0;
    std::uint64_t cb_bytes = 0;  // L1 under circular buffers, on the fullest core
    std::array<ProcessorTotals, device::kProcessors> processors;
    device::Work work;
    Path path;
    std::vector<std::uint64_t> bank_bytes;
    std::map<std::string, ProgramTotals> programs;
    Candidates hints;
};

// What a library says that a program computes. A tensor's texts: W, Z, Y and X as padded[logical],
// layout, data type, memory.
struct Operation {
    std::string name, attributes;
    std::vector<std::array<std::string, 7>> inputs, outputs;
};

// One launch, for the table of operations.
struct LaunchRecord {
    device::LaunchId id{};
    std::uint32_t chip = 0;
    std::uint64_t program_id = 0;
    std::string name;
    const Operation* operation = nullptr;  // the recorder's; null: a bare program
    std::uint64_t start = 0, end = 0;
    std::vector<std::uint32_t> cores;
    std::vector<const abi::Kernel*> compute_kernels, data_kernels;  // each once, in order
    std::uint8_t fidelity = 0xff;                                   // as in ib_compute_settings

    // First start and last end of each processor over all cores; start > end: it was idle.
    struct Extent {
        std::uint64_t start = ~std::uint64_t{0}, end = 0;
        bool used() const { return start <= end; }
        std::uint64_t cycles() const { return used() ? end - start : 0; }
    };
    std::array<Extent, device::kProcessors> processors;
    std::uint32_t ran = 0;                          // cores with a kernel
    std::uint64_t first_start = 0, last_start = 0;  // over them
    std::uint64_t core_min = 0, core_max = 0, core_sum = 0;
    std::uint64_t dram_bytes = 0, flops = 0;
    std::uint64_t link_bytes = 0, multicast_link_bytes = 0;         // as in CoreLog
    std::uint64_t compute_waits_front = 0, compute_waits_back = 0;  // mean over cores
    bool done = false;
    bool dropped = false;  // a fault cut it short
};

}  // namespace ironbird::profile
