// profile_log_device.csv: every zone of every processor, in the layout of August 2026.
#pragma once

#include "profile/recorder.hpp"
#include "report/text_file.hpp"

namespace ironbird::report {

class DeviceLog {
 public:
    DeviceLog(const std::filesystem::path& path, const arch::Product& product);
    void write(const profile::Recorder& recorder, std::uint32_t chip);  // what is over
    void flush() { file_.flush(); }
    bool ok() const { return file_.ok(); }

 private:
    TextFile file_;
};

}  // namespace ironbird::report
