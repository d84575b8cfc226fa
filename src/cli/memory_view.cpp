// What lay where at one step, and launches gathered into programs.
#include "cli/memory_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>

namespace ironbird::cli {
namespace {

using Number = std::uint64_t;

// Whether a set of ranges, in upstream's spelling, has the core.
bool contains(const std::string& ranges, std::uint32_t x, std::uint32_t y) {
    for (size_t at = ranges.find("(x="); at != std::string::npos; at = ranges.find("(x=", at + 1)) {
        std::uint32_t x0, y0, x1, y1;
        if (std::sscanf(ranges.c_str() + at, "(x=%u,y=%u) - (x=%u,y=%u)", &x0, &y0, &x1, &y1) ==
                4 &&
            x >= x0 && y >= y0 && x <= x1 && y <= y1)
            return true;
    }
    return false;
}

bool is_live(const Json& buffer, Number step) {
    return buffer["from"].get<Number>() <= step &&
           (buffer["to"].is_null() || buffer["to"].get<Number>() > step);
}

bool in_l1(const Json& buffer) {
    return buffer["type"].get<std::string>().starts_with("L1");
}

bool on_core(const Json& chip, const Json& buffer, std::uint32_t x, std::uint32_t y) {
    if (!buffer.contains("cores")) return true;
    const Number number = y * chip["grid"]["x"].get<Number>() + x;
    return std::ranges::find(buffer["cores"], Json(number)) != buffer["cores"].end();
}

std::string indices_text(const Json& cb) {
    return fmt::format("{}", fmt::join(cb["indices"].get<std::vector<unsigned>>(), ","));
}

// Launches that run at a step: begun and not completed.
std::vector<Number> running_at(const Json& chip, Number step) {
    std::vector<Number> running;
    for (Number i = 0; i <= step && i < chip["steps"].size(); i++) {
        const Json& s = chip["steps"][i];
        if (s["what"] == "launch") running.push_back(s["id"].get<Number>());
        if (s["what"] == "complete") std::erase(running, s["id"].get<Number>());
    }
    return running;
}

void add_cbs(CoreMap& map, const Json& launch) {
    for (const Json& cb : launch["cbs"]) {
        if (cb["globally_allocated"].get<bool>()) continue;
        if (!contains(cb["cores"].get<std::string>(), map.x, map.y)) continue;
        const Number begin = cb["address"].get<Number>(), pages = cb["pages"].get<Number>();
        map.rows.push_back(
            {begin, begin + cb["bytes"].get<Number>(),
             fmt::format("CB {} of {}, program {}: {} page{} of {} B", indices_text(cb),
                         launch["name"].get<std::string>(), launch["program"].get<Number>(), pages,
                         pages == 1 ? "" : "s", cb["page_bytes"].get<Number>())});
    }
}

void add_buffers(CoreMap& map, const Json& chip, Number step) {
    for (const Json& b : chip["buffers"]) {
        if (!in_l1(b) || !is_live(b, step)) continue;
        const Number begin = b["address"].get<Number>();
        const bool here = on_core(chip, b, map.x, map.y);
        map.rows.push_back(
            {begin, begin + b["bytes_per_bank"].get<Number>(),
             fmt::format("buffer {}: {} {}, {} B in all{}{}", b["id"].get<Number>(),
                         b["type"].get<std::string>(), b["layout"].get<std::string>(),
                         b["bytes"].get<Number>(), here ? "" : ", on other cores",
                         b.contains("made") ? ", made at " + b["made"].get<std::string>()
                                            : std::string())});
    }
}

void add_launches(CoreMap& map, const Json& chip, Number step) {
    const std::vector<Number> running = running_at(chip, step);
    for (const Json& launch : chip["launches"]) {
        if (std::ranges::find(running, launch["id"].get<Number>()) == running.end()) continue;
        if (!contains(launch["cores"].get<std::string>(), map.x, map.y)) continue;
        map.rows.front().text = fmt::format("reserved, {} B of it kernel config from {} on",
                                            launch["kernel_bytes"].get<Number>(),
                                            chip["kernel_config_base"].get<Number>());
        add_cbs(map, launch);
    }
}

CoreMap head_of(const Json& chip) {
    const Json& high = chip["high_water"];
    const Number step = high["step"].get<Number>();
    const bool known = step < chip["steps"].size();
    return {.chip = chip["chip"].get<std::uint32_t>(),
            .x = high["x"].get<std::uint32_t>(),
            .y = high["y"].get<std::uint32_t>(),
            .l1_bytes = chip["l1_bytes"].get<Number>(),
            .high_water = high["bytes"].get<Number>(),
            .free = chip["free_bytes"].get<Number>(),
            .largest_hole = chip["largest_hole_bytes"].get<Number>(),
            .cycle = known ? chip["steps"][step]["cycle"].get<Number>() : 0,
            .rows = {{0, chip["reserved_bytes"].get<Number>(), "reserved"}}};
}

CbView cb_view(const Json& cb) {
    const auto number = [&](const char* key) { return cb[key].get<Number>(); };
    Number cycles = 0;
    for (const Json& bin : cb["histogram"]) cycles += bin.get<Number>();
    return {.indices = cb["indices"].get<std::vector<unsigned>>(),
            .cores = cb["cores"].get<std::string>(),
            .format = cb["format"].get<std::string>(),
            .address = number("address"),
            .bytes = number("bytes"),
            .page_bytes = number("page_bytes"),
            .pages = number("pages"),
            .on_buffer = cb["globally_allocated"].get<bool>(),
            .max_pages = number("max_pages"),
            .most_asked = number("most_asked"),
            .cycles = cycles,
            .page_cycles = number("page_cycles"),
            .reserve_waits = number("reserve_waits"),
            .reserve_blocked = number("reserve_blocked_cycles"),
            .front_waits = number("front_waits"),
            .front_blocked = number("front_blocked_cycles")};
}

bool same_setup(const CbView& a, const CbView& b) {
    return a.indices == b.indices && a.cores == b.cores && a.bytes == b.bytes &&
           a.page_bytes == b.page_bytes && a.on_buffer == b.on_buffer;
}

void add_usage(CbView& to, const CbView& more) {
    if (std::pair(more.max_pages, more.page_cycles) > std::pair(to.max_pages, to.page_cycles)) {
        to.max_pages = more.max_pages;
        to.cycles = more.cycles;
        to.page_cycles = more.page_cycles;
    }
    to.most_asked = std::max(to.most_asked, more.most_asked);
    to.reserve_waits += more.reserve_waits;
    to.reserve_blocked += more.reserve_blocked;
    to.front_waits += more.front_waits;
    to.front_blocked += more.front_blocked;
}

using Starts = std::map<Number, Number>;  // steps by the launches that begin there

Starts starts_of(const Json& chip) {
    Starts starts;
    for (Number i = 0; i < chip["steps"].size(); i++)
        if (chip["steps"][i]["what"] == "launch") starts[chip["steps"][i]["id"].get<Number>()] = i;
    return starts;
}

// Between the circular buffers of a launch and the lowest L1 buffer of that moment.
Number room_of(const Json& chip, const Json& launch, const Starts& starts) {
    const auto start = starts.find(launch["id"].get<Number>());
    const Number step = start != starts.end() ? start->second : chip["steps"].size();
    Number end = 0, lowest = chip["l1_bytes"].get<Number>();
    for (const Json& cb : launch["cbs"])
        if (!cb["globally_allocated"].get<bool>())
            end = std::max(end, cb["address"].get<Number>() + cb["bytes"].get<Number>());
    for (const Json& b : chip["buffers"])
        if (in_l1(b) && is_live(b, step)) lowest = std::min(lowest, b["address"].get<Number>());
    // Each may have to begin a little later, for its alignment.
    end += 64 * launch["cbs"].size();
    return lowest > end ? lowest - end : 0;
}

ProgramView program_view(const Json& chip, const Json& launch, const Starts& starts) {
    ProgramView p{.name = launch["name"].get<std::string>(),
                  .cores = launch["cores"].get<std::string>(),
                  .programs = {},
                  .launches = launch.value("runs", Number{1}),
                  .cycles = launch["end"].get<Number>() - launch["start"].get<Number>(),
                  .room = room_of(chip, launch, starts),
                  .cbs = {}};
    const Number number = launch["program"].get<Number>();
    p.programs = launch.value("programs", decltype(p.programs){{number, number}});
    for (const Json& cb : launch["cbs"]) p.cbs.push_back(cb_view(cb));
    return p;
}

bool same_setup(const ProgramView& a, const ProgramView& b) {
    return a.name == b.name && a.cores == b.cores &&
           std::ranges::equal(
               a.cbs, b.cbs, [](const auto& one, const auto& two) { return same_setup(one, two); });
}

void join(ProgramView& to, const ProgramView& more) {
    to.launches += more.launches;
    to.cycles += more.cycles;
    to.room = std::min(to.room, more.room);
    for (std::size_t i = 0; i < to.cbs.size(); i++) add_usage(to.cbs[i], more.cbs[i]);
    for (const auto& [first, last] : more.programs) {
        const auto known = std::ranges::find_if(
            to.programs, [&](const auto& run) { return first >= run.first && last <= run.second; });
        if (known != to.programs.end()) continue;
        if (to.programs.back().second + 1 == first)
            to.programs.back().second = last;
        else
            to.programs.emplace_back(first, last);
    }
}

}  // namespace

std::string CbView::name() const {
    return fmt::format("{}", fmt::join(indices, ","));
}

std::string ProgramView::numbers() const {
    std::string text;
    for (const auto& [first, last] : programs)
        text += fmt::format("{}{}{}", text.empty() ? "" : ",", first,
                            last > first ? fmt::format("-{}", last) : "");
    return text;
}

CoreMap core_map(const Json& memory) {
    const Json& chips = memory["chips"];
    const auto bytes = [](const Json& chip) { return chip["high_water"]["bytes"].get<Number>(); };
    const auto fullest = std::ranges::max_element(chips, {}, bytes);
    if (fullest == chips.end()) return {};
    CoreMap map = head_of(*fullest);
    const Number step = (*fullest)["high_water"]["step"].get<Number>();
    add_launches(map, *fullest, step);
    add_buffers(map, *fullest, step);
    std::ranges::stable_sort(map.rows, {}, &MapRow::begin);
    return map;
}

std::vector<ProgramView> programs_of(const Json& memory) {
    std::vector<ProgramView> all;
    for (const Json& chip : memory["chips"]) {
        const Starts starts = starts_of(chip);
        for (const Json& launch : chip["launches"]) {
            const ProgramView one = program_view(chip, launch, starts);
            const auto same =
                std::ranges::find_if(all, [&](const ProgramView& p) { return same_setup(p, one); });
            if (same != all.end())
                join(*same, one);
            else
                all.push_back(one);
        }
    }
    return all;
}

}  // namespace ironbird::cli
