// `ironbird memory plan`: policies for circular buffers side by side, and limits for CI.
#include <fmt/format.h>

#include <charconv>

#include "analysis/plan/config.hpp"
#include "analysis/plan/plan.hpp"
#include "base/fault.hpp"
#include "cli/chip.hpp"
#include "cli/commands/memory.hpp"
#include "cli/memory_baseline.hpp"
#include "host/configuration.hpp"

namespace ironbird::cli {
namespace {

using Json = nlohmann::ordered_json;
namespace planner = ironbird::analysis;

struct Asked {
    std::string a_tiles, b_tiles;
    std::vector<std::string> chips, policies, limits, kernels;
    std::string config, baseline, map = "chip";
    std::uint64_t tile_bytes = 0, cores = 0, l1_buffer_bytes = 0;
    bool multi = false, json = false;
};

constexpr std::uint32_t kMostNumber = 1'000'000;

std::uint32_t tiles_of(const char* what, const std::string& text) {
    std::uint32_t n = 0;
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, n);
    if (error != std::errc{} || last != end || n == 0 || n > kMostNumber)
        throw Error(Fault::usage, fmt::format("{} is \"{}\"", what, text), {},
                    fmt::format("a whole number from 1 to {}", kMostNumber));
    return n;
}

// What the file says, with everything that the command line names in its place.
planner::Config config_of(const Asked& asked) {
    planner::Config c =
        asked.config.empty() ? planner::Config{} : planner::read_config(asked.config);
    if (!asked.chips.empty()) c.chips = asked.chips;
    if (!asked.policies.empty()) c.policies = asked.policies;
    if (!asked.a_tiles.empty()) {
        if (asked.b_tiles.empty())
            throw Error(Fault::usage, "a plan needs two numbers", {},
                        "ironbird memory plan S R: A tiles of a device, B tiles");
        planner::Workload w = c.workloads.size() == 1 ? c.workloads.front() : planner::Workload{};
        w.a_tiles = tiles_of("S, the number of A tiles,", asked.a_tiles);
        w.b_tiles = tiles_of("R, the number of B tiles,", asked.b_tiles);
        c.workloads = {w};
    }
    if (c.workloads.empty() && asked.multi) c.workloads = {planner::Workload{}};
    if (c.workloads.empty())
        throw Error(Fault::usage, "nothing to plan", {},
                    "give S and R, or --multi, or workloads in the file of --config");
    for (planner::Workload& w : c.workloads) {
        if (asked.tile_bytes != 0) w.tile_bytes = static_cast<std::uint32_t>(asked.tile_bytes);
        if (asked.cores != 0) w.cores = static_cast<std::uint32_t>(asked.cores);
        if (asked.l1_buffer_bytes != 0) w.l1_buffer_bytes = asked.l1_buffer_bytes;
        for (const std::string& k : asked.kernels)
            w.kernel_bytes += planner::kernel_bytes(k, c.settings);
    }
    return c;
}

std::vector<planner::L1Map> maps_of(const Asked& asked, const planner::Config& config) {
    std::vector<const arch::Product*> products;
    for (const std::string& name : config.chips) products.push_back(&chip_named(name));
    if (products.empty()) products.push_back(&chip_named(""));
    std::vector<planner::L1Map> maps;
    for (const arch::Product* p : products)
        maps.push_back(asked.map == "guide" ? planner::guide_map(*p) : planner::map_of(*p));
    return maps;
}

planner::Policies policies_of(const planner::Config& config, const planner::Workload& work) {
    if (config.policies.empty()) return planner::usual_policies(work);
    planner::Policies which;
    for (const std::string& name : config.policies) {
        which.push_back(planner::find_policy(name));
        if (which.back() != nullptr) continue;
        std::string known;
        for (const planner::Policy& p : planner::policies())
            known += fmt::format("{}{}", known.empty() ? "" : ", ", p.name);
        throw Error(Fault::usage, fmt::format("there is no policy \"{}\"", name), {}, known);
    }
    return which;
}

// One sentence for each value past a limit; of the policies that were named, else of fixed.
void look_at_limits(const planner::Plan& plan, const planner::Config& config,
                    const std::vector<planner::Limit>& limits, std::vector<std::string>& crossed) {
    for (const planner::PolicyPlan& p : plan.policies) {
        if (config.policies.empty() && p.policy->name != "fixed") continue;
        for (const planner::Limit& l : limits)
            if (const double value = l.gauge->value(p.metrics); !(value <= l.most))
                crossed.push_back(fmt::format("{} {} A and {} B tiles on {}: {} {:.1f}, limit {:g}",
                                              p.policy->name, plan.work.a_tiles, plan.work.b_tiles,
                                              plan.map.name, l.gauge->name, value, l.most));
    }
}

Json settings_json(const planner::Settings& settings) {
    Json all = Json::object();
    for (const planner::SettingRow& r : planner::setting_rows())
        all[std::string(r.key)] = settings.*r.value;
    return all;
}

void print_plans(const std::vector<std::string>& texts, const std::vector<std::string>& crossed,
                 const std::vector<std::string>& worse) {
    for (std::size_t i = 0; i < texts.size(); i++) fmt::print("{}{}", i == 0 ? "" : "\n", texts[i]);
    for (const std::string& text : crossed) fmt::print("limit crossed: {}\n", text);
    for (const std::string& text : worse) fmt::print("worse: {}\n", text);
}

Exit plan(const Asked& asked) {
    std::vector<planner::Limit> limits;
    for (const std::string& text : asked.limits) limits.push_back(planner::parse_limit(text));
    const planner::Config config = config_of(asked);
    Json answer = {{"schema", kJsonSchema},
                   {"settings", settings_json(config.settings)},
                   {"plans", Json::array()},
                   {"sweeps", Json::array()}};
    std::vector<std::string> texts, crossed;
    for (const planner::L1Map& map : maps_of(asked, config))
        for (const planner::Workload& work : config.workloads) {
            const planner::Policies which = policies_of(config, work);
            if (asked.multi) {
                const auto sweep = planner::make_sweep(work, map, which, config.settings);
                for (const planner::Plan& p : sweep.plans)
                    look_at_limits(p, config, limits, crossed);
                answer["sweeps"].push_back(planner::to_json(sweep, config.settings));
                texts.push_back(planner::to_text(sweep, config.settings));
            } else {
                const auto one = planner::make_plan(work, map, which, config.settings);
                look_at_limits(one, config, limits, crossed);
                answer["plans"].push_back(planner::to_json(one, config.settings));
                texts.push_back(planner::to_text(one, config.settings));
            }
        }
    answer["crossed"] = crossed;
    if (!asked.baseline.empty())
        answer["worse"] = worse_plans(read_baseline(asked.baseline), answer);
    const std::vector<std::string> worse = answer.value("worse", std::vector<std::string>());
    if (asked.json)
        fmt::print("{}\n", answer.dump());
    else
        print_plans(texts, crossed, worse);
    return crossed.empty() && worse.empty() ? Exit::fine : Exit::findings;
}

}  // namespace

void add_memory_plan(CLI::App& memory, Action& chosen) {
    auto* sub = memory.add_subcommand(
        "plan", "Circular buffers of an element-wise sum: depths, misses, re-reads, by policy");
    auto asked = std::make_shared<Asked>();
    const CLI::Range count(1u, kMostNumber);
    sub->add_option("S", asked->a_tiles, "A tiles of a device");
    sub->add_option("R", asked->b_tiles, "B tiles; all of them are added to each A tile");
    sub->add_flag("--multi", asked->multi, "Sizes from 4 to 64, and where each band is crossed");
    sub->add_option("--chip", asked->chips, "Product (see `ironbird devices`); may be repeated")
        ->allow_extra_args(false);
    sub->add_option("--policy", asked->policies,
                    "fixed, adaptive, streaming, budget, readme or multicore; may be repeated")
        ->allow_extra_args(false);
    sub->add_option("--cores", asked->cores, "Cores of a device that share the A tiles")
        ->check(count);
    sub->add_option("--tile-bytes", asked->tile_bytes, "Bytes of a tile; 4096 if nobody says")
        ->check(count);
    sub->add_option("--kernel", asked->kernels, "Source or ELF file of a kernel; may be repeated")
        ->allow_extra_args(false);
    sub->add_option("--l1-buffers", asked->l1_buffer_bytes, "Bytes of L1 buffers on a core");
    sub->add_option("--map", asked->map, "chip, or guide: 1464 KiB of which 200 are reserved")
        ->check(CLI::IsMember({"chip", "guide"}));
    sub->add_option("--config", asked->config, "JSON: chips, workloads, policies, settings");
    sub->add_option("--fail-above", asked->limits,
                    "Exit with 1 above score=N, miss=N or occ=N, of the policies named, else fixed")
        ->allow_extra_args(false);
    sub->add_option("--baseline", asked->baseline,
                    "An earlier answer of --json: exit with 1 if a score, a miss rate or the L1 "
                    "taken is higher");
    sub->add_flag("--json", asked->json, "As JSON");
    sub->footer("All figures are estimates of waiting and of repeated reads; docs/memory.md.");
    sub->callback([asked, &chosen] { chosen = [asked] { return plan(*asked); }; });
}

}  // namespace ironbird::cli
