// Weights, bands and depths of the planner: one table, with defaults that a file can change.
#pragma once

#include <span>
#include <string_view>

#include "base/fault.hpp"

namespace ironbird::analysis {

enum class Level { low, medium, high };
std::string_view name(Level level);  // "LOW"

// Per cent. Below `low` a value is LOW, above `high` HIGH, between them and at both MEDIUM.
struct Band {
    double low, high;
    Level of(double percent) const {
        return percent < low ? Level::low : percent <= high ? Level::medium : Level::high;
    }
};

struct Settings {
    double weight_miss_b = 0, weight_miss_a = 0, weight_occupancy = 0;
    double miss_low = 0, miss_high = 0, miss_flag = 0, score_low = 0, score_high = 0, use_low = 0,
           use_high = 0;
    double crowded = 0;
    double small = 0, medium = 0, large = 0;
    double fixed_tiles = 0, stream_tiles = 0, most_tiles = 0, stream_above = 0;
    double budget_kib = 0, core_budget_kib = 0;
    double kernel_factor = 0, compute_processors = 0;

    Settings();  // the table's defaults

    Band miss() const { return {miss_low, miss_high}; }
    Band score() const { return {score_low, score_high}; }
    Band use() const { return {use_low, use_high}; }  // here more is better
};

struct SettingRow {
    std::string_view key;
    double Settings::* value;
    double standard;
    std::string_view meaning;
};
std::span<const SettingRow> setting_rows();

// Throws usage for a key that no row has, or a value that is negative or no number.
void change(Settings& settings, std::string_view key, double value);

}  // namespace ironbird::analysis
