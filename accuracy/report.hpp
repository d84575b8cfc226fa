// Predicted against measured, as text and as JSON.
#pragma once

#include <cstdio>
#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "row.hpp"
#include "statistics.hpp"

namespace ironbird::accuracy {

inline constexpr int kSchema = 1;

struct Outcome {
    const Row* row;
    double predicted = 0;
    std::string trouble;  // why there is no prediction; empty when there is one
};

struct SetOutcome {
    Set set;
    std::vector<Outcome> rows;
    std::map<std::string, std::size_t> left_out{};  // rows by the reason
};

// How far a prediction is off: per cent of the measurement, or points.
double error_of(const Set& set, const Outcome& outcome);

// Rows of one group, chip and half; "all" stands for both chips.
struct Summary {
    std::string chip, group;
    bool held_out;
    std::size_t rows = 0;
    double median = 0, p90 = 0, worst = 0;
    double bias = 0;  // median of the signed error
    Order order;
};
std::vector<Summary> summaries(const SetOutcome& outcome);

struct Sweep {
    std::string name;
    bool held_out;
    std::vector<Pair> rows;
};
std::vector<Sweep> sweeps(const SetOutcome& outcome);

// Rows that nothing was fitted to, all groups and chips: how far the time that a user sees is off,
// in per cent of the measured time. The figures of src/report/error_class.cpp.
struct TimeError {
    std::size_t rows = 0;
    double median = 0, p90 = 0;
};
TimeError time_error(const SetOutcome& outcome);

void print_text(std::FILE* out, const SetOutcome& outcome, bool every_sweep);
void print_markdown(std::FILE* out, const SetOutcome& outcome);  // for docs/accuracy.md
nlohmann::ordered_json to_json(const SetOutcome& outcome);
void write_rows(std::ofstream& out, const std::vector<SetOutcome>& outcomes);

}  // namespace ironbird::accuracy
