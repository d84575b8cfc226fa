// One function for each kind of object in the file.
#include "report/memory_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "profile/l1_use/core_ranges.hpp"

namespace ironbird::report {
namespace {

using Json = nlohmann::ordered_json;
using profile::ChipMemory;

std::vector<Logical> places(const ChipMemory& chip, const std::vector<std::uint32_t>& cores) {
    std::vector<Logical> all;
    for (const std::uint32_t core : cores) all.push_back(chip.plan().core_logical(core));
    return all;
}

Json steps(const ChipMemory& chip) {
    Json all = Json::array();
    for (const profile::MemoryStep& s : chip.steps())
        all.push_back({{"cycle", s.cycle},
                       {"what", profile::kStepNames[static_cast<std::size_t>(s.what)]},
                       {"id", s.id}});
    return all;
}

Json buffers(const ChipMemory& chip, arch::Grid grid) {
    Json all = Json::array();
    for (const profile::BufferRecord& b : chip.buffers()) {
        Json one = {{"id", b.id},
                    {"type", b.type},
                    {"address", b.address},
                    {"bytes", b.bytes},
                    {"bytes_per_bank", b.bytes_per_bank},
                    {"page_bytes", b.page_bytes},
                    {"layout", b.layout}};
        if (!b.cores.empty()) {
            one["cores"] = Json::array();
            for (const Logical at : places(chip, b.cores))
                one["cores"].push_back(at.y * grid.x + at.x);
        }
        if (!b.made.empty()) one["made"] = b.made;
        one["from"] = b.from;
        one["to"] = b.to ? Json(*b.to) : Json(nullptr);
        all.push_back(std::move(one));
    }
    return all;
}

Json circular_buffer(const ChipMemory& chip, const profile::CbMemory& cb) {
    const profile::CbUsage& u = cb.usage;
    return {{"indices", cb.indices},
            {"cores", profile::core_ranges(places(chip, cb.cores))},
            {"address", cb.address},
            {"bytes", cb.bytes},
            {"page_bytes", cb.page_bytes},
            {"pages", cb.pages()},
            {"format", profile::format_name(cb.format)},
            {"globally_allocated", cb.on_buffer},
            {"max_pages", u.max_pages},
            {"most_asked", u.most_asked},
            {"unit", u.unit},
            {"histogram", u.histogram},
            {"page_cycles", u.page_cycles},
            {"reserve_waits", u.reserve_waits},
            {"reserve_blocked_cycles", u.reserve_blocked},
            {"front_waits", u.front_waits},
            {"front_blocked_cycles", u.front_blocked}};
}

Json launches(const ChipMemory& chip) {
    Json all = Json::array();
    for (const profile::LaunchMemory& l : chip.launches()) {
        Json one = {{"id", l.id.v},
                    {"program", l.programs.front().first},
                    {"name", l.name},
                    {"start", l.start},
                    {"end", l.end},
                    {"kernel_bytes", l.kernel_bytes},
                    {"cores", profile::core_ranges(places(chip, l.cores))},
                    {"cbs", Json::array()}};
        for (const profile::CbMemory& cb : l.cbs) one["cbs"].push_back(circular_buffer(chip, cb));
        if (l.runs > 1) {
            one["runs"] = l.runs;
            one["programs"] = l.programs;
        }
        all.push_back(std::move(one));
    }
    return all;
}

Json cores(const ChipMemory& chip, arch::Grid grid) {
    Json all = Json::array();
    for (std::uint32_t y = 0; y < grid.y; y++)
        for (std::uint32_t x = 0; x < grid.x; x++) {
            const profile::CoreMark& mark = chip.cores()[chip.plan().core_index({x, y})].mark;
            all.push_back({{"x", x},
                           {"y", y},
                           {"high_water_bytes", mark.bytes},
                           {"high_water_step", mark.step}});
        }
    return all;
}

Json chip_json(const ChipMemory& chip, std::uint32_t number, MemoryShape shape) {
    const arch::Product& product = chip.plan().product();
    const arch::MemoryMap& map = product.memory;
    const profile::WorstCore& worst = chip.worst();
    const Logical at = chip.plan().core_logical(worst.core);
    Json one = {
        {"chip", number},
        {"product", product.name},
        {"arch", arch::name(product.family)},
        {"clock_mhz", product.clock_mhz},
        {"l1_bytes", map.l1_bytes},
        {"reserved_bytes", map.unreserved_base},
        {"kernel_config_base", map.kernel_config_base},
        {"grid", {{"x", shape.grid.x}, {"y", shape.grid.y}}},
        {"l1_banks", shape.l1_banks},
        {"l1_bank_bytes", map.l1_bytes - map.unreserved_base},
        {"dram_banks", product.dram.size()},
        {"steps", steps(chip)},
        {"buffers", buffers(chip, shape.grid)},
        {"launches", launches(chip)},
        {"cores", cores(chip, shape.grid)},
        {"high_water",
         {{"x", at.x}, {"y", at.y}, {"bytes", worst.mark.bytes}, {"step", worst.mark.step}}},
        {"largest_hole_bytes", worst.largest_hole},
        {"free_bytes", worst.free}};
    if (chip.steps_left_out() != 0) one["steps_left_out"] = chip.steps_left_out();
    return one;
}

}  // namespace

Json memory_json(const profile::MemoryRecorder& recorder, std::span<const MemoryShape> shapes) {
    Json all = {{"schema", kMemorySchema}, {"chips", Json::array()}};
    for (std::uint32_t i = 0; i < recorder.chips().size(); i++)
        if (recorder.chips()[i] != nullptr)
            all["chips"].push_back(chip_json(*recorder.chips()[i], i, shapes[i]));
    return all;
}

bool write_memory_json(const std::filesystem::path& file, const profile::MemoryRecorder& recorder,
                       std::span<const MemoryShape> shapes) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    const std::filesystem::path fresh = file.string() + ".tmp";
    std::ofstream(fresh) << memory_json(recorder, shapes)
                                .dump(-1, ' ', false,
                                      nlohmann::ordered_json::error_handler_t::replace)
                         << '\n';
    std::filesystem::rename(fresh, file, error);
    return !error;
}

}  // namespace ironbird::report
