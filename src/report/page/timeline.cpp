// Events of launches become pieces of lanes.
#include "report/page/timeline.hpp"

#include <algorithm>

#include "report/launch_events.hpp"

namespace ironbird::report {
namespace {

using profile::KernelEvent;
using profile::StallEvent;

// Work and waits of one processor between two cycles.
void add_time(Strip& strip, std::uint32_t processor, std::uint64_t from, std::uint64_t to,
              std::span<const StallEvent> stalls) {
    for (const StallEvent& s : stalls) {
        if (s.processor != processor || s.until > to) continue;
        strip.add(from, s.since, Doing::busy);
        strip.add(s.since, s.until, waiting_for(s.cause));
        from = std::max(from, s.until);
    }
    strip.add(from, to, Doing::busy);
}

// Neighbours become one, half as many.
void pair_up(std::vector<LaunchSpan>& all) {
    std::vector<LaunchSpan> pairs;
    for (std::size_t i = 0; i < all.size(); i += 2) {
        LaunchSpan span = all[i];
        if (i + 1 < all.size()) {
            const LaunchSpan& next = all[i + 1];
            if (next.name != span.name && !span.name.ends_with(" and others"))
                span.name += " and others";
            span.end = std::max(span.end, next.end);
            span.count += next.count;
            span.cores = std::max(span.cores, next.cores);
            span.done &= next.done;
        }
        pairs.push_back(std::move(span));
    }
    all = std::move(pairs);
}

bool has_ended(std::span<const KernelEvent> kernels, std::uint32_t processor) {
    return std::any_of(kernels.begin(), kernels.end(),
                       [&](const KernelEvent& k) { return k.processor == processor; });
}

}  // namespace

std::uint64_t Timeline::ChipStory::begin() const {
    std::uint64_t first = ~std::uint64_t{0};
    for (const LaunchSpan& l : launches) first = std::min(first, l.start);
    return launches.empty() ? 0 : first;
}

std::uint64_t Timeline::ChipStory::end() const {
    std::uint64_t last = 0;
    for (const LaunchSpan& l : launches) last = std::max(last, l.end);
    for (const auto& [core, lanes] : cores)
        for (const auto& [processor, lane] : lanes) last = std::max(last, lane.strip.end());
    return last;
}

LaneStory& Timeline::lane(std::uint32_t chip, std::uint32_t core, std::uint32_t processor) {
    return chips_[chip]
        .cores[core]
        .try_emplace(processor, LaneStory{Strip(kMostPieces), {}})
        .first->second;
}

void Timeline::add_launch(const profile::LaunchRecord& launch, std::uint64_t end) {
    if (!launched_.insert(launch.id).second) return;
    std::vector<LaunchSpan>& all = chips_[launch.chip].launches;
    all.push_back({launch.name, launch.start, end, 1, launch.cores.size(), launch.done});
    if (all.size() > kMostLaunches) pair_up(all);
}

void Timeline::add(const profile::Recorder& recorder) {
    for (const auto& [id, launch] : recorder.launches())
        if (launch.done) add_launch(launch, launch.end);
    for (std::uint32_t chip = 0; chip < recorder.chips().size(); chip++) {
        if (recorder.chips()[chip] == nullptr) continue;
        for_each_launch(recorder, chip,
                        [&](std::uint32_t core, const auto&, const LaunchEvents& events) {
                            for (const KernelEvent& k : events.kernels) {
                                LaneStory& story = lane(chip, core, k.processor);
                                story.kernels.insert(k.kernel->name);
                                add_time(story.strip, k.processor, k.start, k.end, events.stalls);
                            }
                        });
    }
}

// The processors of one core in a launch that never ended.
void Timeline::add_cut_short(const profile::LaunchRecord& launch, std::uint32_t core,
                             const profile::CoreLog& log, std::vector<Open>& open) {
    const LaunchEvents events = events_of(log.events, log.events.segments.size() - 1);
    for (std::uint32_t p = 0; p < log.processors.size(); p++) {
        const profile::ProcessorLog& l = log.processors[p];
        if (l.kernel == nullptr) continue;
        LaneStory& story = lane(launch.chip, core, p);
        story.kernels.insert(l.kernel->name);
        const bool ended = has_ended(events.kernels, p);
        add_time(story.strip, p, l.start, ended ? l.end : l.last, events.stalls);
        if (!ended) open.push_back({&story.strip, l.last});
    }
}

// What was still running shows its work and waits so far, and stands open until the chip's last
// moment; a launch that was dropped earlier is over for its cores and shows what it left.
void Timeline::add_unfinished(const profile::Recorder& recorder) {
    std::map<std::uint32_t, std::vector<Open>> open;
    for (const auto& [id, launch] : recorder.launches()) {
        if (launch.done) continue;
        for (const std::uint32_t core : launch.cores) {
            const profile::CoreLog& log = recorder.chips()[launch.chip]->cores[core];
            if (log.launch == id && !log.events.segments.empty())
                add_cut_short(launch, core, log, open[launch.chip]);
        }
        add_launch(launch, std::max(launch.start, chips_[launch.chip].end()));
    }
    for (auto& [chip, strips] : open) {
        const std::uint64_t end = chips_[chip].end() + 1;
        for (const Open& o : strips) o.strip->add(o.from, end, kOpen);
    }
}

}  // namespace ironbird::report
