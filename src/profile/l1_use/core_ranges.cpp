// Runs along the rows, joined with an equal run above.
#include "profile/l1_use/core_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::profile {
namespace {

struct Rectangle {
    Logical first, last;
};

std::vector<Rectangle> runs(const std::vector<Logical>& cores) {
    std::vector<Rectangle> all;
    for (const Logical core : cores) {
        const bool follows =
            !all.empty() && all.back().last.y == core.y && all.back().last.x + 1 == core.x;
        if (follows)
            all.back().last = core;
        else
            all.push_back({core, core});
    }
    return all;
}

}  // namespace

std::string core_ranges(const std::vector<Logical>& cores) {
    std::vector<Rectangle> joined;
    for (const Rectangle& run : runs(cores)) {
        const auto above = std::ranges::find_if(joined, [&](const Rectangle& r) {
            return r.first.x == run.first.x && r.last.x == run.last.x && r.last.y + 1 == run.last.y;
        });
        if (above != joined.end())
            above->last = run.last;
        else
            joined.push_back(run);
    }
    std::string text;
    for (const Rectangle& r : joined)
        text += fmt::format("{}[(x={},y={}) - (x={},y={})]", text.empty() ? "" : ", ", r.first.x,
                            r.first.y, r.last.x, r.last.y);
    return "{" + text + "}";
}

}  // namespace ironbird::profile
