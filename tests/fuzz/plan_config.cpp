// The planner's configuration, and the plan that it makes.
#include "analysis/plan/config.hpp"
#include "analysis/plan/plan.hpp"
#include "arch/product.hpp"
#include "bytes.hpp"

using namespace ironbird;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::read_or_refuse([&] {
        const analysis::Config config = analysis::parse_config(fuzz::text_of(data, size));
        const analysis::L1Map map = analysis::map_of(*arch::find("n150"));
        for (const analysis::Workload& work : config.workloads) {
            const auto plan =
                analysis::make_plan(work, map, analysis::usual_policies(work), config.settings);
            analysis::to_text(plan, config.settings);
            analysis::to_json(plan, config.settings).dump();
        }
    });
}
