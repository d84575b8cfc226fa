// Phases out of records, as text and as JSON.
#include "cli/phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/fault.hpp"
#include "cli/summary.hpp"

namespace ironbird::cli {
namespace {

constexpr std::string_view kPlace = "{}";

Json number_or_null(double value) {
    return std::isnan(value) ? Json(nullptr) : Json(value);
}

}  // namespace

Phases phases_of(const Json& record) {
    Phases all;
    const Json phases = record.value("phases", Json::object());
    for (std::size_t i = 0; i < all.of.size(); i++) {
        const Json phase = phases.value(kPhaseNames[i], Json::object());
        all.of[i] = {.calls = phase.value("calls", std::uint64_t{0}),
                     .wall = phase.value("wall_seconds", 0.0),
                     .modelled = phase.value("seconds", 0.0)};
    }
    return all;
}

void print_phases(std::FILE* out, const Json& record) {
    fmt::print(out, "  phase        calls        wall    modelled\n");
    double rest = record.value("wall_seconds", 0.0);
    const Phases all = phases_of(record);
    for (std::size_t i = 0; i < all.of.size(); i++) {
        const PhaseTime& p = all.of[i];
        fmt::print(out, "  {:<11} {:>6} {:>11} {:>11}\n", kPhaseNames[i], p.calls,
                   time_text(p.wall), time_text(p.modelled));
        rest -= p.wall;
    }
    fmt::print(out, "  {:<11} {:>6} {:>11}\n", "the rest", "", time_text(std::max(rest, 0.0)));
}

std::vector<std::string> sized(const std::vector<std::string>& command, const std::string& size) {
    std::vector<std::string> all = command;
    bool any = false;
    for (std::string& word : all)
        for (auto at = word.find(kPlace); at != word.npos; at = word.find(kPlace, at)) {
            word.replace(at, kPlace.size(), size);
            at += size.size();
            any = true;
        }
    if (!any)
        throw Error(Fault::usage, "--sizes needs {} in the command, where the size goes", {},
                    "such as: ironbird run --phases --sizes 256,512,1024 program {}");
    return all;
}

double size_of(const std::string& text) {
    double size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc{} || end != text.data() + text.size() || !(size > 0) ||
        !std::isfinite(size))
        throw Error(
            Fault::usage,
            fmt::format("--sizes takes positive numbers separated by commas, '{}' is none", text));
    return size;
}

Json scaling_json(const ScalingTable& table) {
    Json rows = Json::array(), exponents = Json::object();
    for (const auto& [size, phases] : table.rows()) {
        Json row = {{"size", size}};
        for (std::size_t i = 0; i < phases.of.size(); i++)
            row[kPhaseNames[i]] = {{"wall_seconds", phases.of[i].wall},
                                   {"seconds", phases.of[i].modelled}};
        rows.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < kPhaseNames.size(); i++) {
        const auto phase = static_cast<Phase>(i);
        exponents[kPhaseNames[i]] = {
            {"wall", number_or_null(table.exponent(phase, &PhaseTime::wall))},
            {"modelled", number_or_null(table.exponent(phase, &PhaseTime::modelled))}};
    }
    return {{"sizes", rows}, {"exponents", exponents}};
}

}  // namespace ironbird::cli
