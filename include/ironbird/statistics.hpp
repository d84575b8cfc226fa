// Figures of merit for results and times: for tests, examples and programs alike. Nothing but the
// standard library.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ranges>
#include <stdexcept>
#include <vector>

namespace ironbird::statistics {

// Numbers, or what converts to double by a cast (bfloat16).
template <class R>
concept Numbers = std::ranges::input_range<R> &&
                  requires(std::ranges::range_reference_t<R> x) { static_cast<double>(x); };

namespace detail {

template <Numbers R>
std::vector<double> doubles(R&& values) {
    std::vector<double> all;
    for (auto&& v : values) all.push_back(static_cast<double>(v));
    return all;
}

inline std::vector<double> some(std::vector<double> all) {
    if (all.empty()) throw std::invalid_argument("statistics of no values");
    return all;
}

struct Pairs {
    std::vector<double> got, want;
};

template <Numbers A, Numbers B>
Pairs pairs(A&& got, B&& want) {
    Pairs p{some(doubles(got)), doubles(want)};
    if (p.got.size() != p.want.size())
        throw std::invalid_argument("results and expected values differ in number");
    return p;
}

inline double mean_of(const std::vector<double>& all) {
    double sum = 0;
    for (const double x : all) sum += x;
    return sum / static_cast<double>(all.size());
}

}  // namespace detail

// ---- one series

template <Numbers R>
double mean(R&& values) {
    return detail::mean_of(detail::some(detail::doubles(values)));
}

// The value below which `share` of the others lie: the nearest one, none in between.
template <Numbers R>
double quantile(R&& values, double share) {
    std::vector<double> all = detail::some(detail::doubles(values));
    const auto last = static_cast<double>(all.size() - 1);
    const auto at = static_cast<std::ptrdiff_t>(std::lround(std::clamp(share, 0.0, 1.0) * last));
    std::nth_element(all.begin(), all.begin() + at, all.end());
    return all[static_cast<std::size_t>(at)];
}

template <Numbers R>
double median(R&& values) {
    std::vector<double> all = detail::some(detail::doubles(values));
    std::ranges::sort(all);
    const std::size_t half = all.size() / 2;
    return all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
}

// Without the smallest and the largest tenth (or another share below a half) of the values: for
// times, of which a few are disturbed.
template <Numbers R>
double trimmed_mean(R&& values, double share = 0.1) {
    if (share < 0 || share >= 0.5)
        throw std::invalid_argument("the share that is trimmed is from 0 to below 0.5");
    std::vector<double> all = detail::some(detail::doubles(values));
    std::ranges::sort(all);
    const auto cut = static_cast<std::ptrdiff_t>(share * static_cast<double>(all.size()));
    return detail::mean_of({all.begin() + cut, all.end() - cut});
}

// "mean ± deviation"; the deviation is that of a sample (n - 1), 0 for a single value.
struct Summary {
    std::size_t count;
    double mean, deviation, min, max;
};

template <Numbers R>
Summary summary(R&& values) {
    const std::vector<double> all = detail::some(detail::doubles(values));
    const double middle = detail::mean_of(all);
    double squares = 0;
    for (const double x : all) squares += (x - middle) * (x - middle);
    const auto [least, most] = std::ranges::minmax(all);
    const std::size_t n = all.size();
    return {n, middle, n < 2 ? 0 : std::sqrt(squares / static_cast<double>(n - 1)), least, most};
}

// ---- results against expected values

// Pearson's correlation coefficient. Series without any variation correlate if they are equal.
template <Numbers A, Numbers B>
double pcc(A&& got, B&& want) {
    const detail::Pairs p = detail::pairs(got, want);
    const double g0 = detail::mean_of(p.got), w0 = detail::mean_of(p.want);
    double gg = 0, ww = 0, gw = 0;
    for (std::size_t i = 0; i < p.got.size(); i++) {
        const double g = p.got[i] - g0, w = p.want[i] - w0;
        gg += g * g, ww += w * w, gw += g * w;
    }
    if (gg == 0 || ww == 0) return p.got == p.want ? 1 : 0;
    return gw / std::sqrt(gg * ww);
}

// |got - want| / |want|, both as one vector (Frobenius); infinite if all of want is 0 and got not.
template <Numbers A, Numbers B>
double relative_frobenius(A&& got, B&& want) {
    const detail::Pairs p = detail::pairs(got, want);
    double apart = 0, size = 0;
    for (std::size_t i = 0; i < p.got.size(); i++) {
        apart += (p.got[i] - p.want[i]) * (p.got[i] - p.want[i]);
        size += p.want[i] * p.want[i];
    }
    return apart == 0 ? 0 : std::sqrt(apart / size);
}

// Bits of a format's fraction, without the leading one.
inline constexpr int kFloat32 = 23, kBfloat16 = 7, kFloat16 = 10, kTf32 = 10;

// The distance in units in the last place of `want` in a format. Below the smallest normal number
// of float32 a unit no longer shrinks. NaN is 0 from NaN and infinitely far from anything else.
inline double ulps(double got, double want, int fraction_bits = kFloat32) {
    if (std::isnan(got) || std::isnan(want))
        return std::isnan(got) && std::isnan(want) ? 0 : HUGE_VAL;
    if (got == want) return 0;
    if (std::isinf(got) || std::isinf(want)) return HUGE_VAL;
    constexpr int kSmallest = -126;
    const int exponent = want == 0 ? kSmallest : std::max(std::ilogb(want), kSmallest);
    return std::ldexp(std::abs(got - want), fraction_bits - exponent);
}

// The largest of all pairs.
template <Numbers A, Numbers B>
double max_ulps(A&& got, B&& want, int fraction_bits = kFloat32) {
    const detail::Pairs p = detail::pairs(got, want);
    double most = 0;
    for (std::size_t i = 0; i < p.got.size(); i++)
        most = std::max(most, ulps(p.got[i], p.want[i], fraction_bits));
    return most;
}

}  // namespace ironbird::statistics
