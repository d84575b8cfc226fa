// What a log tells of circular buffers, kernels and buffers: structured events and older lines.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/plan/metrics.hpp"

namespace ironbird::analysis {

// Calls of one kind that may block.
struct Waits {
    std::uint64_t calls = 0, blocked = 0, cycles = 0, longest = 0;
};

// One index, over all cores and chips of the log.
struct CbLog {
    std::uint64_t pages = 0, page_bytes = 0;  // of the largest
    std::string format;
    std::uint64_t cores = 0;
    Waits reserve, wait;
    std::uint64_t pushes = 0, pops = 0, pushed_pages = 0, popped_pages = 0;
    std::uint64_t most = 0;  // pages in use at once on a core
    std::uint64_t full = 0;  // pushes that left no page free
};

struct KernelLog {
    std::string name, processor;
    std::uint64_t runs = 0, cycles = 0, longest = 0, unfinished = 0;
};

struct BufferLog {
    std::uint64_t allocated = 0, freed = 0;  // how many
    std::uint64_t bytes = 0, most_bytes = 0;
};

// The same circular buffers in the planner's words.
struct Prediction {
    Workload work;
    Depths depths{};
    Metrics metrics;
};

struct Log {
    std::uint64_t lines = 0, events = 0, older = 0, malformed = 0;
    std::string product;  // of the first chip, where the log names it
    std::map<std::uint32_t, CbLog> cbs;
    std::vector<KernelLog> kernels;  // in the order of their first begin
    std::map<std::string, BufferLog> buffers;
    std::uint64_t core_cycles = 0;               // first begin to last end, over all cores
    std::map<std::string, std::uint64_t> facts;  // numbers of older lines, by name
    std::optional<Workload> work;                // if the log tells how many tiles
    std::optional<Depths> depths;

    bool empty() const { return events + older == 0; }
};

// Reads to the end; lines that mean nothing are skipped, whatever they hold.
Log read_log(std::istream& from);
Log read_log(std::string_view text);

// A recorded run of the distributed add, for a look without a log.
std::string_view sample_log();

std::optional<Prediction> predict(const Log& log, const L1Map& map, const Settings& settings);

std::string to_text(const Log& log, const std::optional<Prediction>& plan,
                    const Settings& settings);
nlohmann::ordered_json to_json(const Log& log, const std::optional<Prediction>& plan,
                               const Settings& settings);

}  // namespace ironbird::analysis
