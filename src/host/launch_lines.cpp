// Lines of launches, and the findings that they belong to.
#include "host/launch_lines.hpp"

#include "host/options/options.hpp"

namespace ironbird {
namespace {

thread_local CallLine current;

}  // namespace

namespace host {

const CallLine& call_line() {
    return current;
}

void LaunchLines::note(std::uint32_t chip, std::uint64_t start, std::uint64_t end,
                       const CallLine& line) {
    if (line.line != 0) chips_[chip].emplace(start, Launched{end, line});
}

// The latest that had begun: launches of one queue follow each other.
const CallLine* LaunchLines::find(const Place& place) const {
    const auto chip = chips_.find(place.device);
    if (chip == chips_.end()) return nullptr;
    auto at = chip->second.upper_bound(place.cycle);
    while (at != chip->second.begin())
        if ((--at)->second.end >= place.cycle) return &at->second.line;
    return nullptr;
}

void LaunchLines::name(check::Findings& findings) const {
    findings.amend([&](check::Finding& finding) {
        for (const check::Party& party : finding.parties) {
            const CallLine* line = party.place ? find(*party.place) : nullptr;
            if (line == nullptr) continue;
            finding.parties.push_back({.role = "launched",
                                       .place = Place{.file = line->file, .line = line->line},
                                       .what = {}});
            return;
        }
    });
}

}  // namespace host
}  // namespace ironbird

void ib_set_call_line(const char* file, std::uint32_t line) {
    ironbird::current = {file, line};
}
bool ib_wants_call_lines() {
    return !ironbird::options().check.empty();
}
