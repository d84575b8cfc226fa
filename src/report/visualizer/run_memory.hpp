// memory.json of a run, read back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ironbird::report {

struct MemoryBuffer {
    std::uint64_t id = 0;
    std::string type, layout;
    std::uint64_t address = 0, bytes = 0, bytes_per_bank = 0, page_bytes = 0;
    std::vector<std::uint32_t> cores;  // empty: on all
    std::size_t from = 0;              // the step that brings it
    std::optional<std::size_t> to;     // the step that takes it away

    bool is_live_after(std::size_t step) const { return from <= step && (!to || *to > step); }
};

struct MemoryCb {
    std::vector<std::uint32_t> indices;
    std::string cores, format;
    std::uint64_t address = 0, bytes = 0, page_bytes = 0, pages = 0;
    bool on_buffer = false;
};

struct MemoryLaunch {
    std::uint64_t id = 0, program = 0, start = 0, end = 0, kernel_bytes = 0, runs = 1;
    std::string name, cores;
    std::vector<MemoryCb> cbs;
};

struct MemoryStep {
    std::uint64_t cycle = 0, id = 0;
    std::string what;
};

struct MemoryChip {
    std::uint32_t chip = 0, grid_x = 0, grid_y = 0, l1_banks = 0, dram_banks = 0;
    std::string product, arch;
    std::uint64_t clock_mhz = 0, l1_bytes = 0, reserved_bytes = 0, l1_bank_bytes = 0;
    std::vector<MemoryStep> steps;
    std::vector<MemoryBuffer> buffers;
    std::vector<MemoryLaunch> launches;

    // The last step that is over when this launch is; none when there are no steps by then.
    std::optional<std::size_t> step_after(const MemoryLaunch& launch) const;
    std::optional<std::size_t> step_at(std::uint64_t cycle) const;
};

// Throws usage, naming the file, when it is not there or is not one of this schema.
std::vector<MemoryChip> read_run_memory(const std::filesystem::path& file);

}  // namespace ironbird::report
