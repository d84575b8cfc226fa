// GB/s is bytes of a call times calls, by 1e9 and seconds.
#include "measure.hpp"

#include <chrono>
#include <cmath>
#include <ctime>
#include <vector>

namespace piper {

double monotonic_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Measured measure(const std::function<void()>& call, double bytes_in, double bytes_out,
                 const Protocol& protocol, const std::function<double()>& now) {
    for (unsigned i = 0; i < protocol.warm_up; ++i) call();
    std::vector<double> rates;  // calls a second
    Measured result;
    for (unsigned trial = 0; trial < protocol.trials; ++trial) {
        const double begin = now();
        for (unsigned i = 0; i < protocol.iterations; ++i) call();
        const double seconds = now() - begin;
        result.seconds += seconds;
        rates.push_back(protocol.iterations / seconds);
    }
    double mean = 0, squares = 0;
    const auto count = static_cast<double>(rates.size());
    for (const double rate : rates) mean += rate / count;
    for (const double rate : rates) squares += (rate - mean) * (rate - mean) / count;
    const double deviation = std::sqrt(squares), in = bytes_in / 1e9;
    const double both = (bytes_in + bytes_out) / 1e9;
    result.gbs_in = mean * in;
    result.gbs_in_std = deviation * in;
    result.gbs_inout = mean * both;
    result.gbs_inout_std = deviation * both;
    return result;
}

}  // namespace piper
