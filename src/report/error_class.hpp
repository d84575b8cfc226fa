// How far a modelled time may be from silicon, by what the run's critical path consists of.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "profile/totals.hpp"

namespace ironbird::report {

// Something that takes time, and the measurements that cover it.
struct ErrorKind {
    std::string_view key;   // in records
    std::string_view text;  // "NoC"
    bool measured;
    // Relative errors in per cent over the measurements of docs/accuracy.md that nothing was fitted
    // to: the median, and what nine of ten rows stay within.
    double median_percent, p90_percent;
};

struct ErrorShare {
    const ErrorKind* kind;
    double part;  // of the critical path
};

// What is known of a run's time.
struct ErrorBars {
    std::vector<ErrorShare> shares;              // the largest first; none: nothing watched the run
    std::string reason;                          // why the whole has no figure; empty: it has
    const ErrorKind* kind = nullptr;             // of nearly all of it; null: mixed
    double median_percent = 0, p90_percent = 0;  // of the whole

    bool known() const { return reason.empty(); }
    std::string text() const;  // after the time
};

// What decides whether a run's time is a prediction at all.
struct ErrorFacts {
    std::string_view chip;                    // product, or several, separated by commas
    std::string_view noc, timing;             // as in RunRecord
    std::string_view fault;                   // the first one's slug; empty: it ran to its end
    bool ethernet = false;                    // chips sent each other something
    const profile::Totals* totals = nullptr;  // null: nothing watched the run
};

ErrorBars error_bars(const ErrorFacts& facts);
// Of a run that has no figure, for this reason.
ErrorBars no_error_bars(std::string reason);

nlohmann::json error_json(const ErrorBars& bars);

}  // namespace ironbird::report
