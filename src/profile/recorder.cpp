// What a processor does, as it happens; each call touches the state of its own core alone.
#include "profile/recorder.hpp"

#include "device/watcher_marks.hpp"
#include "profile/crossing.hpp"

namespace ironbird::profile {
namespace {

using device::Actor;

// Own code between two calls that lasts this long is more than the glue around them.
constexpr std::uint64_t kLongStretch = 200;
// A multicast this soon after another belongs to the same transfer.
constexpr std::uint64_t kSameTransfer = 2000;

constexpr Step kOwnSteps[] = {Step::move, Step::move, Step::unpack, Step::math, Step::pack};

constexpr bool moves_data(std::uint32_t processor) {
    return processor < device::kFirstCompute;
}

// The place that the processor's call was made from. A parked one is told of by whoever wakes it.
[[gnu::always_inline]] inline Site& site_here(ProcessorLog& lane, const Actor& a) {
    const device::Processor& p = *lane.processor;
    const void* frame = p.state == device::State::parked ? p.frame : __builtin_frame_address(0);
    return lane.sites.at(stack_of(frame, p.block()), static_cast<std::uint8_t>(a.processor));
}

// A call or a wait begins at `cycle`: what came before was the kernel's own code.
[[gnu::always_inline]] inline void end_stretch(ProcessorLog& lane, const Actor& a,
                                               std::uint64_t cycle) {
    if (cycle < lane.last + kLongStretch || !moves_data(a.processor)) return;
    Site& site = site_here(lane, a);
    site.scalar_cycles += cycle - lane.last;
    site.stretches++;
}

constexpr Step kWaitSteps[kCauses] = {Step::other, Step::other, Step::noc,
                                      Step::noc,   Step::dram,  Step::semaphore,
                                      Step::other, Step::other, Step::other};

// The processor of the core that ended a wait; nobody: the end came from outside.
std::uint8_t partner(const CoreLog& log, const Actor& a, const sim::Wait& wait, Cause cause) {
    switch (cause) {
        case Cause::cb_data:
            return log.cbs[wait.cb].producer;
        case Cause::cb_space:
            return log.cbs[wait.cb].consumer;
        case Cause::src:
            return a.processor == 2 ? 3 : 2;
        case Cause::dst:
            return a.processor == 3 ? 4 : 3;
        default:
            return kNobody;
    }
}

Cause note_cause(CoreLog& log, ProcessorLog& lane, const sim::Wait& wait, std::uint64_t cycles) {
    bool dram = false;
    if (wait.kind == sim::WaitKind::barrier) {
        const ProcessorLog::Port& port = lane.ports[wait.noc & 1];
        dram = (wait.waits & IB_WAIT_READS) != 0 ? port.dram_read : port.dram_written;
        lane.barrier_stalled += cycles;
    }
    const Cause cause = cause_of(wait, dram);
    lane.stalled[static_cast<std::size_t>(cause)] += cycles;
    if (cause == Cause::cb_data) log.cbs[wait.cb].data_stalled += cycles;
    if (cause == Cause::cb_space) log.cbs[wait.cb].space_stalled += cycles;
    return cause;
}

// What one more set-up of the path costs (hardware measurements: 4, 9, 25 and 64 receivers take
// about 40, 72, 160 and 320 cycles, linked ones 23 or one for each receiver).
std::uint64_t cost_of_no_link(std::uint32_t receivers) {
    return 20 + 5 * receivers - std::max<std::uint64_t>(23, receivers);
}

std::uint32_t cost_of_issue(const arch::IssueCosts& costs, const noc::Transaction& t) {
    const bool page = (t.flags & IB_NOC_PAGE) != 0, stateful = (t.flags & IB_NOC_STATEFUL) != 0;
    if (t.kind == noc::Kind::read)
        return stateful ? costs.read_stateful : page ? costs.read_page : costs.read;
    if (t.kind != noc::Kind::write)
        return t.kind == noc::Kind::atomic ? costs.atomic : costs.inline_write;
    if (stateful) return costs.write_stateful;
    if ((t.flags & IB_NOC_MULTICAST) != 0) return costs.multicast;
    return page ? costs.write_page : costs.write;
}

void note_multicast(ProcessorLog::Port& port, Site& site, const noc::Transaction& t,
                    std::uint64_t cycle, std::uint32_t receivers) {
    const bool same = port.multicast_at != 0 && port.first == t.first && port.last == t.last &&
                      cycle - port.multicast_at < kSameTransfer;
    if (same && (t.flags & IB_NOC_LINKED) == 0) {
        site.unlinked++;
        site.unlinked_cycles += cost_of_no_link(receivers);
    }
    // The last of a linked chain releases the path and is no fault.
    port.first = t.first;
    port.last = t.last;
    port.multicast_at = (t.flags & IB_NOC_LINKED) != 0 ? 0 : cycle;
}

}  // namespace

void Recorder::on_start(const Actor& a, const device::Processor& p) {
    CoreLog& log = core(a);
    ProcessorLog& lane = log.processors[a.processor];
    lane.processor = &p;
    lane.kernel = p.kernel;
    lane.start = lane.end = lane.last = a.cycle.v;
    lane.stalled = {};
    lane.tail_cycles = 0;
    lane.ports = {};
    lane.barrier_stalled = 0;
    lane.sites.clear();
    lane.chain.begin(kOwnSteps[a.processor], log.launched, a.cycle.v);
    lane.chain.keep();
}

void Recorder::on_end(const Actor& a, const device::Processor& p) {
    CoreLog& log = core(a);
    ProcessorLog& lane = log.processors[a.processor];
    if (moves_data(a.processor) && a.cycle.v >= lane.last + kLongStretch)
        lane.tail_cycles = a.cycle.v - lane.last;
    lane.end = a.cycle.v;
    lane.chain.advance(a.cycle.v);
    if (!moves_data(a.processor) && p.core->tensix != nullptr) {
        log.work = p.core->tensix->work;
        log.fidelity = p.core->tensix->settings.fidelity;
    }
    if (keeps_events_)
        log.events.kernels.push_back(
            {lane.start, lane.end, lane.kernel, static_cast<std::uint8_t>(a.processor)});
}

void Recorder::on_yield(const Actor& a) {
    ProcessorLog& lane = core(a).processors[a.processor];
    if (a.cycle.v < lane.last + kLongStretch) return;
    end_stretch(lane, a, a.cycle.v);
    lane.last = a.cycle.v;
}

void Recorder::on_mark(const Actor& a, device::Mark mark, const char* site, std::uint64_t data) {
    if (keeps_events_ && !device::is_watcher_mark(site))
        core(a).events.marks.push_back(
            {a.cycle.v, data, site, mark, static_cast<std::uint8_t>(a.processor)});
}

void Recorder::on_stall(const Actor& a, const sim::Wait& wait) {
    if (a.cycle <= wait.since) return;
    CoreLog& log = core(a);
    ProcessorLog& lane = log.processors[a.processor];
    const std::uint64_t cycles = (a.cycle - wait.since).v;
    const Cause cause = note_cause(log, lane, wait, cycles);
    Site& site = site_here(lane, a);
    site.stalled[static_cast<std::size_t>(cause)] += cycles;
    if (cause == Cause::cb_space) log.cbs[wait.cb].space_site = site.key;
    if (wait.since.v >= lane.last + kLongStretch && moves_data(a.processor)) {
        site.scalar_cycles += wait.since.v - lane.last;
        site.stretches++;
    }
    lane.last = a.cycle.v;
    lane.chain.advance(wait.since.v);
    const Signals::Signal* signal =
        cause == Cause::semaphore ? log.signals.that_ended(wait, a.cycle.v) : nullptr;
    if (signal != nullptr && signal->trail.launch == static_cast<std::uint32_t>(log.launch.v))
        lane.chain.wait_for(signal->trail.path, signal->trail.issued, signal->landed, a.cycle.v);
    else if (const std::uint8_t other = partner(log, a, wait, cause); other != kNobody)
        lane.chain.wait_for(log.processors[other].chain, a.cycle.v);
    else
        lane.chain.wait(kWaitSteps[static_cast<std::size_t>(cause)], a.cycle.v);
    lane.chain.keep();
    if (keeps_events_)
        log.events.stalls.push_back({wait.since.v, a.cycle.v, cause,
                                     static_cast<std::uint8_t>(a.processor),
                                     static_cast<std::uint16_t>(wait.cb)});
}

void Recorder::on_cb(const Actor& a, device::CbAction action, std::uint32_t cb,
                     std::uint32_t pages) {
    CoreLog& log = core(a);
    ProcessorLog& lane = log.processors[a.processor];
    CbUse& use = log.cbs[cb];
    end_stretch(lane, a, a.cycle.v);
    lane.last = a.cycle.v;
    const bool pushes = action == device::CbAction::push, pops = action == device::CbAction::pop;
    if (pushes || action == device::CbAction::reserve)
        use.producer = static_cast<std::uint8_t>(a.processor);
    else
        use.consumer = static_cast<std::uint8_t>(a.processor);
    if (!pushes && !pops) return;
    std::uint32_t& most = pushes ? use.most_pushed : use.most_popped;
    most = std::max(most, pages);
    lane.chain.advance(a.cycle.v);
    lane.chain.keep();
    if (keeps_events_)
        log.events.cbs.push_back(
            {a.cycle.v, static_cast<std::uint16_t>(pages), static_cast<std::uint8_t>(cb), pushes});
}

// How the processor has come to where it is.
Trail Recorder::trail(const Actor& a, CoreLog& log) {
    Chain& chain = log.processors[a.processor].chain;
    chain.advance(a.cycle.v);
    return {a.cycle.v, a.chip, static_cast<std::uint32_t>(log.launch.v), chain.path()};
}

void Recorder::on_word(const Actor& a, device::WordAction action, std::uint32_t address,
                       std::uint32_t) {
    CoreLog& log = core(a);
    ProcessorLog& lane = log.processors[a.processor];
    end_stretch(lane, a, a.cycle.v);
    lane.last = a.cycle.v;
    if (action == device::WordAction::set || action == device::WordAction::add)
        log.signals.add(address, a.cycle.v, trail(a, log));
}

void Recorder::on_land(noc::NodeId at, noc::Transaction& t, Cycles cycle) {
    if (!is_signal(t)) return;
    const Trail trail = trail_of(t);
    ChipLog& chip = *chips_[trail.chip];
    if (at < chip.cores.size()) chip.cores[at].signals.add(t.address, cycle.v, trail);
}

void Recorder::on_barrier(const Actor& a, std::uint32_t waits, std::uint32_t noc, int trid) {
    CoreLog& log = core(a);
    ProcessorLog& lane = log.processors[a.processor];
    ProcessorLog::Port& port = lane.ports[noc & 1];
    const std::uint64_t stalled = std::exchange(lane.barrier_stalled, 0);
    if ((waits & IB_WAIT_READS) != 0) {
        if (port.reads == 1 && stalled > 0 && trid < 0) {
            Site& site = site_here(lane, a);
            site.lone_reads++;
            site.lone_bytes += port.bytes;
            site.lone_stalled += stalled;
        }
        port.reads = 0;
        port.bytes = 0;
        port.dram_read = false;
    } else {
        port.dram_written = false;
    }
    end_stretch(lane, a, a.cycle.v - stalled);
    lane.last = a.cycle.v;
    if (!keeps_events_) return;
    using What = NocEvent::What;
    const What what = (waits & IB_WAIT_READS) != 0           ? What::read_barrier
                      : (waits & IB_WAIT_WRITES_ACKED) != 0  ? What::write_barrier
                      : (waits & IB_WAIT_ATOMICS_ACKED) != 0 ? What::atomic_barrier
                                                             : What::flush;
    log.events.nocs.push_back({.cycle = a.cycle.v,
                               .waited = stalled,
                               .what = what,
                               .noc = static_cast<std::uint8_t>(noc & 1),
                               .processor = static_cast<std::uint8_t>(a.processor)});
}

void Recorder::on_issue(const Actor& a, noc::Transaction& t, const ib_noc& how) {
    ChipLog& chip = *chips_[a.chip];
    CoreLog& log = chip.cores[a.node];
    ProcessorLog& lane = log.processors[a.processor];
    ProcessorLog::Port& port = lane.ports[t.noc];
    Site& site = site_here(lane, a);
    if (a.cycle.v >= lane.last + kLongStretch) end_stretch(lane, a, a.cycle.v);
    lane.last = a.cycle.v;
    const bool multicast = (t.flags & IB_NOC_MULTICAST) != 0;
    const bool transfer = t.kind == noc::Kind::read || t.kind == noc::Kind::write;
    const std::uint32_t cost = cost_of_issue(chip.plan.product().noc.issue, t);
    if (transfer && !multicast) {
        site.packets++;
        site.bytes += t.size;
        site.issue_cycles += cost;
        site.pages += (t.flags & IB_NOC_PAGE) != 0 ? 1 : 0;
    }
    // A command and the wait for the one before it to leave are the NoC's, not the code's.
    const bool follows = std::exchange(port.more, t.more);
    lane.chain.spend(Step::noc, lane.processor->command_waited.v + (follows ? 0 : cost), a.cycle.v);
    if (is_signal(t)) attach(t, trail(a, log));
    if (multicast && transfer) note_multicast(port, site, t, a.cycle.v, how.receivers);
    const bool dram = !multicast && t.target >= chip.plan.cores();
    if (dram && transfer) {
        const std::uint32_t bank = chip.plan.bank_of(t.target - chip.plan.cores(), t.address);
        log.bank_bytes[bank % kBanks] += t.size;
        site.bank_bytes[bank % kBanks] += t.size;
    }
    if (t.kind == noc::Kind::read) {
        port.reads++;
        port.bytes += t.size;
        port.dram_read |= dram;
    } else {
        port.dram_written |= dram;
    }
    if (!keeps_events_) return;
    if (transfer) {
        const std::uint64_t bytes = std::uint64_t{t.size} * links_crossed(chip.plan, t);
        log.link_bytes += bytes;
        log.multicast_link_bytes += multicast ? bytes : 0;
    }
    log.events.nocs.push_back({.cycle = a.cycle.v,
                               .waited = 0,
                               .bytes = t.size,
                               .to = t.to,
                               .first = t.first,
                               .last = t.last,
                               .what = NocEvent::What::transfer,
                               .kind = t.kind,
                               .noc = t.noc,
                               .vc = t.vc,
                               .flags = t.flags,
                               .processor = static_cast<std::uint8_t>(a.processor)});
}

}  // namespace ironbird::profile
