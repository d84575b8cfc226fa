// Reads what memory_json writes; what is absent keeps its default.
#include "report/visualizer/run_memory.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/fault.hpp"

namespace ironbird::report {
namespace {

using Json = nlohmann::json;

constexpr int kSchema = 1;

MemoryBuffer buffer_of(const Json& j) {
    MemoryBuffer b{.id = j.value("id", std::uint64_t{0}),
                   .type = j.value("type", ""),
                   .layout = j.value("layout", "INTERLEAVED"),
                   .address = j.value("address", std::uint64_t{0}),
                   .bytes = j.value("bytes", std::uint64_t{0}),
                   .bytes_per_bank = j.value("bytes_per_bank", std::uint64_t{0}),
                   .page_bytes = j.value("page_bytes", std::uint64_t{0}),
                   .cores = j.value("cores", std::vector<std::uint32_t>{}),
                   .from = j.value("from", std::size_t{0})};
    if (j.contains("to") && !j["to"].is_null()) b.to = j["to"].get<std::size_t>();
    return b;
}

MemoryCb cb_of(const Json& j) {
    return {.indices = j.value("indices", std::vector<std::uint32_t>{}),
            .cores = j.value("cores", ""),
            .format = j.value("format", ""),
            .address = j.value("address", std::uint64_t{0}),
            .bytes = j.value("bytes", std::uint64_t{0}),
            .page_bytes = j.value("page_bytes", std::uint64_t{0}),
            .pages = j.value("pages", std::uint64_t{0}),
            .on_buffer = j.value("globally_allocated", false)};
}

MemoryLaunch launch_of(const Json& j) {
    MemoryLaunch l{.id = j.value("id", std::uint64_t{0}),
                   .program = j.value("program", std::uint64_t{0}),
                   .start = j.value("start", std::uint64_t{0}),
                   .end = j.value("end", std::uint64_t{0}),
                   .kernel_bytes = j.value("kernel_bytes", std::uint64_t{0}),
                   .runs = j.value("runs", std::uint64_t{1}),
                   .name = j.value("name", ""),
                   .cores = j.value("cores", "")};
    for (const Json& cb : j.value("cbs", Json::array())) l.cbs.push_back(cb_of(cb));
    return l;
}

MemoryStep step_of(const Json& j) {
    return {.cycle = j.value("cycle", std::uint64_t{0}),
            .id = j.value("id", std::uint64_t{0}),
            .what = j.value("what", "")};
}

MemoryChip chip_of(const Json& j) {
    const Json grid = j.value("grid", Json::object());
    MemoryChip c{.chip = j.value("chip", 0u),
                 .grid_x = grid.value("x", 0u),
                 .grid_y = grid.value("y", 0u),
                 .l1_banks = j.value("l1_banks", 0u),
                 .dram_banks = j.value("dram_banks", 0u),
                 .product = j.value("product", ""),
                 .arch = j.value("arch", ""),
                 .clock_mhz = j.value("clock_mhz", std::uint64_t{0}),
                 .l1_bytes = j.value("l1_bytes", std::uint64_t{0}),
                 .reserved_bytes = j.value("reserved_bytes", std::uint64_t{0}),
                 .l1_bank_bytes = j.value("l1_bank_bytes", std::uint64_t{0})};
    for (const Json& s : j.value("steps", Json::array())) c.steps.push_back(step_of(s));
    for (const Json& b : j.value("buffers", Json::array())) c.buffers.push_back(buffer_of(b));
    for (const Json& l : j.value("launches", Json::array())) c.launches.push_back(launch_of(l));
    return c;
}

}  // namespace

std::optional<std::size_t> MemoryChip::step_at(std::uint64_t cycle) const {
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < steps.size() && steps[i].cycle <= cycle; i++) last = i;
    return last;
}

std::optional<std::size_t> MemoryChip::step_after(const MemoryLaunch& launch) const {
    std::optional<std::size_t> begun;
    for (std::size_t i = 0; i < steps.size(); i++) {
        if (steps[i].id != launch.id) continue;
        if (steps[i].what == "complete") return i;
        if (steps[i].what == "launch") begun = i;
    }
    return begun ? begun : step_at(launch.end);
}

std::vector<MemoryChip> read_run_memory(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in)
        throw Error(Fault::usage, fmt::format("there is no {}", file.string()), {},
                    "`ironbird run --profile` and `ironbird memory run` write it");
    try {
        const Json all = Json::parse(in);
        if (all.value("schema", 0) != kSchema)
            throw Error(Fault::usage,
                        fmt::format("{} is not of schema {}", file.string(), kSchema));
        std::vector<MemoryChip> chips;
        for (const Json& chip : all.value("chips", Json::array())) chips.push_back(chip_of(chip));
        return chips;
    } catch (const Json::exception& e) {
        throw Error(Fault::usage, fmt::format("{} cannot be read: {}", file.string(), e.what()));
    }
}

}  // namespace ironbird::report
