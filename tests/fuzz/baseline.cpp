// Baselines, and single findings out of records.
#include "check/baseline.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "bytes.hpp"
#include "check/finding_text.hpp"

using namespace ironbird;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::text_of(data, size);
    fuzz::read_or_refuse([&] {
        std::istringstream stream(text);
        check::Baseline baseline = check::Baseline::parse(stream, "baseline.json");
        const check::Finding finding{.rule = "NOC-001", .parties = {}, .because = {}, .remedy = {}};
        baseline.take(finding);
        baseline.left();
    });
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    return fuzz::read_or_refuse([&] {
        if (!json.is_discarded()) check::to_text(check::finding_of(json), "/");
    });
}
