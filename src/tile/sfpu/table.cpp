// The one table of operations: the families' rows, sorted by name.
#include <algorithm>
#include <vector>

#include "tile/sfpu/rows.hpp"

namespace ironbird::tile {
namespace {

constexpr sfpu::Rows (*kFamilies[])() = {
    sfpu::activation_rows,  sfpu::arithmetic_rows, sfpu::comparison_rows,   sfpu::conversion_rows,
    sfpu::exponential_rows, sfpu::integer_rows,    sfpu::random_rows,       sfpu::sorting_rows,
    sfpu::special_rows,     sfpu::tile_rows,       sfpu::trigonometry_rows, sfpu::welford_rows,
};

std::vector<SfpuOp> merged() {
    std::vector<SfpuOp> all;
    for (const auto family : kFamilies) {
        const sfpu::Rows rows = family();
        all.insert(all.end(), rows.begin(), rows.end());
    }
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
