// Which rule a wrong set-up breaks.
#include "check/init/unit_finding.hpp"

#include <string_view>

namespace ironbird::check {
namespace {

// In the order of UnitFault.
constexpr std::string_view kRuleOf[] = {
    "COMP-001", "INIT-010", "INIT-011", "INIT-012", "INIT-013",
    "INIT-014", "INIT-015", "INIT-016", "INIT-017",
};

}  // namespace

Finding finding_of_unit(const device::UnitWarning& w) {
    const bool format = w.fault == device::UnitFault::format;
    Finding f{.rule = kRuleOf[static_cast<std::size_t>(w.fault)],
              .parties = {{.role = format ? "converted" : "used", .place = w.place, .what = {}}},
              .because = w.because,
              .remedy = w.remedy};
    if (w.set_up)
        f.parties.push_back({.role = "set up", .place = w.set_up, .what = {}});
    else
        f.parties.push_back({.role = "set up", .place = {}, .what = "none"});
    return f;
}

}  // namespace ironbird::check
