// Plans are found again by what they plan.
#include "cli/memory_baseline.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>

#include "base/fault.hpp"

namespace ironbird::cli {
namespace {

struct PlanGauge {
    const char *key, *name;
    double scale;
};
constexpr std::array<PlanGauge, 3> kPlanGauges = {
    {{"score", "score", 1}, {"miss", "miss %", 100}, {"occupancy", "L1 %", 100}}};

// Of the last digits that a file keeps.
constexpr double kNoise = 1e-9;

[[noreturn]] void refuse_baseline(const std::string& why) {
    throw Error(Fault::usage, why, {}, "a baseline is what the same command printed with --json");
}

using Plans = std::map<std::string, BaselineJson>;

void add_plans(const BaselineJson& list, Plans& plans) {
    for (const BaselineJson& plan : list) {
        const BaselineJson& work = plan.at("workload");
        for (const BaselineJson& policy : plan.at("policies"))
            plans[fmt::format("{} {} A and {} B tiles of {} B on {}, {} core(s)",
                              policy.at("policy").get<std::string>(), work.at("a_tiles").dump(),
                              work.at("b_tiles").dump(), work.at("tile_bytes").dump(),
                              plan.at("l1").at("chip").get<std::string>(),
                              work.at("cores").dump())] = policy;
    }
}

Plans all_plans(const BaselineJson& answer) {
    Plans plans;
    add_plans(answer.at("plans"), plans);
    for (const BaselineJson& sweep : answer.at("sweeps")) add_plans(sweep.at("plans"), plans);
    return plans;
}

std::vector<std::string> compare_plans(const Plans& before, const Plans& now) {
    std::vector<std::string> worse;
    bool any = false;
    for (const auto& [name, plan] : now) {
        const auto old = before.find(name);
        if (old == before.end()) continue;
        any = true;
        for (const PlanGauge& g : kPlanGauges) {
            const double was = old->second.at(g.key).get<double>(),
                         is = plan.at(g.key).get<double>();
            if (is > was + kNoise)
                worse.push_back(fmt::format("{}: {} {:.1f}, was {:.1f}", name, g.name, is * g.scale,
                                            was * g.scale));
        }
    }
    if (!any) refuse_baseline("the baseline has none of these plans");
    return worse;
}

}  // namespace

BaselineJson read_baseline(const std::string& path) {
    std::ifstream file(path);
    if (!file) refuse_baseline(fmt::format("cannot read the baseline {}", path));
    BaselineJson read = BaselineJson::parse(file, nullptr, false);
    if (!read.is_object() || read.value("schema", 0) != 1)
        refuse_baseline(fmt::format("{} is no baseline", path));
    return read;
}

std::vector<std::string> worse_plans(const BaselineJson& before, const BaselineJson& now) try {
    return compare_plans(all_plans(before), all_plans(now));
} catch (const BaselineJson::exception&) {
    refuse_baseline("the baseline holds no plans");
}

std::vector<std::string> worse_run(const BaselineJson& before, std::uint64_t cycles,
                                   std::uint64_t high_water) try {
    std::vector<std::string> worse;
    const auto compare = [&](const char* what, std::uint64_t was, std::uint64_t is) {
        if (is > was) worse.push_back(fmt::format("{} {}, was {}", is, what, was));
    };
    compare("cycles", before.at("cycles").get<std::uint64_t>(), cycles);
    compare("bytes of L1 on the fullest core",
            before.at("map").at("high_water_bytes").get<std::uint64_t>(), high_water);
    return worse;
} catch (const BaselineJson::exception&) {
    refuse_baseline("the baseline is of no run");
}

}  // namespace ironbird::cli
