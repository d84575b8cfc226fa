// A trace for Perfetto and chrome://tracing: a process for each core, a thread for each processor.
#pragma once

#include <set>

#include "profile/recorder.hpp"
#include "report/text_file.hpp"

namespace ironbird::report {

class PerfettoTrace {
 public:
    explicit PerfettoTrace(const std::filesystem::path& path);
    void write(const profile::Recorder& recorder, std::uint32_t chip);
    void close();  // from here on it is whole
    bool ok() const { return file_.ok(); }

 private:
    void name_core(std::uint32_t pid, std::uint32_t chip, Logical core);
    void next();  // begins an event

    TextFile file_;
    std::set<std::uint32_t> named_;
    bool first_ = true;
};

}  // namespace ironbird::report
