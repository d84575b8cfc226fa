// Banks of a grid.
#include "host/device/chip_layout.hpp"

#include <fmt/format.h>

#include "base/fault.hpp"
#include "mem/allocator.hpp"

namespace ironbird::host {
namespace {

std::vector<Logical> l1_bank_cores(arch::Grid grid) {
    const auto order = mem::l1_bank_order(grid.x * grid.y);
    std::vector<Logical> cores(order.size());
    for (std::uint32_t i = 0; i < order.size(); i++) cores[order[i]] = {i % grid.x, i / grid.x};
    return cores;
}

}  // namespace

ChipLayout::ChipLayout(const arch::Product& product, arch::Grid usable)
    : plan_(product), compute_grid_(usable), bank_cores_(l1_bank_cores(usable)) {
    const arch::Grid all = product.tensix_grid();
    invariant(
        all.x <= kMaxColumns && all.y <= kEthernetRow && product.ethernet.links <= kMaxColumns,
        "every core has a place");
}

std::uint32_t ChipLayout::l1_bank_of(Logical core) const {
    for (std::uint32_t bank = 0; bank < bank_cores_.size(); bank++)
        if (bank_cores_[bank] == core) return bank;
    throw Error(Fault::core_range, fmt::format("core ({},{}) has no L1 bank", core.x, core.y), {},
                fmt::format("the grid is {} by {}", compute_grid_.x, compute_grid_.y));
}

}  // namespace ironbird::host
