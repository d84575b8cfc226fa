// Quantiles, ranks and pairs.
#include "statistics.hpp"

#include <algorithm>
#include <ironbird/statistics.hpp>
#include <numeric>

namespace ironbird::accuracy {
namespace {

std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> rank(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && values[order[end]] == values[order[i]]) end++;
        for (std::size_t k = i; k < end; k++) rank[order[k]] = static_cast<double>(i + end - 1) / 2;
        i = end;
    }
    return rank;
}

}  // namespace

double quantile(std::vector<double> values, double share) {
    return values.empty() ? 0 : statistics::quantile(values, share);
}

double rank_correlation(const std::vector<Pair>& rows) {
    if (rows.size() < 2) return 1;
    std::vector<double> measured, predicted;
    for (const Pair& p : rows) {
        measured.push_back(p.measured);
        predicted.push_back(p.predicted);
    }
    return statistics::pcc(ranks(measured), ranks(predicted));
}

Order order_of(const std::vector<Pair>& rows) {
    constexpr double kClear = 1.1;
    Order order;
    for (std::size_t i = 0; i < rows.size(); i++)
        for (std::size_t k = i + 1; k < rows.size(); k++) {
            const Pair &a = rows[i], &b = rows[k];
            const auto [low, high] = std::minmax(a.measured, b.measured);
            if (high <= kClear * low) continue;
            order.pairs++;
            const bool up = b.measured > a.measured;
            order.right += (up ? b.predicted > a.predicted : b.predicted < a.predicted) ? 1 : 0;
        }
    return order;
}

bool held_out(std::string_view sweep) {
    std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
    for (const char c : sweep) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return (hash >> 33 & 1) != 0;
}

}  // namespace ironbird::accuracy
