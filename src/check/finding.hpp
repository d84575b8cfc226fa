// What a check can say, as rows of one table, and one thing that it has said.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fault.hpp"

namespace ironbird::checks {

enum class Severity : std::uint8_t { error, warning };

// Ids never change and are never used again.
struct Rule {
    std::string_view id;     // "NOC-001"
    std::string_view group;  // what IRONBIRD_CHECK can name: memory noc race cb init args compute
    Severity severity;
    std::string_view title;   // one sentence, without the particulars
    std::string_view remedy;  // what to do, when the finding has nothing better to say
};

std::span<const Rule> rules();
const Rule& rule(std::string_view id);  // must exist

// One party: "issued kernels/reader.cpp:31 noc_async_read(...) core (0,0) BRISC cycle 1 204".
struct Party {
    std::string role;            // issued, used, arrives, owner, waits, ended, ...
    std::optional<Place> place;  // none: the host, or nobody in particular
    std::string what;            // the call or the fact
};

struct Finding {
    std::string_view rule;  // an id of rules()
    std::vector<Party> parties;
    std::string because;      // may be empty
    std::string remedy;       // empty: the rule's
    std::uint64_t seen = 1;   // times at this place
    std::uint32_t cores = 1;  // on so many cores
};

// All findings of a run, each place once: equal rule, files and lines are counted, not repeated.
// The first in order of (cycle, chip, core, processor) is the one that is shown.
class Findings {
 public:
    void add(Finding finding);
    const std::vector<Finding>& all() const { return all_; }
    std::size_t errors() const;
    std::size_t warnings() const;

 private:
    std::vector<Finding> all_;
};

}  // namespace ironbird::checks
