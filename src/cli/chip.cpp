// Names of products, refused where they are read.
#include "cli/chip.hpp"

#include <fmt/format.h>

#include "base/fault.hpp"
#include "host/configuration.hpp"

namespace ironbird::cli {

const arch::Product& chip_named(const std::string& name) {
    if (name.empty()) return host::product_of(options());
    if (const arch::Product* p = arch::find(name)) return *p;
    std::string known;
    for (const arch::Product& p : arch::products())
        known += fmt::format("{}{}", known.empty() ? "" : ", ", p.name);
    throw Error(Fault::chip_unknown, fmt::format("there is no chip \"{}\"", name), {},
                "there are " + known);
}

}  // namespace ironbird::cli
