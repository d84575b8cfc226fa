// How far modelled times are from silicon, by what decides a program's time.
#pragma once

#include <span>
#include <string_view>

#include "profile/path.hpp"

namespace ironbird::report {

struct ErrorClass {
    std::string_view key;   // in records
    std::string_view text;  // "NoC-bound"
    // Relative errors in per cent over the measurements of docs/accuracy.md that nothing was fitted
    // to: the median, and what nine of ten rows stay within.
    double median_percent, p90_percent;
};

std::span<const ErrorClass> error_classes();

// The class of a program by its critical path.
const ErrorClass& error_class(const profile::Path& path);

}  // namespace ironbird::report
