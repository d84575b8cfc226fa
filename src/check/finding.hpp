// What a check can say, as rows of one table, and one thing that it has said.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fault.hpp"

namespace ironbird::check {

enum class Severity : std::uint8_t { error, warning };

// Ids never change and are never used again.
struct Rule {
    std::string_view id;     // "NOC-001"
    std::string_view group;  // what IRONBIRD_CHECK can name, see groups.hpp
    Severity severity;
    std::string_view title;   // one sentence, without the particulars
    std::string_view remedy;  // what to do, when the finding has nothing better to say
};

std::span<const Rule> rules();
const Rule& rule(std::string_view id);       // must exist
const Rule* find_rule(std::string_view id);  // null: there is none

// One party: "issued kernels/reader.cpp:31 noc_async_read(...) core (0,0) BRISC cycle 1 204".
struct Party {
    std::string role;            // issued, used, arrives, owner, waits, ended, ...
    std::optional<Place> place;  // none: the host, or nobody in particular
    std::string what;            // the call or the fact; empty: the source line
};

// One thing that is wrong: a rule, the places that have part in it, and how often it was seen. A
// value.
struct Finding {
    std::string_view rule;  // an id of rules()
    std::vector<Party> parties;
    std::string because;      // may be empty
    std::string remedy;       // empty: the rule's
    std::uint64_t seen = 1;   // times at this place
    std::uint32_t cores = 1;  // on so many cores
};

inline bool is_error(const Finding& f) {
    return rule(f.rule).severity == Severity::error;
}

}  // namespace ironbird::check
