// Equal findings folded into one.
#include "check/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::check {
namespace {

std::string place_key(const Finding& f) {
    std::string key(f.rule);
    for (const Party& p : f.parties)
        key += p.place ? fmt::format("|{}|{}:{} {}", p.role, p.place->file, p.place->line,
                                     p.place->processor)
                       : fmt::format("|{}", p.role);
    return key;
}

auto time_key(const Finding& f) {
    static const Place nowhere{};
    const Place* at = &nowhere;
    for (const Party& p : f.parties)
        if (p.place) {
            at = &*p.place;
            break;
        }
    return std::tie(at->cycle, at->device, at->core_y, at->core_x, at->processor);
}

}  // namespace

void Findings::add(Finding finding) {
    if (!groups_.has(rule(finding.rule).group)) return;
    Shown& shown = places_[place_key(finding)];
    for (const Party& p : finding.parties)
        if (p.place) {
            shown.cores.emplace(p.place->device, p.place->core_x, p.place->core_y);
            break;
        }
    const std::uint64_t before = shown.first.rule.empty() ? 0 : shown.first.seen;
    const std::uint64_t seen = before + finding.seen;
    if (before == 0 || time_key(finding) < time_key(shown.first)) shown.first = std::move(finding);
    shown.first.seen = seen;
    shown.first.cores = static_cast<std::uint32_t>(std::max<std::size_t>(1, shown.cores.size()));
}

void Findings::amend(const std::function<void(Finding&)>& change) {
    for (auto& [key, shown] : places_) change(shown.first);
}

std::vector<Finding> Findings::all() const {
    std::vector<Finding> list;
    for (const auto& [key, shown] : places_) list.push_back(shown.first);
    std::ranges::stable_sort(list, [](const Finding& a, const Finding& b) {
        if (is_error(a) != is_error(b)) return is_error(a);
        return time_key(a) < time_key(b);
    });
    return list;
}

std::size_t Findings::errors() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        places_, [](const auto& entry) { return is_error(entry.second.first); }));
}

}  // namespace ironbird::check
