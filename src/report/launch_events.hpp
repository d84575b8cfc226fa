// The events of one core in one launch, taken out of the recorder's lists.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "profile/recorder.hpp"

namespace ironbird::report {

// A zone's or mark's place as the kernel's text names it: "name,file,line,tag".
struct ZonePlace {
    std::string_view name, file;
    std::uint32_t line = 0;
    std::uint16_t id = 0;  // a hash of the text
};
ZonePlace zone_place(const char* site);

struct LaunchEvents {
    std::span<const profile::KernelEvent> kernels;
    std::span<const profile::MarkEvent> marks;
    std::span<const profile::StallEvent> stalls;
    std::span<const profile::CbEvent> cbs;
    std::span<const profile::NocEvent> nocs;
};
LaunchEvents events_of(const profile::Events& all, std::size_t segment);

// Calls visit(core number, launch, events) for every launch that is over, core by core.
template <class Visit>
void for_each_launch(const profile::Recorder& recorder, std::uint32_t chip, Visit visit) {
    const auto& cores = recorder.chips()[chip]->cores;
    for (std::uint32_t c = 0; c < cores.size(); c++) {
        const profile::Events& events = cores[c].events;
        for (std::size_t s = 0; s < events.segments.size(); s++) {
            const auto& launch = recorder.launches().at(events.segments[s].launch);
            if (launch.done) visit(c, launch, events_of(events, s));
        }
    }
}

// Names that the ecosystem's files use: "BRISC", "TRISC_0", …
std::string_view risc_name(std::uint32_t processor);
// A value of a CSV field: no commas, no line ends.
std::string field(std::string_view text);
// The name of a launch as an operation. Tools take names with Matmul or Conv2d for operations with
// tensors, which a bare program has not.
std::string op_code(const profile::LaunchRecord& launch);

}  // namespace ironbird::report
