// timeline.json: what every processor, link and bank did over the run, small enough for a page.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "noc/usage.hpp"
#include "profile/recorder.hpp"
#include "report/page/strip.hpp"

namespace ironbird::report {

// One launch, or several that follow each other when there are very many.
struct LaunchSpan {
    std::string name;
    std::uint64_t start = 0, end = 0, count = 1;
    std::size_t cores = 0;
    bool done = true;
};

struct LaneStory {
    Strip strip;
    std::set<std::string> kernels;  // by their sources' names
};

// A direction of a cable, with its bytes over time.
struct CableStory {
    std::uint32_t from, channel, to;  // devices, and the channel at `from`
    noc::History over;
};

class Timeline {
 public:
    static constexpr std::size_t kMostPieces = 600;  // of a lane, twice as many while it grows
    static constexpr std::size_t kMostLaunches = 2000;

    // Adds what has completed since the last time; the recorder may forget it then.
    void add(const profile::Recorder& recorder);
    // Adds what a fault or a hang has cut short; nothing may follow.
    void add_unfinished(const profile::Recorder& recorder);

    // `usage` by chip, and all cables that carried anything. Whether it could be written.
    bool write(const std::filesystem::path& path, const profile::Recorder& recorder,
               const std::map<std::uint32_t, noc::Usage>& usage,
               const std::vector<CableStory>& cables) const;

    struct ChipStory {
        std::vector<LaunchSpan> launches;
        // By core number and processor.
        std::map<std::uint32_t, std::map<std::uint32_t, LaneStory>> cores;
        std::uint64_t begin() const;
        std::uint64_t end() const;
    };
    const std::map<std::uint32_t, ChipStory>& chips() const { return chips_; }

 private:
    void add_launch(const profile::LaunchRecord& launch, std::uint64_t end);
    // A lane whose kernel had not ended.
    struct Open {
        Strip* strip;
        std::uint64_t from;
    };
    void add_cut_short(const profile::LaunchRecord& launch, std::uint32_t core,
                       const profile::CoreLog& log, std::vector<Open>& open);
    LaneStory& lane(std::uint32_t chip, std::uint32_t core, std::uint32_t processor);

    std::map<std::uint32_t, ChipStory> chips_;
    std::set<device::LaunchId> launched_;
};

}  // namespace ironbird::report
