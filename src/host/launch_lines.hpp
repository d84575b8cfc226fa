// Which line of the program launched what was found.
#pragma once

#include <map>

#include "check/findings.hpp"
#include "ironbird/call_line.hpp"

namespace ironbird::host {

// Of the calling thread.
const CallLine& call_line();

// The launches whose line is known, by chip and time.
class LaunchLines {
 public:
    void note(std::uint32_t chip, std::uint64_t start, std::uint64_t end, const CallLine& line);
    // Adds the line to findings within such a launch.
    void name(check::Findings& findings) const;

 private:
    struct Launched {
        std::uint64_t end;
        CallLine line;
    };
    const CallLine* find(const Place& place) const;

    std::map<std::uint32_t, std::multimap<std::uint64_t, Launched>> chips_;  // by start
};

}  // namespace ironbird::host
