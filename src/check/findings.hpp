// All findings of a run, each place once.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "check/finding.hpp"
#include "check/groups.hpp"

namespace ironbird::check {

// Equal rule, roles, files, lines and processors are counted, not repeated; the first in order of
// (cycle, device, core, processor) is the one that is shown. The order of add() makes no
// difference. Not safe against threads: observers add on the host's stack.
class Findings {
 public:
    explicit Findings(Groups groups = Groups::all()) : groups_(groups) {}

    // Findings of a group that is not checked are dropped; a Finding's `cores` is worked out here
    // from the places of its first party.
    void add(Finding finding);

    void amend(const std::function<void(Finding&)>& change);

    // Errors before warnings, each in order of time.
    std::vector<Finding> all() const;
    std::size_t errors() const;
    std::size_t warnings() const { return places_.size() - errors(); }
    bool empty() const { return places_.empty(); }
    const Groups& groups() const { return groups_; }

 private:
    struct Shown {
        Finding first;
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> cores;
    };
    Groups groups_;
    std::map<std::string, Shown> places_;
};

}  // namespace ironbird::check
