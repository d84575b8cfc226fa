// The same for tools: hang.json and hang.dot.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "check/finding_text.hpp"
#include "check/hang/screen.hpp"
#include "device/fault/fault_text.hpp"
#include "device/processor_name.hpp"

namespace ironbird::check {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kHangSchema = 1;

Json waiter_json(const Waiter& w) {
    return {{"device", w.place.device},
            {"core", {w.place.core_x, w.place.core_y}},
            {"processor", w.place.processor},
            {"kernel", w.p->kernel->name},
            {"file", w.place.file},
            {"line", w.place.line},
            {"since", w.place.cycle},
            {"waits_for", device::wait_text(*w.p)},
            {"asks", w.asks},
            {"rule", w.verdict.rule},
            {"summary", w.verdict.summary},
            {"on", w.verdict.on},
            {"certain", !w.verdict.guessed}};
}

Json ended_json(const World& world) {
    Json all = Json::array();
    for (const device::Core* core : world.cores())
        for (std::uint32_t i = 0; i < device::kProcessors; i++) {
            if (world.fate(*core, i) != Fate::ended) continue;
            const Logical at = core->chip.plan->core_logical(core->id);
            all.push_back({{"device", core->chip.id},
                           {"core", {at.x, at.y}},
                           {"processor", device::processor_name(*core->chip.plan, core->id, i)},
                           {"kernel", world.kernel(*core, i)->name},
                           {"cycle", core->processors[i].ended_at.v}});
        }
    return all;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string node_label(const Waiter& w, std::size_t count) {
    const std::string where = count == 1 ? core_name(w.core()) : fmt::format("{} cores", count);
    return fmt::format("{} {}\\n{}:{}\\n{}", where, w.place.processor,
                       escaped(std::filesystem::path(w.place.file).filename().string()),
                       w.place.line, escaped(device::wait_text(*w.p)));
}

}  // namespace

std::string hang_json(const World& world, const Root& root) {
    const Verdict& v = root.verdict;
    const Finding finding{.rule = v.rule,
                          .parties = v.parties,
                          .because = v.because,
                          .remedy = v.remedy,
                          .seen = 1 + root.like.size(),
                          .cores = static_cast<std::uint32_t>(1 + root.like.size())};
    Json waiting = Json::array(), programs = Json::array();
    for (const Waiter& w : world.waiters) waiting.push_back(waiter_json(w));
    for (const device::LaunchView& l : world.hang.launches)
        programs.push_back({{"device", l.chip}, {"program", l.program_id}, {"name", *l.name}});
    const Json all{
        {"schema", kHangSchema}, {"verdict", to_json(finding)}, {"summary", v.summary},
        {"root", root.waiter},   {"ring", root.ring},           {"like", root.like},
        {"programs", programs},  {"waiting", waiting},          {"ended", ended_json(world)}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string hang_dot(const World& world, const Root& root) {
    std::map<std::string, std::size_t> number;
    std::vector<std::vector<std::size_t>> nodes;
    std::vector<std::size_t> node_of;
    for (std::size_t i = 0; i < world.waiters.size(); i++) {
        const auto [at, fresh] = number.try_emplace(node_label(world.waiters[i], 2), nodes.size());
        if (fresh) nodes.emplace_back();
        nodes[at->second].push_back(i);
        node_of.push_back(at->second);
    }
    std::string text = "digraph hang {\n  node [shape=box, fontname=\"monospace\"];\n";
    for (std::size_t n = 0; n < nodes.size(); n++)
        text += fmt::format("  n{} [label=\"{}\"{}];\n", n,
                            node_label(world.waiters[nodes[n][0]], nodes[n].size()),
                            n == node_of[root.waiter] ? ", color=red, penwidth=2" : "");
    std::set<std::string> edges;
    for (std::size_t i = 0; i < world.waiters.size(); i++)
        for (const std::size_t on : world.waiters[i].verdict.on)
            edges.insert(fmt::format("  n{} -> n{}{};\n", node_of[i], node_of[on],
                                     world.waiters[i].verdict.guessed ? " [style=dotted]" : ""));
    for (const std::string& e : edges) text += e;
    std::size_t ended = 0;
    for (const Party& p : root.verdict.parties)
        if (p.role == "ended")
            text += fmt::format(
                "  e{0} [label=\"{1}\", style=filled, fillcolor=grey90];\n"
                "  n{2} -> e{0};\n",
                ended++, escaped(p.what), node_of[root.waiter]);
    return text + "}\n";
}

}  // namespace ironbird::check
