// Cores as JSON, in upstream's layout.
#include <nlohmann/json.hpp>
#include <tt-metalium/core_coord.hpp>

namespace ttsl::json {

using nlohmann::json;
using tt::tt_metal::CoreCoord;
using tt::tt_metal::CoreRange;
using tt::tt_metal::CoreRangeSet;

json to_json_t<CoreCoord>::operator()(const CoreCoord& core) noexcept {
    return {{"x", core.x}, {"y", core.y}};
}

CoreCoord from_json_t<CoreCoord>::operator()(const json& j) noexcept {
    return {j.at("x").get<std::size_t>(), j.at("y").get<std::size_t>()};
}

json to_json_t<CoreRange>::operator()(const CoreRange& range) noexcept {
    return {{"start", to_json_t<CoreCoord>{}(range.start_coord)},
            {"end", to_json_t<CoreCoord>{}(range.end_coord)}};
}

CoreRange from_json_t<CoreRange>::operator()(const json& j) noexcept {
    return {from_json_t<CoreCoord>{}(j.at("start")), from_json_t<CoreCoord>{}(j.at("end"))};
}

json to_json_t<CoreRangeSet>::operator()(const CoreRangeSet& set) noexcept {
    json list = json::array();
    for (const CoreRange& range : set.ranges()) list.push_back(to_json_t<CoreRange>{}(range));
    return list;
}

CoreRangeSet from_json_t<CoreRangeSet>::operator()(const json& j) noexcept {
    std::vector<CoreRange> ranges;
    for (const json& range : j) ranges.push_back(from_json_t<CoreRange>{}(range));
    return CoreRangeSet(std::move(ranges));
}

}  // namespace ttsl::json
