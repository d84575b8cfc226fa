// ops_perf_results_*.csv and cpp_device_perf_report.csv: one row for each launch.
#pragma once

#include <map>

#include "profile/recorder.hpp"
#include "report/text_file.hpp"

namespace ironbird::report {

class OpsTable {
 public:
    OpsTable(const std::filesystem::path& results, const std::filesystem::path& cpp_report);
    void write(const profile::Recorder& recorder);  // what is over
    void flush();
    bool ok() const { return results_.ok(); }

 private:
    void add(const profile::LaunchRecord& launch, const profile::ChipLog& chip);

    TextFile results_, cpp_;
    struct Before {
        std::uint64_t end = 0, host = 0;  // of the launch before, in cycles and nanoseconds
        bool any = false;
    };
    std::map<std::uint32_t, Before> before_;  // by chip
};

}  // namespace ironbird::report
