// The one table of operations: the families' rows, sorted by name.
#include <algorithm>
#include <vector>

#include "tile/sfpu/rows.hpp"

namespace ironbird::tile {
namespace {

std::vector<SfpuOp> merged() {
    std::vector<SfpuOp> all;
    const auto add = [&](sfpu::Rows rows) { all.insert(all.end(), rows.begin(), rows.end()); };
    for (const sfpu::Rows rows : sfpu::families()) add(rows);
    add(sfpu::random_rows());
    add(sfpu::sorting_rows());
    add(sfpu::tile_rows());
    add(sfpu::welford_rows());
    std::ranges::sort(all, {}, &SfpuOp::name);
    return all;
}

}  // namespace

std::span<const SfpuOp> sfpu_ops() {
    static const std::vector<SfpuOp> all = merged();
    return all;
}

const SfpuOp* find_sfpu_op(std::string_view name) {
    const auto ops = sfpu_ops();
    const auto found = std::ranges::lower_bound(ops, name, {}, &SfpuOp::name);
    return found != ops.end() && found->name == name ? &*found : nullptr;
}

}  // namespace ironbird::tile
