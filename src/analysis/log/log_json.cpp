// A log as JSON; times are cycles, sizes bytes.
#include "analysis/log/log.hpp"
#include "analysis/plan/plan.hpp"

namespace ironbird::analysis {
namespace {

using Json = nlohmann::ordered_json;

Json waits_json(const Waits& w) {
    return {{"calls", w.calls},
            {"blocked", w.blocked},
            {"blocked_cycles", w.cycles},
            {"longest_cycles", w.longest}};
}

Json cb_json(std::uint32_t index, const CbLog& cb) {
    return {{"cb", index},
            {"format", cb.format},
            {"pages", cb.pages},
            {"page_bytes", cb.page_bytes},
            {"cores", cb.cores},
            {"reserve", waits_json(cb.reserve)},
            {"push", {{"calls", cb.pushes}, {"pages", cb.pushed_pages}}},
            {"wait", waits_json(cb.wait)},
            {"pop", {{"calls", cb.pops}, {"pages", cb.popped_pages}}},
            {"most_pages", cb.most},
            {"full", cb.full}};
}

Json plan_json(const Prediction& p, const Settings& settings) {
    Json json = {{"a_tiles", p.work.a_tiles}, {"b_tiles", p.work.b_tiles}};
    json.update(to_json(p.metrics, settings));
    return json;
}

}  // namespace

Json to_json(const Log& log, const std::optional<Prediction>& plan, const Settings& settings) {
    Json cbs = Json::array(), kernels = Json::array(), buffers = Json::array();
    for (const auto& [index, cb] : log.cbs) cbs.push_back(cb_json(index, cb));
    for (const KernelLog& k : log.kernels)
        kernels.push_back({{"name", k.name},
                           {"processor", k.processor},
                           {"runs", k.runs},
                           {"cycles", k.cycles},
                           {"longest_cycles", k.longest},
                           {"unfinished", k.unfinished}});
    for (const auto& [type, b] : log.buffers)
        buffers.push_back({{"type", type},
                           {"allocated", b.allocated},
                           {"freed", b.freed},
                           {"most_bytes", b.most_bytes},
                           {"bytes", b.bytes}});
    return {{"lines", log.lines},
            {"events", log.events},
            {"older", log.older},
            {"malformed", log.malformed},
            {"cbs", cbs},
            {"kernels", kernels},
            {"core_cycles", log.core_cycles},
            {"buffers", buffers},
            {"facts", log.facts},
            {"plan", plan ? plan_json(*plan, settings) : Json(nullptr)}};
}

}  // namespace ironbird::analysis
