// memory.json as the command line shows it: the map of the fullest core, and programs with their
// CBs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_folder.hpp"

namespace ironbird::cli {

struct MapRow {
    std::uint64_t begin, end;
    std::string text;
};

// The core with the most of its L1 in use, at that moment.
struct CoreMap {
    std::uint32_t chip = 0, x = 0, y = 0;
    std::uint64_t l1_bytes = 0, high_water = 0, free = 0, largest_hole = 0, cycle = 0;
    std::vector<MapRow> rows;  // by address
};

struct CbView {
    std::vector<unsigned> indices;
    std::string cores, format;
    std::uint64_t address, bytes, page_bytes, pages;
    bool on_buffer;
    std::uint64_t max_pages, most_asked, cycles, page_cycles;
    std::uint64_t reserve_waits, reserve_blocked, front_waits, front_blocked;

    std::string name() const;  // "0", "16,24"
    double mean() const {
        return cycles == 0 ? 0 : static_cast<double>(page_cycles) / static_cast<double>(cycles);
    }
};

// Launches of the same kernels with the same circular buffers count as one program.
struct ProgramView {
    std::string name, cores;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> programs;  // first to last, by number
    std::uint64_t launches = 0, cycles = 0;
    std::uint64_t room = 0;  // bytes by which its circular buffers could grow
    std::vector<CbView> cbs;

    std::string numbers() const;  // "0", "0-3,7"
};

CoreMap core_map(const Json& memory);
std::vector<ProgramView> programs_of(const Json& memory);

std::string to_text(const CoreMap& map);
std::string to_text(const ProgramView& program);
Json to_json(const CoreMap& map);
Json to_json(const ProgramView& program);

}  // namespace ironbird::cli
