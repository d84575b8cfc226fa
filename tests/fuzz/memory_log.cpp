// Logs of memory events: whatever the lines hold, there is a text, JSON and perhaps a plan.
#include "analysis/log/log.hpp"
#include "arch/product.hpp"
#include "bytes.hpp"

using namespace ironbird;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using Json = nlohmann::ordered_json;
    const analysis::Log log = analysis::read_log(fuzz::text_of(data, size));
    const analysis::Settings settings;
    const auto plan = analysis::predict(log, analysis::map_of(*arch::find("n150")), settings);
    analysis::to_text(log, plan, settings);
    analysis::to_json(log, plan, settings).dump(-1, ' ', false, Json::error_handler_t::replace);
    return 0;
}
