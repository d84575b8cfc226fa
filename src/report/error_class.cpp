// The table of errors; docs/accuracy.md says where the figures come from.
#include "report/error_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "arch/product.hpp"

namespace ironbird::report {
namespace {

enum Kind : std::size_t { noc, dram, matmul, vector_unit, launch, code, tile_work, sfpi, other };

// Measured: of all rows of a set that are held out, "time of all rows held out" of `ironbird
// accuracy` (the sets noc, dram, gemm, llk, dispatch).
constexpr std::array kKinds = std::to_array<ErrorKind>({
    {"noc", "NoC", true, 4, 22},
    {"dram", "DRAM", true, 4, 19},
    {"compute", "matmul", true, 2, 8},
    {"vector", "vector unit", true, 2, 26},
    {"dispatch", "launch", true, 1, 4},
    {"code", "RISC-V code", false, 0, 0},
    {"tiles", "tile operations other than matmul", false, 0, 0},
    {"sfpi", "SFPI code", false, 0, 0},
    {"other", "waits for other processors", false, 0, 0},
});

// Of the critical path: so much of one kind names the whole, so much that no measurement covers
// leaves the whole without a figure, and less than that is not worth a word.
constexpr double kNearlyAll = 0.9, kTooMuch = 0.1, kLittle = 0.05;

using Parts = std::array<double, kKinds.size()>;

// The math processor's time by what its units did. Waiting for another core is waiting for what
// its signal crosses.
Parts parts_of(const profile::Totals& t) {
    const auto step = [&](profile::Step s) {
        return static_cast<double>(t.path.cycles[static_cast<std::size_t>(s)]);
    };
    using profile::Step;
    const auto& w = t.work;
    const auto units = static_cast<double>((w.fpu + w.sfpu).v);
    const double math = step(Step::math);
    Parts p{};
    p[launch] = step(Step::launch);
    p[code] = step(Step::move);
    p[noc] = step(Step::noc) + step(Step::semaphore);
    p[dram] = step(Step::dram);
    p[other] = step(Step::other);
    if (units > 0) {
        p[sfpi] = math * static_cast<double>(w.sfpi.v) / units;
        p[vector_unit] = math * static_cast<double>((w.sfpu - w.sfpi).v) / units;
    }
    p[w.flops != 0 ? matmul : tile_work] =
        step(Step::unpack) + step(Step::pack) + math - p[sfpi] - p[vector_unit];
    return p;
}

std::vector<ErrorShare> shares_of(const profile::Totals& t) {
    const Parts parts = parts_of(t);
    const double all = std::accumulate(parts.begin(), parts.end(), 0.0);
    std::vector<ErrorShare> shares;
    for (std::size_t i = 0; i < parts.size(); i++)
        if (parts[i] > 0) shares.push_back({&kKinds[i], parts[i] / all});
    std::ranges::stable_sort(shares, std::greater{}, &ErrorShare::part);
    return shares;
}

bool is_grayskull(std::string_view chips) {
    while (!chips.empty()) {
        const auto comma = std::min(chips.find(','), chips.size());
        const arch::Product* product = arch::find(chips.substr(0, comma));
        if (product != nullptr && product->family == arch::Family::grayskull) return true;
        chips.remove_prefix(std::min(comma + 1, chips.size()));
    }
    return false;
}

// Why no figure belongs to the run, whatever it consists of; empty: there is no such reason.
std::string objection(const ErrorFacts& f) {
    if (!f.fault.empty()) return fmt::format("the run ended early: {}", f.fault);
    if (f.noc != "timed") return fmt::format("not a prediction: IRONBIRD_NOC={}", f.noc);
    if (f.timing == "ideal") return "no contention: not held against silicon";
    if (is_grayskull(f.chip)) return "latencies assumed: no measurement of this chip";
    if (f.ethernet) return "chips talked over Ethernet: not held against silicon";
    if (f.totals == nullptr) return "error unknown: nothing watched the run";
    return "";
}

std::string share_text(const ErrorShare& s) {
    const std::string text = fmt::format("{:.0f} % {}", 100 * s.part, s.kind->text);
    return s.kind->measured ? fmt::format("{} +-{:.0f} %", text, s.kind->median_percent)
                            : text + ": not measured";
}

}  // namespace

ErrorBars no_error_bars(std::string reason) {
    ErrorBars bars;
    bars.reason = std::move(reason);
    return bars;
}

ErrorBars error_bars(const ErrorFacts& facts) {
    ErrorBars bars = no_error_bars(objection(facts));
    if (!bars.known()) return bars;
    bars.shares = shares_of(*facts.totals);
    if (bars.shares.empty()) return no_error_bars("error unknown: no program ran");
    double unmeasured = 0;
    for (const ErrorShare& s : bars.shares) {
        if (!s.kind->measured) unmeasured += s.part;
        bars.median_percent += s.part * s.kind->median_percent;
        bars.p90_percent += s.part * s.kind->p90_percent;
    }
    if (unmeasured > kTooMuch) {
        bars.reason =
            fmt::format("no measurement covers {:.0f} % of the critical path", 100 * unmeasured);
    } else if (bars.shares.front().part >= kNearlyAll) {
        bars.kind = bars.shares.front().kind;
        bars.median_percent = bars.kind->median_percent;
        bars.p90_percent = bars.kind->p90_percent;
    } else {
        bars.median_percent /= 1 - unmeasured;
        bars.p90_percent /= 1 - unmeasured;
    }
    return bars;
}

std::string ErrorBars::text() const {
    if (kind != nullptr)
        return fmt::format("{}-bound: +-{:.0f} %, 90 % of rows within {:.0f} %", kind->text,
                           median_percent, p90_percent);
    std::string text;
    for (const ErrorShare& s : shares)
        if (s.part >= kLittle) text += (text.empty() ? "" : ", ") + share_text(s);
    return text.empty() ? reason : text;
}

nlohmann::json error_json(const ErrorBars& bars) {
    using nlohmann::json;
    const auto figure = [&](bool there, double n) { return there ? json(n) : json(nullptr); };
    json shares = json::array();
    for (const ErrorShare& s : bars.shares)
        shares.push_back({{"kind", s.kind->key},
                          {"text", s.kind->text},
                          {"share", s.part},
                          {"percent", figure(s.kind->measured, s.kind->median_percent)},
                          {"p90_percent", figure(s.kind->measured, s.kind->p90_percent)}});
    return {{"class", !bars.known()          ? json(nullptr)
                      : bars.kind != nullptr ? json(bars.kind->key)
                                             : json("mixed")},
            {"percent", figure(bars.known(), bars.median_percent)},
            {"p90_percent", figure(bars.known(), bars.p90_percent)},
            {"reason", bars.known() ? json(nullptr) : json(bars.reason)},
            {"text", bars.text()},
            {"shares", shares}};
}

}  // namespace ironbird::report
