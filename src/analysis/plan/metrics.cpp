// The formulas.
#include "analysis/plan/metrics.hpp"

#include <algorithm>

namespace ironbird::analysis {
namespace {

constexpr std::uint32_t kSums = 2;  // the running sum that is read and the one that is written

double ratio(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

CbMetrics measure_cb(std::uint32_t tiles, std::uint32_t demand, const Workload& w) {
    return {.tiles = tiles,
            .demand = demand,
            .bytes = std::uint64_t{tiles} * w.tile_bytes,
            .miss = miss_rate(tiles, demand),
            .use = demand == 0 ? 1 : std::min(1.0, ratio(tiles, demand)),
            .useful = std::min(1.0, ratio(demand, tiles))};
}

Level risk_of(const Metrics& m, const Settings& s) {
    const Level level = s.miss().of(100 * m.miss);
    const bool crowded = 100 * m.occupancy > s.crowded;
    return crowded && level != Level::high ? static_cast<Level>(static_cast<int>(level) + 1)
                                           : level;
}

}  // namespace

double miss_rate(std::uint32_t tiles, std::uint32_t demand) {
    return demand == 0 ? 0 : std::max(0.0, 1 - ratio(tiles, demand));
}

Metrics measure(const Depths& depths, const Workload& w, const L1Map& map, const Settings& s) {
    Metrics m;
    const std::array<std::uint32_t, 4> demands = {w.share(), w.b_tiles, kSums, w.share()};
    double useful = 0, held = 0, needed = 0;
    for (std::size_t k = 0; k < depths.size(); k++) {
        m.cbs[k] = measure_cb(depths[k], demands[k], w);
        m.cb_bytes += m.cbs[k].bytes;
        useful += static_cast<double>(m.cbs[k].bytes) * m.cbs[k].useful;
        held += std::min(m.cbs[k].tiles, m.cbs[k].demand);
        needed += m.cbs[k].demand;
    }
    m.miss_a = m.cbs[0].miss;
    m.miss = m.cbs[1].miss;
    m.use = needed > 0 ? held / needed : 1;
    m.useful = ratio(useful, static_cast<double>(m.cb_bytes));
    const std::uint64_t taken = m.cb_bytes + w.kernel_bytes + w.l1_buffer_bytes;
    m.occupancy = ratio(static_cast<double>(taken), static_cast<double>(map.available()));
    m.fits = taken <= map.available();
    m.score = 100 * std::clamp(s.weight_miss_b * m.miss + s.weight_miss_a * m.miss_a +
                                   s.weight_occupancy * m.occupancy,
                               0.0, 1.0);
    m.efficiency = (m.cbs[0].use + m.cbs[1].use) / 2 * m.useful;
    m.risk = risk_of(m, s);
    m.fetched_b = std::uint64_t{w.share()} * w.b_tiles;
    m.needed_b = w.b_tiles;
    m.reread = ratio(static_cast<double>(m.fetched_b), static_cast<double>(m.needed_b));
    m.holds_b = depths[1] >= w.b_tiles;
    return m;
}

Class class_of(const Workload& w, const Settings& s) {
    struct Row {
        std::string_view name, strategy;
        double Settings::* most;
    };
    constexpr std::array<Row, 3> rows = {{{"small", "optimal buffering", &Settings::small},
                                          {"medium", "balanced", &Settings::medium},
                                          {"large", "conservative", &Settings::large}}};
    const std::uint32_t size = std::max(w.share(), w.b_tiles);
    std::uint32_t from = 1;
    for (const Row& r : rows) {
        const auto most = static_cast<std::uint32_t>(s.*r.most);
        if (size <= most) return {r.name, r.strategy, from, most};
        from = most + 1;
    }
    return {"very large", "streaming", from, 0};
}

}  // namespace ironbird::analysis
