// What other depths of circular buffers would have cost: the program run again, as other processes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/run.hpp"
#include "cli/memory_view.hpp"

namespace ironbird::cli {

struct Trial {
    std::uint64_t cycles = 0;
    std::string trouble;  // why it does not count; empty: same end, same output

    bool runs() const { return trouble.empty(); }
};

// Runs of one program with other depths, compared with its first run.
class Trials {
 public:
    // `first` has its output in stdout.txt of its folder.
    Trials(Start start, const Ran& first);

    // `depths` as IRONBIRD_CB_DEPTH has them. Asked twice, it is run once.
    const Trial& run(const std::string& depths);

    std::uint64_t first_cycles() const { return first_cycles_; }
    std::size_t count() const { return done_.size(); }
    // False: two runs of the same differ in what they print, so the exit code decides alone.
    bool compares_output() const { return !output_varies_.value_or(false); }

 private:
    Trial attempt(const std::string& depths);
    Ran start(const std::string& depths, const std::filesystem::path& folder) const;
    bool same_output(const std::filesystem::path& folder);

    Start start_;
    std::filesystem::path folder_;
    std::string output_, end_;
    std::uint64_t first_cycles_ = 0;
    std::optional<bool> output_varies_;
    std::map<std::string, Trial> done_;
};

struct DepthRow {
    std::uint64_t pages;
    Trial trial;
    bool now = false, all_that_fits = false;
};

// All depths tried of one circular buffer; the smallest that does not cost time.
struct WhatIf {
    const ProgramView* program;
    const CbView* cb;
    std::vector<DepthRow> rows;  // by pages
    std::uint64_t recommended = 0;
    std::string skipped;         // why nothing was tried
    std::uint64_t together = 0;  // pages in the smallest set that costs no time, see below
};

// "0:1=4", for all numbers of the program.
std::string depth_text(const ProgramView& program, const CbView& cb, std::uint64_t pages);

WhatIf try_depths(const ProgramView& program, const CbView& cb, Trials& trials);

// Depths that are no use alone may be of use together, and the other way round: from a deep set on,
// each buffer in turn becomes as small as the time allows.
void shrink_together(std::vector<WhatIf>& all, Trials& trials);

// That set, as one setting; empty: it is the program's own.
std::string together(const std::vector<WhatIf>& all);

std::string to_text(const WhatIf& what_if, std::uint64_t now_cycles);
Json to_json(const WhatIf& what_if);

}  // namespace ironbird::cli
