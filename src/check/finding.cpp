// The table of rules, and equal findings folded into one.
#include "check/finding.hpp"

#include <algorithm>
#include <array>

namespace ironbird::checks {
namespace {

using enum Severity;

constexpr auto kRules = std::to_array<Rule>({
    {"NOC-001", "noc", error, "data of a NoC read is handed on before it has arrived",
     "put noc_async_read_barrier() between the read and the first use of its data"},
});

bool same_place(const Finding& a, const Finding& b) {
    if (a.rule != b.rule || a.parties.size() != b.parties.size()) return false;
    return std::equal(
        a.parties.begin(), a.parties.end(), b.parties.begin(), [](const Party& x, const Party& y) {
            if (x.role != y.role || x.place.has_value() != y.place.has_value()) return false;
            return !x.place || (x.place->file == y.place->file && x.place->line == y.place->line);
        });
}

}  // namespace

std::span<const Rule> rules() {
    return kRules;
}

const Rule& rule(std::string_view id) {
    const auto* at = std::ranges::find(kRules, id, &Rule::id);
    check(at != kRules.end(), "a finding names a rule that exists");
    return *at;
}

void Findings::add(Finding finding) {
    for (Finding& known : all_) {
        if (!same_place(known, finding)) continue;
        known.seen += finding.seen;
        return;
    }
    all_.push_back(std::move(finding));
}

std::size_t Findings::errors() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        all_, [](const Finding& f) { return rule(f.rule).severity == error; }));
}

std::size_t Findings::warnings() const {
    return all_.size() - errors();
}

}  // namespace ironbird::checks
