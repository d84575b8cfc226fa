// Plans, sweeps and advice.
#include "analysis/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace ironbird::analysis {
namespace {

double as_kib(std::uint64_t bytes) {
    return static_cast<double>(bytes) / 1024;
}

const PolicyPlan* best_of(const std::vector<PolicyPlan>& all) {
    const PolicyPlan* best = nullptr;
    for (const PolicyPlan& p : all) {
        if (!p.metrics.fits) continue;
        const auto cost = [](const PolicyPlan& q) {
            return std::pair(q.metrics.score, q.metrics.cb_bytes);
        };
        if (best == nullptr || cost(p) < cost(*best)) best = &p;
    }
    return best;
}

// Whether B could stay in L1 beside the other buffers of a layout, and what that would save.
std::string advice_on_b(const Plan& plan, const PolicyPlan& best) {
    const Workload& w = plan.work;
    if (w.share() == 1) return "Each core has one A tile: B is fetched once, whatever the depth.";
    Depths d = best.layout.depths;
    d[1] = w.b_tiles;
    const std::uint64_t bytes =
        std::uint64_t{total(d)} * w.tile_bytes + w.kernel_bytes + w.l1_buffer_bytes;
    if (bytes > plan.map.available())
        return fmt::format(
            "All of B ({:.0f} KiB) does not fit beside the rest: stream it. Depth beyond two tiles "
            "hides uneven times, it does not lower the traffic.",
            as_kib(std::uint64_t{w.b_tiles} * w.tile_bytes));
    return fmt::format(
        "c_1 of {} tiles ({:.0f} KiB in all, of {:.0f}) holds all of B: a reader that keeps it "
        "there fetches {} B tiles instead of {}.",
        w.b_tiles, as_kib(bytes), as_kib(plan.map.available()), w.b_tiles, best.metrics.fetched_b);
}

void flag(Plan& plan, const Settings& settings) {
    for (const PolicyPlan& p : plan.policies)
        for (const std::size_t k : {0, 1})  // the inputs, of which all is needed
            if (const double miss = 100 * p.metrics.cbs[k].miss; miss > settings.miss_flag)
                plan.flags.push_back(fmt::format("{}: c_{} ({}) misses {:.1f} %, above {:g} %",
                                                 p.policy->name, kCbIndices[k], kCbRoles[k], miss,
                                                 settings.miss_flag));
}

void advise(Plan& plan, const Settings& settings) {
    const PolicyPlan* best = best_of(plan.policies);
    if (best == nullptr) {
        plan.advice.push_back(fmt::format(
            "No policy fits into {:.0f} KiB: fewer tiles in flight, smaller tiles, or more cores.",
            as_kib(plan.map.available())));
        return;
    }
    plan.best = best->policy->name;
    const Metrics& m = best->metrics;
    plan.advice.push_back(fmt::format("{} scores lowest: {:.1f} ({}) with {:.0f} KiB.", plan.best,
                                      m.score, name(settings.score().of(m.score)),
                                      as_kib(m.cb_bytes)));
    plan.advice.push_back(advice_on_b(plan, *best));
}

constexpr Gauge kGauges[] = {
    {"score", "pressure score", [](const Metrics& m) { return m.score; }},
    {"miss", "miss rate of B, per cent", [](const Metrics& m) { return 100 * m.miss; }},
    {"occ", "L1 taken, per cent", [](const Metrics& m) { return 100 * m.occupancy; }},
};

struct Edge {
    std::string_view metric;
    Level into;
    double limit;
    Band band;
};

std::uint32_t first_past(const Policy& policy, const Edge& edge, Workload work, const L1Map& map,
                         const Settings& settings) {
    const Gauge& gauge = kGauges[edge.metric == "score" ? 0 : 1];
    for (std::uint32_t n = 1; n <= kMostTiles; n++) {
        work.a_tiles = work.b_tiles = n;
        const Layout layout = lay_out(policy, work, settings, map.available());
        const double value = gauge.value(measure(layout.depths, work, map, settings));
        if (edge.band.of(value) >= edge.into) return n;
    }
    return 0;
}

}  // namespace

Policies usual_policies(const Workload& work) {
    Policies all;
    for (const Policy& p : policies())
        if (p.by_default || work.cores > 1) all.push_back(&p);
    return all;
}

Plan make_plan(const Workload& work, const L1Map& map, const Policies& which,
               const Settings& settings) {
    Plan plan{work, map, class_of(work, settings), {}, {}};
    const std::uint64_t others = work.kernel_bytes + work.l1_buffer_bytes;
    const std::uint64_t left = map.available() > others ? map.available() - others : 0;
    for (const Policy* p : which) {
        const Layout layout = lay_out(*p, work, settings, left);
        plan.policies.push_back({p, layout, measure(layout.depths, work, map, settings)});
    }
    flag(plan, settings);
    advise(plan, settings);
    return plan;
}

Sweep make_sweep(const Workload& like, const L1Map& map, const Policies& which,
                 const Settings& settings) {
    Sweep sweep{map, {}, {}};
    Workload work = like;
    for (const std::uint32_t n : kSweepSizes) {
        work.a_tiles = work.b_tiles = n;
        sweep.plans.push_back(make_plan(work, map, which, settings));
    }
    const Band miss = settings.miss(), score = settings.score();
    const std::array<Edge, 4> edges = {{{"miss", Level::medium, miss.low, miss},
                                        {"miss", Level::high, miss.high, miss},
                                        {"score", Level::medium, score.low, score},
                                        {"score", Level::high, score.high, score}}};
    for (const Policy* p : which)
        for (const Edge& e : edges)
            sweep.crossings.push_back(
                {p, e.metric, e.into, e.limit, first_past(*p, e, like, map, settings)});
    return sweep;
}

std::span<const Gauge> gauges() {
    return kGauges;
}

Limit parse_limit(const std::string& text) {
    const auto equals = text.find('=');
    const std::string_view name = std::string_view(text).substr(0, equals);
    const auto* gauge = std::ranges::find(kGauges, name, &Gauge::name);
    double most = 0;
    if (equals != text.npos && gauge != std::end(kGauges)) {
        const char* const end = text.data() + text.size();
        const auto [last, error] = std::from_chars(text.data() + equals + 1, end, most);
        if (error == std::errc{} && last == end && most >= 0) return {gauge, most};
    }
    throw Error(Fault::usage, fmt::format("\"{}\" is no limit", text), {},
                "score=N, miss=N or occ=N, with N a number from 0");
}

}  // namespace ironbird::analysis
