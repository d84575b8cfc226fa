// What the memory recorder knows: plain data, read by whoever writes it down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/coord.hpp"
#include "device/engine.hpp"

namespace ironbird::profile {

// The map of L1 changes in steps; between two of them nothing comes or goes.
struct MemoryStep {
    enum class What : std::uint8_t { buffer_alloc, buffer_free, launch, complete };
    std::uint64_t cycle;
    What what;
    std::uint64_t id;  // of a buffer or a launch
};
constexpr std::string_view kStepNames[] = {"buffer_alloc", "buffer_free", "launch", "complete"};

struct BufferRecord {
    std::uint64_t id;
    std::string type, layout, made;
    std::uint64_t address, bytes, bytes_per_bank, page_bytes;
    std::vector<std::uint32_t> cores;  // that hold a shard, by number on the chip; empty: all
    bool local;                        // takes nothing from the other cores
    std::size_t from;
    std::optional<std::size_t> to;

    bool in_l1() const { return type.starts_with("L1"); }
    std::uint64_t end() const { return address + bytes_per_bank; }
    bool takes_from(std::uint32_t core) const;
};

// How a circular buffer was used; summed over launches and cores, where a sum makes sense.
struct CbUsage {
    std::uint32_t max_pages = 0;
    std::uint32_t most_asked = 0;          // in one call
    std::uint32_t unit = 0;                // divides every number of pages in a call
    std::vector<std::uint64_t> histogram;  // of the fullest core
    std::uint64_t page_cycles = 0;         // the same core's
    std::uint64_t reserve_waits = 0, reserve_blocked = 0;
    std::uint64_t front_waits = 0, front_blocked = 0;

    void add(const CbUsage& other);
};

// One allocation of a program; several indices may share it.
struct CbMemory {
    std::vector<std::uint8_t> indices;
    std::uint8_t format;  // of the first index, like the pages
    std::uint32_t address, bytes, page_bytes;
    bool on_buffer;
    std::vector<std::uint32_t> cores;  // by number on the chip
    CbUsage usage;

    std::uint32_t pages() const { return bytes / page_bytes; }
    bool same_setup(const CbMemory& o) const;
};

struct LaunchMemory {
    device::LaunchId id;
    std::string name;
    std::uint64_t start, end;
    std::uint32_t kernel_bytes;  // arguments, semaphores and CB words of a core
    std::vector<std::uint32_t> cores;
    std::vector<CbMemory> cbs;
    // Programs by number, in runs of first to last: more than one when launches were folded.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> programs;
    std::uint64_t runs = 1;

    bool same_setup(const LaunchMemory& o) const;
    void fold(const LaunchMemory& later);
};

struct CoreMark {
    std::uint64_t bytes = 0;
    std::size_t step = 0;
};

// The fullest core at its fullest.
struct WorstCore {
    std::uint32_t core = 0;
    CoreMark mark;
    std::uint64_t largest_hole = 0, free = 0;
};

std::string_view format_name(std::uint8_t format);  // upstream's spelling of DataFormat

}  // namespace ironbird::profile
