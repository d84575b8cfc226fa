// Plans and sweeps as JSON; shares are numbers from 0 to 1, sizes bytes.
#include "analysis/plan/plan.hpp"

namespace ironbird::analysis {
namespace {

using Json = nlohmann::ordered_json;

Json map_json(const L1Map& m) {
    return {{"chip", m.name},
            {"arch", m.arch},
            {"l1_bytes", m.l1_bytes},
            {"reserved_bytes", m.reserved_bytes},
            {"available_bytes", m.available()},
            {"unreserved_base", m.unreserved_base},
            {"l1_small_bytes", m.l1_small_bytes},
            {"l1_alignment", m.l1_alignment},
            {"dram_alignment", m.dram_alignment},
            {"circular_buffers", m.max_cbs},
            {"dram_banks", m.dram_banks},
            {"dram_bank_bytes", m.dram_bank_bytes}};
}

Json work_json(const Workload& w) {
    return {{"name", w.name},
            {"a_tiles", w.a_tiles},
            {"b_tiles", w.b_tiles},
            {"tile_bytes", w.tile_bytes},
            {"cores", w.cores},
            {"l1_buffer_bytes", w.l1_buffer_bytes},
            {"kernel_bytes", w.kernel_bytes}};
}

}  // namespace

Json to_json(const Metrics& m, const Settings& s) {
    Json cbs = Json::array();
    for (std::size_t k = 0; k < m.cbs.size(); k++)
        cbs.push_back({{"cb", kCbIndices[k]},
                       {"holds", kCbRoles[k]},
                       {"tiles", m.cbs[k].tiles},
                       {"bytes", m.cbs[k].bytes},
                       {"demand", m.cbs[k].demand},
                       {"miss", m.cbs[k].miss},
                       {"use", m.cbs[k].use},
                       {"useful", m.cbs[k].useful}});
    return {{"cbs", cbs},
            {"cb_bytes", m.cb_bytes},
            {"miss", m.miss},
            {"miss_a", m.miss_a},
            {"use", m.use},
            {"useful", m.useful},
            {"occupancy", m.occupancy},
            {"score", m.score},
            {"level", name(s.score().of(m.score))},
            {"risk", name(m.risk)},
            {"efficiency", m.efficiency},
            {"fetched_b_tiles", m.fetched_b},
            {"reread", m.reread},
            {"holds_b", m.holds_b},
            {"fits", m.fits}};
}

Json to_json(const Plan& plan, const Settings& settings) {
    Json list = Json::array();
    for (const PolicyPlan& p : plan.policies) {
        Json one = {{"policy", p.policy->name}, {"fell_back", p.layout.fell_back}};
        one.update(to_json(p.metrics, settings));
        list.push_back(one);
    }
    return {{"workload", work_json(plan.work)},
            {"l1", map_json(plan.map)},
            {"class", plan.size.name},
            {"policies", list},
            {"best", plan.best},
            {"flags", plan.flags},
            {"advice", plan.advice}};
}

Json to_json(const Sweep& sweep, const Settings& settings) {
    Json plans = Json::array(), crossings = Json::array();
    for (const Plan& p : sweep.plans) plans.push_back(to_json(p, settings));
    for (const Crossing& c : sweep.crossings)
        crossings.push_back({{"policy", c.policy->name},
                             {"metric", c.metric},
                             {"into", name(c.into)},
                             {"limit", c.limit},
                             {"tiles", c.tiles == 0 ? Json(nullptr) : Json(c.tiles)}});
    return {{"l1", map_json(sweep.map)}, {"plans", plans}, {"crossings", crossings}};
}

}  // namespace ironbird::analysis
