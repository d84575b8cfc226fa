// Folders and copies.
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
    : places_(places),
      product_(product),
      logs_(places.root / ".logs"),
      results_(results_path(places.root)),
      device_log_(logs_ / "profile_log_device.csv", product),
      operations_(results_, places.cpp_report ? logs_ / "cpp_device_perf_report.csv" : fs::path()),
      trace_(places.root / "trace.json") {
    if (!places.noc_traces.empty() && NocTraces::supports(product))
        noc_traces_.emplace(places.noc_traces);
}

void ProfileFiles::write(const profile::Recorder& recorder) {
    for (std::uint32_t chip = 0; chip < recorder.chips().size(); chip++) {
        if (recorder.chips()[chip] == nullptr) continue;
        device_log_.write(recorder, chip);
        trace_.write(recorder, chip);
        if (noc_traces_) noc_traces_->write(recorder, chip);
    }
    operations_.write(recorder);
    device_log_.flush();
    operations_.flush();
}

void ProfileFiles::close(std::size_t chips) {
    trace_.close();
    if (noc_traces_) write_topology(places_.noc_traces, product_, chips);
    std::error_code ignored;
    const fs::path beside = results_.parent_path();
    const auto copy = [&](const fs::path& from, const fs::path& to) {
        fs::copy_file(from, to, fs::copy_options::overwrite_existing, ignored);
    };
    copy(logs_ / "profile_log_device.csv", beside / "profile_log_device.csv");
    copy(results_, places_.root / "ops_perf_results.csv");
    TextFile(beside / "tracy_profile_log_host.tracy");  // its presence is asked for, never a byte
}

bool ProfileFiles::ok() const {
    return device_log_.ok() && operations_.ok() && trace_.ok() &&
           (!noc_traces_ || noc_traces_->ok());
}

}  // namespace ironbird::report
