// The normalisations: the table that tests and documentation are made from.
#include "ttnn/table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ttnn/operations/normalization/layernorm/layernorm.hpp"
#include "ttnn/operations/normalization/rmsnorm/rmsnorm.hpp"
#include "ttnn/operations/normalization/softmax/softmax.hpp"

namespace ttnn::table {
namespace {

void softmax_of(std::span<double> x) {
    const double most = *std::ranges::max_element(x);
    double sum = 0;
    for (double& v : x) sum += v = std::exp(v - most);
    for (double& v : x) v /= sum;
}

constexpr float kEpsilon = 1e-5f;

void scaled_to_one(std::span<double> x) {
    double squares = 0;
    for (const double v : x) squares += v * v;
    for (double& v : x)
        v /= std::sqrt(squares / static_cast<double>(x.size()) + static_cast<double>(kEpsilon));
}
void centred_and_scaled(std::span<double> x) {
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
    for (double& v : x) v -= mean;
    scaled_to_one(x);
}

constexpr LineRow kNormalizations[] = {
    {.name = "softmax",
     .run = [](const Tensor& x, int dim) { return ttnn::softmax(x, dim); },
     .reference = softmax_of,
     .relative = 1e-5,
     .absolute = 1e-7},
    {.name = "layer_norm",
     .run = [](const Tensor& x, int) { return layer_norm(x, kEpsilon); },
     .reference = centred_and_scaled,
     .last_dim_only = true,
     // A line that is nearly constant: the rounding of its mean is divided by the root of epsilon.
     .low = -0.5,
     .high = 0.5,
     .relative = 1e-5,
     .absolute = 1e-5},
    {.name = "rms_norm",
     .run = [](const Tensor& x, int) { return rms_norm(x, kEpsilon); },
     .reference = scaled_to_one,
     .last_dim_only = true,
     .relative = 1e-5},
};

}  // namespace

std::span<const LineRow> normalizations() {
    return kNormalizations;
}

}  // namespace ttnn::table
