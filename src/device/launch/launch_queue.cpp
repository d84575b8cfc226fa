// Order of launches, and when one is over.
#include "device/launch/launch_queue.hpp"

#include <algorithm>

namespace ironbird::device {
namespace {

bool uses(const ActiveLaunch& l, std::uint32_t core) {
    return std::find(l.cores.begin(), l.cores.end(), core) != l.cores.end();
}

bool uses_links(const ActiveLaunch& l) {
    return std::ranges::any_of(l.cores,
                               [&](std::uint32_t c) { return l.chip->plan().is_ethernet(c); });
}

LaunchView view_of(const ActiveLaunch& l) {
    return {l.id,    l.chip->id(), l.program_id, &l.name, l.start,
            l.cores, l.plans,      l.program,    l.queue};
}

}  // namespace

LaunchId LaunchQueue::add(const Launch& launch, ChipModel& chip) {
    auto l = std::make_unique<ActiveLaunch>();
    const LaunchId id{++last_id_};
    l->id = id;
    l->chip = &chip;
    l->name = launch.name;
    l->program_id = launch.program_id;
    l->program = launch.program;
    l->queue = launch.queue;
    l->earliest = launch.earliest;
    l->plans.assign(launch.cores.begin(), launch.cores.end());
    for (const CoreLaunch& c : l->plans) l->cores.push_back(chip.plan().core_index(c.core));
    launches_.push_back(std::move(l));
    changed_ = true;
    return id;
}

bool LaunchQueue::is_held(const ActiveLaunch& launch, std::uint32_t core) const {
    for (const auto& l : launches_) {
        if (l.get() == &launch) return false;
        if (l->chip == launch.chip && uses(*l, core)) return true;
    }
    return false;
}

bool LaunchQueue::may_begin(const ActiveLaunch& launch) const {
    return blocks_.has_room(launch.processors()) &&
           std::none_of(launch.cores.begin(), launch.cores.end(),
                        [&](std::uint32_t c) { return is_held(launch, c); });
}

void LaunchQueue::begin_ready(Cycles floor) {
    if (!changed_) return;
    changed_ = false;
    for (auto& l : launches_)
        if (!l->running && may_begin(*l)) begin(*l, floor);
}

void LaunchQueue::begin(ActiveLaunch& l, Cycles floor) {
    l.start = std::max(l.earliest, floor);
    for (const std::uint32_t c : l.cores) l.start = std::max(l.start, l.chip->core(c).end);
    l.end = l.start;
    l.running = true;
    l.packets = l.chip->packets_of_workers();
    if (uses_links(l)) link_users_++;
    if (l.chip->earliest() == kNever) l.chip->settle();
    if (Hooks* o = l.chip->observer()) o->on_launch(view_of(l));
    for (std::size_t i = 0; i < l.cores.size(); i++) {
        if (i + 1 < l.cores.size()) l.chip->core(l.cores[i + 1]).prefetch();
        blocks_.prefetch(2 * kProcessors);
        prepare_core(*l.chip, l.cores[i], l.plans[i], l.start, blocks_);
        if (l.chip->core(l.cores[i]).running > 0) l.remaining++;
    }
    if (l.remaining == 0) ended_++;
}

void LaunchQueue::core_ended(ChipModel& chip, std::uint32_t index) {
    Core& core = chip.core(index);
    for (auto& l : launches_) {
        if (l->chip != &chip || !l->running || !uses(*l, index)) continue;
        if (--l->remaining == 0) ended_++;
        l->end = std::max(l->end, core.end);
        break;
    }
    release_core(core, blocks_);
}

bool LaunchQueue::delivered(const ActiveLaunch& l) {
    const Cycles earliest = uses_links(l) ? l.chip->earliest_with_neighbours() : l.chip->earliest();
    return std::all_of(l.cores.begin(), l.cores.end(),
                       [&](std::uint32_t c) { return earliest > l.chip->core(c).quiet_after; });
}

std::vector<Completion> LaunchQueue::take_completed(Cycles oldest_packet) {
    std::vector<Completion> done;
    if (ended_ == 0) return done;
    std::erase_if(launches_, [&](const auto& l) {
        if (!l->running || l->remaining > 0 || !delivered(*l)) return false;
        // Packets that are on their way hold it up only if its chip has sent some since it began.
        if (oldest_packet <= l->end && l->packets != l->chip->packets_of_workers()) return false;
        if (uses_links(*l)) link_users_--;
        ended_--;
        done.push_back({l->id, l->chip->id(), l->start, l->end});
        l->chip->set_now(l->end);
        if (Hooks* o = l->chip->observer()) o->on_complete(done.back());
        changed_ = true;
        return true;
    });
    return done;
}

std::vector<LaunchView> LaunchQueue::views(bool running) const {
    std::vector<LaunchView> all;
    for (const auto& l : launches_)
        if (l->running == running) all.push_back(view_of(*l));
    return all;
}

double LaunchQueue::longest_seconds() const {
    double longest = 0;
    for (const auto& l : launches_) {
        const Cycles now = l->chip->earliest();
        if (!l->running || now == kNever || now < l->start) continue;
        const double hertz = 1e6 * l->chip->plan().product().clock_mhz;
        longest = std::max(longest, static_cast<double>((now - l->start).v) / hertz);
    }
    return longest;
}

void LaunchQueue::drop(const ChipModel* chip) {
    std::erase_if(launches_, [&](const auto& l) {
        if (chip != nullptr && l->chip != chip) return false;
        for (const std::uint32_t c : l->cores) release_core(l->chip->core(c), blocks_);
        if (l->running && uses_links(*l)) link_users_--;
        if (l->running && l->remaining == 0) ended_--;
        changed_ = true;
        return true;
    });
}

}  // namespace ironbird::device
