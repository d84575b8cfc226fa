// One row per policy.
#include "analysis/plan/policy.hpp"

#include <algorithm>
#include <numeric>

namespace ironbird::analysis {
namespace {

constexpr std::uint32_t kInner = 2;  // tiles of c_2 and of c_16 wherever depths adapt

std::uint32_t tiles(double setting) {
    return static_cast<std::uint32_t>(setting);
}

std::uint32_t tiles_in(double kib, const Workload& w) {
    return static_cast<std::uint32_t>(kib * 1024 / w.tile_bytes);
}

Depths fixed(const Workload&, const Settings& s) {
    const std::uint32_t n = tiles(s.fixed_tiles);
    return {n, n, n, n};
}

Depths streaming(const Workload&, const Settings& s) {
    const std::uint32_t n = tiles(s.stream_tiles);
    return {n, n, n, n};
}

Depths adaptive(const Workload& w, const Settings& s) {
    const std::uint32_t a = w.share(), b = w.b_tiles;
    if (std::max(a, b) > s.stream_above)
        return {tiles(s.stream_tiles), tiles(s.stream_tiles), kInner, kInner};
    return {std::min(tiles(s.most_tiles), a + 2), std::min(b, tiles(s.most_tiles)), kInner, kInner};
}

// Adaptive depths cut to a budget, half of what the inner buffers leave for each input.
Depths budget(const Workload& w, const Settings& s) {
    Depths d = adaptive(w, s);
    const std::uint32_t all = tiles_in(s.budget_kib, w);
    const std::uint32_t inputs = all > 2 * kInner ? all - 2 * kInner : 0;
    if (d[0] + d[1] <= inputs) return d;
    d[0] = std::max(2u, inputs / 2);
    d[1] = inputs > d[0] ? inputs - d[0] : 0;
    return d;
}

// As an older note on the same program has it; 16 B tiles are a case of their own there.
Depths readme(const Workload& w, const Settings& s) {
    return {std::min(tiles(s.most_tiles), w.share() + 1),
            w.b_tiles == 16 ? 6 : std::min(w.b_tiles, 8u), kInner, kInner};
}

Depths multicore(const Workload& w, const Settings& s) {
    const std::uint32_t all = tiles_in(s.core_budget_kib, w);
    const std::uint32_t inputs = all > 2 * kInner ? all - 2 * kInner : 0;
    const std::uint32_t a = std::max(2u, w.share() + 1);
    return {a, std::min(w.b_tiles, inputs > a ? inputs - a : 0), kInner, kInner};
}

constexpr Policy kPolicies[] = {
    {"fixed", "the same depth for all, whatever the workload", fixed, true},
    {"adaptive", "inputs as deep as they are useful, streaming when there are many", adaptive,
     true},
    {"streaming", "two tiles each: one in use, one on its way", streaming, true},
    {"budget", "adaptive, cut to a budget", budget, true},
    {"readme", "a variant of adaptive with one tile of A ahead", readme, true},
    {"multicore", "a core's A tiles and one more, B in what its budget leaves", multicore, false},
};

}  // namespace

std::uint32_t total(const Depths& depths) {
    return std::accumulate(depths.begin(), depths.end(), 0u);
}

std::span<const Policy> policies() {
    return kPolicies;
}

const Policy* find_policy(std::string_view name) {
    const auto* at = std::ranges::find(kPolicies, name, &Policy::name);
    return at == std::end(kPolicies) ? nullptr : at;
}

Layout lay_out(const Policy& policy, const Workload& work, const Settings& settings,
               std::uint64_t available_bytes) {
    const Depths d = policy.depths(work, settings);
    const bool empty = std::ranges::find(d, 0u) != d.end();
    const std::uint64_t bytes = std::uint64_t{total(d)} * work.tile_bytes;
    if (!empty && bytes <= available_bytes) return {d, false};
    return {streaming(work, settings), policy.depths != streaming};
}

}  // namespace ironbird::analysis
