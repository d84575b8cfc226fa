// Which exporters a run has, and the order in which they are called.
#include "report/profile_files.hpp"

#include <fmt/chrono.h>

#include <ctime>

namespace ironbird::report {
namespace {

namespace fs = std::filesystem;

fs::path results_path(const fs::path& root) {
    const std::string stamp =
        fmt::format("{:%Y_%m_%d_%H_%M_%S}", fmt::localtime(std::time(nullptr)));
    return root / "reports" / stamp / fmt::format("ops_perf_results_{}.csv", stamp);
}

}  // namespace

ProfileFiles::ProfileFiles(const ProfilePlaces& places, const arch::Product& product)
    : plan_{.product = product,
            .root = places.root,
            .logs = places.root / ".logs",
            .results = results_path(places.root),
            .noc_traces = places.noc_traces,
            .cpp_report = places.cpp_report} {
    for (const ExportRow& row : export_rows())
        if (auto exporter = row.make(plan_)) exporters_.push_back(std::move(exporter));
}

void ProfileFiles::write(const profile::Recorder& recorder) {
    for (const auto& exporter : exporters_) exporter->write(recorder);
}

void ProfileFiles::close(std::size_t chips) {
    for (const auto& exporter : exporters_) exporter->close(chips);
}

std::vector<std::string> ProfileFiles::complaints() const {
    std::vector<std::string> all;
    for (const auto& exporter : exporters_)
        if (std::string one = exporter->complaint(); !one.empty()) all.push_back(std::move(one));
    return all;
}

}  // namespace ironbird::report
