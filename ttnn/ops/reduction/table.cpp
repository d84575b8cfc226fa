// The reductions: the table that tests and documentation are made from.
#include "ttnn/table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ttnn/operations/reduction/generic/generic_reductions.hpp"

namespace ttnn::table {
namespace {

using Elements = std::span<const double>;

double total(Elements x) {
    return std::accumulate(x.begin(), x.end(), 0.0);
}
double variance_of(Elements x) {
    const double mean = total(x) / static_cast<double>(x.size());
    double squares = 0;
    for (const double v : x) squares += (v - mean) * (v - mean);
    return squares / static_cast<double>(x.size() - 1);
}

#define TTNN_RUN(op)                                               \
    [](const Tensor& x, const ReductionDims& dims, bool keepdim) { \
        return ttnn::op(x, dims, keepdim);                         \
    }
constexpr ReductionRow kReductions[] = {
    {.name = "sum", .run = TTNN_RUN(sum), .reference = total, .integers = true, .absolute = 1e-6},
    {.name = "mean",
     .run = TTNN_RUN(mean),
     .reference = [](Elements x) { return total(x) / static_cast<double>(x.size()); },
     .absolute = 1e-6},
    {.name = "max",
     .run = TTNN_RUN(max),
     .reference = [](Elements x) { return *std::ranges::max_element(x); },
     .integers = true},
    {.name = "min",
     .run = TTNN_RUN(min),
     .reference = [](Elements x) { return *std::ranges::min_element(x); },
     .integers = true},
    {.name = "std",
     .run = TTNN_RUN(std),
     .reference = [](Elements x) { return std::sqrt(variance_of(x)); },
     .relative = 1e-5,
     .absolute = 1e-5},
    {.name = "var",
     .run = TTNN_RUN(var),
     .reference = variance_of,
     .relative = 1e-5,
     .absolute = 1e-5},
};
#undef TTNN_RUN

}  // namespace

std::span<const ReductionRow> reductions() {
    return kReductions;
}

}  // namespace ttnn::table
