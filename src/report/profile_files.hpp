// All files of a profile, where the ecosystem's tools look for them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "report/exporter.hpp"

namespace ironbird::report {

struct ProfilePlaces {
    std::filesystem::path root;        // of all that follows
    std::filesystem::path noc_traces;  // empty: none are wanted
    bool cpp_report = false;
};

// The exporters of one run. Owned by the host's profiler and called under the machine's lock.
class ProfileFiles {
 public:
    ProfileFiles(const ProfilePlaces& places, const arch::Product& product);

    // Adds what has completed since the last time; the recorder may forget it then.
    void write(const profile::Recorder& recorder);
    // Ends the files and puts the copies where the tools want them.
    void close(std::size_t chips);

    const std::filesystem::path& root() const { return plan_.root; }
    const std::filesystem::path& results() const { return plan_.results; }
    // One line for each format that has something to tell.
    std::vector<std::string> complaints() const;

 private:
    ExportPlan plan_;
    std::vector<std::unique_ptr<Exporter>> exporters_;
};

}  // namespace ironbird::report
