// The list of products and how one is chosen.
#include "arch/product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "arch/families.hpp"
#include "base/fault.hpp"

namespace ironbird::arch {
namespace {

struct FamilyRow {
    Family family;
    std::string_view name, c_macro, default_product;
};

constexpr FamilyRow kFamilies[] = {
    {Family::grayskull, "grayskull", "ARCH_GRAYSKULL", "e150"},
    {Family::wormhole, "wormhole_b0", "ARCH_WORMHOLE", "n150"},
    {Family::blackhole, "blackhole", "ARCH_BLACKHOLE", "p150"},
};

std::string choices() {
    std::string all;
    for (const Product& p : products()) all += fmt::format("{}{}", all.empty() ? "" : ", ", p.name);
    return all;
}

}  // namespace

std::string_view name(Family family) {
    return kFamilies[static_cast<int>(family)].name;
}
std::string_view c_macro(Family family) {
    return kFamilies[static_cast<int>(family)].c_macro;
}

std::span<const Product> products() {
    static const auto all = [] {
        std::vector<Product> list;
        for (auto family : {grayskull_products(), wormhole_products(), blackhole_products()})
            list.insert(list.end(), family.begin(), family.end());
        return list;
    }();
    return all;
}

const Product* find(std::string_view wanted) {
    for (const FamilyRow& f : kFamilies)
        if (f.name == wanted) wanted = f.default_product;
    for (const Product& p : products())
        if (p.name == wanted) return &p;
    return nullptr;
}

const Product& selected(std::string_view name) {
    if (const Product* p = find(name)) return *p;
    throw Error(Fault::chip_unknown, fmt::format("there is no chip \"{}\"", name), {},
                fmt::format("known: {}; by family: grayskull, wormhole_b0, blackhole", choices()));
}

}  // namespace ironbird::arch
