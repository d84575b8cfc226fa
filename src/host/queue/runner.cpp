// One pass over the streams, then the engine, and again.
#include "host/queue/runner.hpp"

#include <algorithm>

#include "base/fault.hpp"
#include "device/fault/signals.hpp"
#include "host/fabric/fabric.hpp"
#include "host/profiler.hpp"
#include "host/program/prepared.hpp"
#include "host/queue/launch_cost.hpp"
#include "host/realtime_profiler.hpp"
#include "host/run_record.hpp"
#include "host/watchers.hpp"
#include "ironbird/stop.hpp"

namespace ironbird::host {
namespace {

template <class... F>
struct Visit : F... {
    using F::operator()...;
};

std::size_t place_in(const EventState& event, const Slot* slot) {
    const auto at = std::find(event.slots.begin(), event.slots.end(), slot);
    return static_cast<std::size_t>(at - event.slots.begin());
}

Cycles last_end(const Slot& slot, const CoreMask& cores) {
    Cycles last{};
    for_each_place(cores, [&](std::size_t p) { last = std::max(last, slot.core_free[p]); });
    return last;
}

}  // namespace

Stream& Runner::add_stream(Slot& slot, std::uint32_t queue) {
    streams_.push_back(std::make_unique<Stream>());
    streams_.back()->slot = &slot;
    streams_.back()->queue = queue;
    return *streams_.back();
}

// Nothing begins before the host asked for it, and the host may have waited before it asked.
void Runner::record(Stream& stream, Command command, Cycles host) {
    Slot& slot = *stream.slot;
    slot.host = Cycles{std::max(slot.host, slot.chip->now()).v + host.v};
    command.issued = slot.host;
    command.number = ++slot.recorded;
    stream.commands.push_back(std::move(command));
}

void Runner::catch_up(Slot& slot) const {
    const FabricHost& fabric = FabricHost::get();
    if (!fabric.runs_on(slot)) return;
    for (const auto& other : machine_.slots())
        if (fabric.runs_on(*other))
            slot.host = std::max({slot.host, other->host, other->chip->now()});
}

std::uint64_t Runner::first_open(const Slot& slot) const {
    std::uint64_t first = slot.recorded + 1;
    for (const auto& s : streams_)
        if (s->slot == &slot && !s->commands.empty())
            first = std::min(first, s->commands.front().number);
    for (const Running& r : running_)
        if (r.stream->slot == &slot) first = std::min(first, r.number);
    return first;
}

void Runner::tell_changes(Slot& slot, std::uint64_t next) const {
    if (slot.changes.empty()) return;
    const std::uint64_t done = first_open(slot);
    slot.changes.tell(*slot.chip, next != 0 ? std::min(done, next) : done, next);
}

void Runner::tell_buffer(Slot& slot, const device::BufferView& view, bool live) {
    tell_changes(slot);
    if (slot.changes.empty() && first_open(slot) > slot.recorded)
        slot.chip->tell_buffer(view, live);
    else
        slot.changes.add(view, live, slot.recorded);
}

double Runner::seconds() const {
    double most = 0;
    const auto reach = [&](const Slot& slot, Cycles time) {
        const double mhz = slot.layout->product().clock_mhz;
        most = std::max(most, static_cast<double>(time.v) / (mhz * 1e6));
    };
    for (const auto& slot : machine_.slots()) reach(*slot, std::max(slot->host, slot->chip->now()));
    for (const auto& stream : streams_) reach(*stream->slot, stream->time);
    return most;
}

void Runner::occupy(Stream& stream, Cycles cycles) {
    const Slot& slot = *stream.slot;
    stream.time = Cycles{std::max({stream.time, slot.host, slot.chip->now()}).v + cycles.v};
}

void Runner::remove_stream(Stream& stream) {
    std::erase_if(running_, [&](const Running& r) { return r.stream == &stream; });
    std::erase_if(streams_, [&](const auto& s) { return s.get() == &stream; });
}

void Runner::run_until(const std::function<bool()>& done) {
    device::ask_to_stop(false);
    try {
        while (true) {
            while (step()) {
            }
            if (done()) break;
            if (running_.empty())
                throw Error(Fault::hang, "a queue waits for an event that nobody will record", {},
                            "every queue is either empty or waiting");
            for (const auto& completion : machine_.engine().advance()) complete(completion);
        }
    } catch (const std::exception& e) {
        note_fault(e);
        drop_everything();
        throw;
    }
    for (const auto& slot : machine_.slots()) tell_changes(*slot);
    deliver_realtime();
}

void Runner::run_until(const EventState& event) {
    run_until([&] { return event.done(); });
}

void Runner::drain() {
    run_until([this] {
        return running_.empty() && std::all_of(streams_.begin(), streams_.end(),
                                               [](const auto& s) { return s->commands.empty(); });
    });
}

bool Runner::step() {
    bool any = false;
    for (const auto& s : streams_) {
        while (!s->commands.empty() && ready(*s, s->commands.front())) {
            Command c = std::move(s->commands.front());
            s->commands.pop_front();
            execute(*s, c);
            any = true;
        }
    }
    return any;
}

bool Runner::busy(const Slot& slot, const CoreMask& cores, const Stream* only) const {
    return std::any_of(running_.begin(), running_.end(), [&](const Running& r) {
        return r.stream->slot == &slot && (only == nullptr || r.stream == only) &&
               (r.cores & cores).any();
    });
}

// Programs on one sub-device follow each other whatever queue they come from; data and events
// wait for the programs of their own queue only, as on the card.
bool Runner::ready(const Stream& s, const Command& c) const {
    if (const auto* launch = std::get_if<LaunchCommand>(&c.what))
        return !busy(*s.slot, launch->work->occupied, nullptr);
    if (const auto* wait = std::get_if<WaitCommand>(&c.what)) {
        const EventState& e = *wait->event;
        const std::size_t at = place_in(e, s.slot);
        return e.done() || (at < e.times.size() && e.times[at] != kNever);
    }
    return !busy(*s.slot, c.after, &s);
}

void Runner::execute(Stream& s, Command& c) {
    device::Chip& chip = *s.slot->chip;
    tell_changes(*s.slot, c.number);
    s.time = std::max({s.time, c.issued, last_end(*s.slot, c.after)});
    const auto pass = [&](std::uint64_t bytes, const Placement& where, Direction direction) {
        s.time.v +=
            transfer_cycles(s.slot->layout->product(), bytes, where.page_bytes, direction).v;
    };
    std::visit(Visit{[&](WriteCommand& w) {
                         write_bytes(chip, *w.where, w.offset, *w.bytes);
                         pass(w.bytes->size(), *w.where, Direction::to_device);
                     },
                     [&](ReadCommand& r) {
                         read_bytes(chip, *r.where, r.offset, r.into);
                         pass(r.into.size(), *r.where, Direction::from_device);
                     },
                     [&](LaunchCommand& l) { start(s, l, c.number); },
                     [&](RecordCommand& r) {
                         EventState& e = *r.event;
                         e.times[place_in(e, s.slot)] = s.time;
                         e.pending--;
                     },
                     [&](WaitCommand& w) {
                         const std::size_t at = place_in(*w.event, s.slot);
                         if (at < w.event->times.size())
                             s.time = std::max(s.time, w.event->times[at]);
                     }},
               c.what);
}

// The dispatch core has prepared a program while the one before it ran; the go signal waits for
// both.
void Runner::start(Stream& s, const LaunchCommand& launch, std::uint64_t number) {
    const Prepared& work = *launch.work;
    Slot& slot = *s.slot;
    const Cycles begin = std::max(s.time, s.dispatcher);
    if (begin > slot.busy_until) {
        slot.waited.v += begin.v - slot.busy_until.v;
        slot.busy_until = begin;
    }
    const Cycles prepared{begin.v + work.dispatch.v};
    Cycles earliest = std::max(prepared, last_end(slot, work.occupied));
    // Chips that talk to each other have one clock: none begins in what is past for another. With
    // a fabric the host's calls lie one behind the other on it.
    const bool fabric = FabricHost::get().runs_on(slot);
    if (work.links || fabric)
        for (const auto& other : machine_.slots())
            earliest = std::max({earliest, fabric ? Cycles{} : other->host, other->chip->now()});
    s.time = s.dispatcher = earliest;  // the launches of a queue begin in order
    const device::LaunchId id = machine_.engine().start({.chip = s.slot->chip->id(),
                                                         .name = work.name,
                                                         .program_id = work.program_id,
                                                         .earliest = earliest,
                                                         .cores = work.cores,
                                                         .program = work.program,
                                                         .queue = s.queue});
    if (Profiler* profiler = machine_.watchers().profiler()) profiler->keep_kernels(work);
    running_.push_back({id, &s, work.occupied, launch.work, launch.line, number});
    s.running++;
    launches_++;
}

void Runner::complete(const device::Completion& completion) {
    const auto at = std::find_if(running_.begin(), running_.end(),
                                 [&](const Running& r) { return r.id == completion.id; });
    if (at == running_.end()) return;
    Stream& s = *at->stream;
    for_each_place(at->cores, [&](std::size_t p) { s.slot->core_free[p] = completion.end; });
    s.slot->busy_until = std::max(s.slot->busy_until, completion.end);
    s.running--;
    note_launch(*at->work, *s.slot, completion);
    machine_.watchers().note_line(completion, at->line);
    note_realtime(*at->work, *s.slot, completion);
    running_.erase(at);
    tell_changes(*s.slot);
}

// After a fault the state of the chips is unknown, so nothing that was queued makes sense any more.
void Runner::drop_everything() {
    running_.clear();
    for (const auto& s : streams_) {
        for (const Command& c : s->commands)
            if (const auto* record = std::get_if<RecordCommand>(&c.what))
                record->event->pending = 0;
        s->commands.clear();
        s->running = 0;
    }
    for (const auto& slot : machine_.slots()) {
        slot->chip->tell_dropped();
        tell_changes(*slot);
    }
}

}  // namespace ironbird::host

void ib_request_stop() noexcept {
    ironbird::device::ask_to_stop(true);
}
