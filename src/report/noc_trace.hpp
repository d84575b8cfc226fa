// NoC traces as tt-npe reads them: one JSON file for each launch.
#pragma once

#include <filesystem>
#include <map>

#include "profile/recorder.hpp"

namespace ironbird::report {

class NocTraces {
 public:
    explicit NocTraces(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // tt-npe has models of Wormhole and Blackhole alone; no files for other chips.
    static bool supports(const arch::Product& product);
    void write(const profile::Recorder& recorder, std::uint32_t chip);
    bool ok() const { return ok_; }

 private:
    std::filesystem::path file_for(const profile::LaunchRecord& launch, std::uint32_t chip);

    std::filesystem::path folder_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> seen_;  // chip, run
    bool ok_ = true;
};

// Beside them: which chips there are and how they hang together.
void write_topology(const std::filesystem::path& folder, const arch::Product& product,
                    std::size_t chips);

}  // namespace ironbird::report
