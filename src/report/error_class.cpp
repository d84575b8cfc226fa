// The table of errors; docs/accuracy.md says where the figures come from.
#include "report/error_class.hpp"

#include <algorithm>
#include <array>

namespace ironbird::report {
namespace {

enum Class : std::size_t { kNoc, kDram, kCompute, kDispatch };

// Of all rows of a set that are held out: "time of all rows held out" of `ironbird accuracy`
// (compute: the products).
constexpr std::array<ErrorClass, 4> kClasses = {{
    {"noc", "NoC-bound", 4, 22},
    {"dram", "DRAM-bound", 4, 18},
    {"compute", "compute-bound", 2, 8},
    {"dispatch", "dispatch-bound", 1, 4},
}};

// Waiting for another core is waiting for what its signal crosses.
constexpr std::array<Class, profile::kSteps> kClassOf = {
    kDispatch, kNoc, kCompute, kCompute, kCompute, kNoc, kDram, kNoc, kCompute};

}  // namespace

std::span<const ErrorClass> error_classes() {
    return kClasses;
}

const ErrorClass& error_class(const profile::Path& path) {
    std::array<std::uint64_t, kClasses.size()> cycles{};
    for (std::size_t i = 0; i < profile::kSteps; i++) cycles[kClassOf[i]] += path.cycles[i];
    const auto most = std::max_element(cycles.begin(), cycles.end());
    return kClasses[static_cast<std::size_t>(most - cycles.begin())];
}

}  // namespace ironbird::report
