// The network models by name.
#include <array>

#include "base/fault.hpp"
#include "noc/i_timing.hpp"

namespace ironbird::noc {
namespace {

struct Model {
    std::string_view name;
    std::unique_ptr<Timing> (*make)(const arch::Product&, const Map&);
};

constexpr std::array kModels = {Model{"contended", make_contended_timing},
                                Model{"ideal", make_ideal_timing}};

}  // namespace

std::unique_ptr<Timing> make_timing(std::string_view name, const arch::Product& product,
                                    const Map& map) {
    if (name.empty()) return kModels.front().make(product, map);
    for (const Model& m : kModels)
        if (m.name == name) return m.make(product, map);
    throw Error(Fault::usage,
                "IRONBIRD_TIMING=" + std::string(name) + " is neither contended nor ideal");
}

}  // namespace ironbird::noc
