// How throughput is measured: warm-up, timed calls, trials, mean and population deviation.
#pragma once

#include <functional>
#include <vector>

namespace piper {

struct Protocol {
    unsigned warm_up = 10;
    unsigned iterations = 100;
    unsigned trials = 10;
};

struct Measured {
    double gbs_in = 0;      // mean over trials
    double gbs_in_std = 0;  // population standard deviation
    double gbs_inout = 0;   // input and output bytes
    double gbs_inout_std = 0;
    double seconds = 0;           // of all timed calls
    std::vector<double> rates{};  // calls a second, by trial
};

struct Call {
    std::function<void()> call;
    double bytes_in, bytes_out;
};

// `now` is in seconds; bytes are those of one call. Several calls take turns, trial by trial: what
// else the machine does meets all of them.
std::vector<Measured> measure_in_turn(const std::vector<Call>& calls, const Protocol& protocol,
                                      const std::function<double()>& now);
// How much faster in bytes of input: the median of the trials' ratios.
double times_as_fast(const Measured& a, const Measured& b);
Measured measure(const std::function<void()>& call, double bytes_in, double bytes_out,
                 const Protocol& protocol, const std::function<double()>& now);
double monotonic_seconds();
double thread_seconds();  // processor time of this thread

}  // namespace piper
