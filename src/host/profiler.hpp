// The recorder of a run: the kernels that it speaks of, and when its files are written.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "host/options/options.hpp"
#include "profile/recorder.hpp"
#include "report/page/timeline.hpp"
#include "report/profile_files.hpp"
#include "report/profile_json.hpp"

namespace ironbird::host {

class Machine;
struct Prepared;

class Profiler {
 public:
    explicit Profiler(const Options& options) : options_(options), recorder_(options.profile) {}

    profile::Recorder& recorder() { return recorder_; }

    // The kernels of a launch stay loaded for as long as the recorder speaks of them.
    void keep_kernels(const Prepared& work);
    // Adds what has completed to the files of the profile, if there are any.
    void dump(const Machine& machine);
    // Adds what has completed since the last dump(), and ends the files; later launches are not in
    // them.
    void close(const Machine& machine);
    // Totals and hints for the record of the run.
    report::ProfileRecord record(const Machine& machine) const;

 private:
    bool has_files() const { return recorder_.keeps_events() && !closed_; }
    void write_timeline(const Machine& machine);

    const Options& options_;
    profile::Recorder recorder_;
    std::set<std::shared_ptr<const abi::Kernel>> kernels_;
    std::unique_ptr<report::ProfileFiles> files_;
    report::Timeline timeline_;
    bool closed_ = false;
};

}  // namespace ironbird::host
