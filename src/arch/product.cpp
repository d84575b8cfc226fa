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

constexpr FamilyTraits kFamilies[] = {
    {.family = Family::grayskull,
     .name = "grayskull",
     .c_macro = "ARCH_GRAYSKULL",
     .title = "Grayskull",
     .default_product = "e150",
     .pcie = {0, 4},
     .dispatch_axis = DispatchAxis::rows,
     .dst_32_bits = false,
     .eps = 0.001953125f,
     .nan = 6.9752e19f,
     .inf = 6.5504e4f},
    {.family = Family::wormhole,
     .name = "wormhole_b0",
     .c_macro = "ARCH_WORMHOLE",
     .title = "Wormhole",
     .default_product = "n150",
     .pcie = {0, 3},
     .dispatch_axis = DispatchAxis::rows,
     .dst_32_bits = true,
     .eps = 1.19209e-7f,
     .nan = 7.0040e+19f,
     .inf = 1.7014e+38f},
    {.family = Family::blackhole,
     .name = "blackhole",
     .c_macro = "ARCH_BLACKHOLE",
     .title = "Blackhole",
     .default_product = "p150",
     .pcie = {2, 0},
     .dispatch_axis = DispatchAxis::columns,
     .dst_32_bits = true,
     .eps = 1.19209e-7f,
     .nan = 7.0040e+19f,
     .inf = 1.7014e+38f},
};

std::string choices() {
    std::string all;
    for (const Product& p : products()) all += fmt::format("{}{}", all.empty() ? "" : ", ", p.name);
    return all;
}

}  // namespace

const FamilyTraits& traits(Family family) {
    return kFamilies[static_cast<int>(family)];
}

// Wormhole has two rows of eight, Blackhole one row (M: soc descriptors).
Virtual ethernet_virtual(const Product& product, std::uint32_t channel) {
    invariant(channel < product.ethernet.links, "an Ethernet channel of the chip");
    if (product.family == Family::wormhole) return {18 + channel % 8, 16 + channel / 8};
    return {20 + channel, 25};
}

std::optional<std::uint32_t> ethernet_channel(const Product& product, Virtual at) {
    for (std::uint32_t channel = 0; channel < product.ethernet.links; channel++)
        if (ethernet_virtual(product, channel) == at) return channel;
    return std::nullopt;
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
    for (const FamilyTraits& f : kFamilies)
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
