// The table of settings.
#include "analysis/plan/settings.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace ironbird::analysis {
namespace {

constexpr auto kRows = std::to_array<SettingRow>({
    {"weight.miss_b", &Settings::weight_miss_b, 0.7, "share of B's miss rate in the score"},
    {"weight.miss_a", &Settings::weight_miss_a, 0.2, "share of A's"},
    {"weight.occupancy", &Settings::weight_occupancy, 0.1, "share of the L1 taken"},
    {"miss.low", &Settings::miss_low, 25, "miss rate, per cent: LOW below"},
    {"miss.high", &Settings::miss_high, 75, "HIGH above; the same bands are the risk's"},
    {"miss.flag", &Settings::miss_flag, 50, "a buffer that misses more is named"},
    {"score.low", &Settings::score_low, 30, "pressure score: LOW below"},
    {"score.high", &Settings::score_high, 70, "HIGH above"},
    {"use.low", &Settings::use_low, 40,
     "what circular buffers hold of the demand, per cent: poor below"},
    {"use.high", &Settings::use_high, 80, "good above"},
    {"occupancy.crowded", &Settings::crowded, 90, "L1 taken, per cent: raises the risk above"},
    {"class.small", &Settings::small, 8, "most tiles of a small workload"},
    {"class.medium", &Settings::medium, 16, "of a medium one"},
    {"class.large", &Settings::large, 32, "of a large one"},
    {"fixed.tiles", &Settings::fixed_tiles, 4, "each buffer of the policy fixed"},
    {"streaming.tiles", &Settings::stream_tiles, 2, "each buffer of the policy streaming"},
    {"adaptive.most", &Settings::most_tiles, 6, "deepest input of the policy adaptive"},
    {"adaptive.stream_above", &Settings::stream_above, 16, "tiles above which it streams"},
    {"budget.kib", &Settings::budget_kib, 48, "circular buffers of the policy budget"},
    {"multicore.kib", &Settings::core_budget_kib, 120, "of the policy multicore, on a core"},
    {"kernel.factor", &Settings::kernel_factor, 0.35, "bytes of code for a byte of source"},
    {"kernel.compute", &Settings::compute_processors, 3, "processors of a compute kernel"},
});

constexpr std::array<std::string_view, 3> kLevels = {"LOW", "MEDIUM", "HIGH"};

}  // namespace

std::string_view name(Level level) {
    return kLevels[static_cast<std::size_t>(level)];
}

Settings::Settings() {
    for (const SettingRow& r : kRows) this->*r.value = r.standard;
}

std::span<const SettingRow> setting_rows() {
    return kRows;
}

void change(Settings& settings, std::string_view key, double value) {
    for (const SettingRow& r : kRows) {
        if (r.key != key) continue;
        if (!std::isfinite(value) || value < 0)
            throw Error(Fault::usage, fmt::format("the setting {} cannot be {}", key, value), {},
                        "settings are numbers from 0");
        settings.*r.value = value;
        return;
    }
    std::string keys;
    for (const SettingRow& r : kRows) keys += fmt::format("{}{}", keys.empty() ? "" : ", ", r.key);
    throw Error(Fault::usage, fmt::format("there is no setting \"{}\"", key), {}, keys);
}

}  // namespace ironbird::analysis
