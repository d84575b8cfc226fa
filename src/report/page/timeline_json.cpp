// timeline.json, schema 1: see docs/report.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/page/buckets.hpp"
#include "report/page/timeline.hpp"
#include "report/text_file.hpp"

namespace ironbird::report {
namespace {

std::string json_text(std::string_view text) {
    using nlohmann::json;
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

// Puts a comma in front of all but the first.
class Comma {
 public:
    const char* next() { return std::exchange(first_, false) ? "" : ","; }

 private:
    bool first_ = true;
};

// The more there is to show, the less of each: the page stays of a size that opens at once.
struct Budget {
    std::size_t pieces, buckets;
};

Budget budget_of(const std::map<std::uint32_t, Timeline::ChipStory>& chips) {
    constexpr std::size_t kAll = 400'000;
    std::size_t lanes = 1;
    for (const auto& [chip, story] : chips)
        for (const auto& [core, its] : story.cores) lanes += its.size();
    return {std::clamp<std::size_t>(kAll / lanes, 50, 2 * Timeline::kMostPieces),
            std::max<std::size_t>(16, Buckets::kMost / std::max<std::size_t>(1, chips.size()))};
}

void write_lane(TextFile& file, std::uint32_t processor, const LaneStory& lane, std::uint64_t begin,
                std::size_t most) {
    const Strip strip = lane.strip.shown(most);
    file.add(R"({{"processor":{},"kernels":[)", processor);
    Comma names;
    for (const std::string& name : lane.kernels) file.add("{}{}", names.next(), json_text(name));
    file.add(R"(],"by":[{}],"resolution":{},"segments":[)", fmt::join(strip.sums(), ","),
             strip.resolution());
    Comma pieces;
    std::uint64_t at = begin;
    for (const Strip::Piece& p : strip.pieces()) {
        if (p.end <= at) continue;
        file.add("{}{},{}", pieces.next(), p.end - at, static_cast<int>(p.doing));
        at = p.end;
    }
    file.add("]}}");
}

void write_cores(TextFile& file, const Timeline::ChipStory& story, const arch::Floorplan& plan,
                 std::size_t most) {
    Comma cores;
    for (const auto& [core, lanes] : story.cores) {
        const Logical at = plan.core_logical(core);
        file.add(R"({}{{"x":{},"y":{},"lanes":[)", cores.next(), at.x, at.y);
        Comma each;
        for (const auto& [processor, lane] : lanes) {
            file.add("{}\n", each.next());
            write_lane(file, processor, lane, story.begin(), most);
        }
        file.add("]}}");
    }
}

void write_launches(TextFile& file, const Timeline::ChipStory& story) {
    Comma each;
    for (const LaunchSpan& l : story.launches)
        file.add(R"({}{{"name":{},"start":{},"end":{},"count":{},"cores":{},"done":{}}})",
                 each.next(), json_text(l.name), l.start, l.end, l.count, l.cores, l.done);
}

void write_row(TextFile& file, const Buckets::Row& row) {
    Comma each;
    for (const auto& [at, bytes] : row) file.add("{}{},{}", each.next(), at, bytes);
}

void write_traffic(TextFile& file, const noc::Usage& usage, std::size_t most) {
    constexpr const char* kWays[] = {"inject", "x", "y", "eject"};
    const Buckets buckets = buckets_of(usage, most);
    file.add(R"("traffic":{{"width":{},"buckets":[{}],"links":[)", buckets.width,
             fmt::join(buckets.indices, ","));
    Comma links, banks;
    for (std::size_t i = 0; i < usage.links.size(); i++) {
        const noc::LinkUse& l = usage.links[i];
        file.add(R"({}
{{"noc":{},"x":{},"y":{},"way":"{}","bytes":{},"busy":{},"over":[)",
                 links.next(), l.noc, l.from.x, l.from.y, kWays[static_cast<int>(l.way)], l.bytes,
                 l.busy.v);
        write_row(file, buckets.links[i]);
        file.add("]}}");
    }
    file.add(R"(],"banks":[)");
    for (std::size_t i = 0; i < usage.banks.size(); i++) {
        const noc::BankUse& b = usage.banks[i];
        file.add(R"({}
{{"read_bytes":{},"written_bytes":{},"busy":{},"over":[)",
                 banks.next(), b.read_bytes, b.written_bytes, b.busy.v);
        write_row(file, buckets.banks[i]);
        file.add("]}}");
    }
    file.add("]}}");
}

void write_chip(TextFile& file, std::uint32_t chip, const Timeline::ChipStory& story,
                const arch::Floorplan& plan, const noc::Usage& usage, const Budget& budget) {
    const arch::Product& p = plan.product();
    file.add(R"({{"chip":{},"product":"{}","arch":"{}","clock_mhz":{},"grid":{{"x":{},"y":{}}},)"
             R"("noc_grid":{{"x":{},"y":{}}},"flit_bytes":{},"dram_gb_per_s":{},"begin":{},)"
             R"("end":{},"launches":[)",
             chip, p.name, arch::name(p.family), p.clock_mhz, p.compute_grid.x, p.compute_grid.y,
             p.noc_grid.x, p.noc_grid.y, p.noc.flit_bytes, p.dram_gb_per_s, story.begin(),
             story.end());
    write_launches(file, story);
    file.add(R"(],"cores":[)");
    write_cores(file, story, plan, budget.pieces);
    file.add("],");
    write_traffic(file, usage, budget.buckets);
    file.add("}}");
}

// All cables at the same times, as if they were links of one chip.
void write_cables(TextFile& file, const std::vector<CableStory>& cables) {
    noc::Usage all;
    for (const CableStory& c : cables) all.links.push_back({.over = c.over});
    const Buckets buckets = buckets_of(std::move(all));
    file.add(R"("mesh":{{"width":{},"buckets":[{}],"cables":[)", buckets.width,
             fmt::join(buckets.indices, ","));
    Comma each;
    for (std::size_t i = 0; i < cables.size(); i++) {
        file.add(R"({}
{{"from":{},"channel":{},"to":{},"over":[)",
                 each.next(), cables[i].from, cables[i].channel, cables[i].to);
        write_row(file, buckets.links[i]);
        file.add("]}}");
    }
    file.add("]}}");
}

}  // namespace

bool Timeline::write(const std::filesystem::path& path, const profile::Recorder& recorder,
                     const std::map<std::uint32_t, noc::Usage>& usage,
                     const std::vector<CableStory>& cables) const {
    TextFile file(path);
    file.add(R"({{"schema":1,"kinds":[)");
    Comma kinds, processors, chips;
    const Budget budget = budget_of(chips_);
    for (std::size_t i = 0; i < kDoings; i++)
        file.add(R"({}{{"key":"{}","text":"{}"}})", kinds.next(), row(static_cast<Doing>(i)).key,
                 row(static_cast<Doing>(i)).text);
    file.add(R"(],"processors":[)");
    for (std::uint32_t i = 0; i < device::kProcessors; i++)
        file.add(R"({}"{}")", processors.next(), abi::label(static_cast<abi::Processor>(i)));
    file.add(R"(],"chips":[)");
    for (const auto& [chip, story] : chips_) {
        const auto found = usage.find(chip);
        file.add("{}\n", chips.next());
        write_chip(file, chip, story, recorder.chips()[chip]->plan,
                   found == usage.end() ? noc::Usage{} : found->second, budget);
    }
    file.add("],\n");
    write_cables(file, cables);
    file.add("}}\n");
    file.flush();
    return file.ok();
}

}  // namespace ironbird::report
