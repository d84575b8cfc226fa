// Figures of merit: how far off, and whether the order is right.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ironbird::accuracy {

double quantile(std::vector<double> values, double share);  // 0 when there are none
inline double median(std::vector<double> values) {
    return quantile(std::move(values), 0.5);
}

struct Pair {
    double measured, predicted;
};

// Rank correlation (Spearman, ties at their mean rank); 1 when there is nothing to order.
double rank_correlation(const std::vector<Pair>& rows);

// Pairs that differ by more than a tenth of the smaller on silicon.
struct Order {
    std::uint64_t pairs = 0, right = 0;
    double share() const {
        return pairs == 0 ? 1 : static_cast<double>(right) / static_cast<double>(pairs);
    }
};
Order order_of(const std::vector<Pair>& rows);

// Whole sweeps are held out from fitting, by a hash of their name.
bool held_out(std::string_view sweep);

}  // namespace ironbird::accuracy
