// GB/s is bytes of a call times calls, by 1e9 and seconds.
#include "measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

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

namespace {

// Mean and deviation of what the trials have left in `rates`.
void summarize(const Call& call, Measured& m) {
    double mean = 0, squares = 0;
    const auto count = static_cast<double>(m.rates.size());
    for (const double rate : m.rates) mean += rate / count;
    for (const double rate : m.rates) squares += (rate - mean) * (rate - mean) / count;
    const double deviation = std::sqrt(squares), in = call.bytes_in / 1e9;
    const double both = (call.bytes_in + call.bytes_out) / 1e9;
    m.gbs_in = mean * in;
    m.gbs_in_std = deviation * in;
    m.gbs_inout = mean * both;
    m.gbs_inout_std = deviation * both;
}

}  // namespace

std::vector<Measured> measure_in_turn(const std::vector<Call>& calls, const Protocol& protocol,
                                      const std::function<double()>& now) {
    std::vector<Measured> all(calls.size());
    for (const Call& one : calls)
        for (unsigned i = 0; i < protocol.warm_up; ++i) one.call();
    for (unsigned trial = 0; trial < protocol.trials; ++trial)
        for (std::size_t c = 0; c < calls.size(); ++c) {
            const double begin = now();
            for (unsigned i = 0; i < protocol.iterations; ++i) calls[c].call();
            const double seconds = now() - begin;
            all[c].seconds += seconds;
            all[c].rates.push_back(protocol.iterations / seconds);
        }
    for (std::size_t c = 0; c < calls.size(); ++c) summarize(calls[c], all[c]);
    return all;
}

Measured measure(const std::function<void()>& call, double bytes_in, double bytes_out,
                 const Protocol& protocol, const std::function<double()>& now) {
    return measure_in_turn({{call, bytes_in, bytes_out}}, protocol, now).front();
}

double times_as_fast(const Measured& a, const Measured& b) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < a.rates.size(); ++i) ratios.push_back(a.rates[i] / b.rates[i]);
    std::ranges::sort(ratios);
    const std::size_t half = ratios.size() / 2;
    return ratios.size() % 2 != 0 ? ratios[half] : (ratios[half - 1] + ratios[half]) / 2;
}

}  // namespace piper
