// All files of a profile, where the ecosystem's tools look for them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "profile/recorder.hpp"
#include "report/device_log.hpp"
#include "report/noc_trace.hpp"
#include "report/ops_csv.hpp"
#include "report/perfetto.hpp"

namespace ironbird::report {

struct ProfilePlaces {
    std::filesystem::path root;        // of all that follows
    std::filesystem::path noc_traces;  // empty: none are wanted
    bool cpp_report = false;
};

class ProfileFiles {
 public:
    ProfileFiles(const ProfilePlaces& places, const arch::Product& product);

    // Adds what has completed since the last time; the recorder may forget it then.
    void write(const profile::Recorder& recorder);
    // Ends the trace and puts the copies where the tools want them.
    void close(std::size_t chips);

    const std::filesystem::path& root() const { return places_.root; }
    const std::filesystem::path& results() const { return results_; }
    bool ok() const;

 private:
    ProfilePlaces places_;
    const arch::Product& product_;
    std::filesystem::path logs_, results_;
    DeviceLog device_log_;
    OpsTable operations_;
    PerfettoTrace trace_;
    std::optional<NocTraces> noc_traces_;
};

}  // namespace ironbird::report
