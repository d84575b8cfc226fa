// Barriers and flushes, waiting and asking.
#include "device/calls/call.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kAnswered = IB_WAIT_READS | IB_WAIT_WRITES_ACKED | IB_WAIT_ATOMICS_ACKED;

int trid_of(const ib_noc& how) {
    return (how.flags & IB_NOC_TRID) != 0 ? how.trid % static_cast<int>(kTransactionIds)
                                          : NiuCounters::kNoId;
}

}  // namespace

extern "C" {

void ib_noc_barrier(std::uint32_t waits, ib_noc how) {
    Caller c;
    how.noc &= 1;
    const int trid = trid_of(how);
    const sim::Wait wait = sim::wait_for_answers(waits, how.noc, trid);
    c.core.wait_until(c.p, c.core.niu.sent_at(c.p.index, waits, how.noc, trid), wait);
    c.core.catch_up_departures(c.clock());
    if ((waits & kAnswered) == 0 || c.core.niu.done(c.p.index, waits, how.noc, trid)) {
        c.charge(c.costs().barrier_poll);
        c.core.stay_in_window(c.p);
    } else {
        c.core.park(c.p, wait);
    }
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_barrier(c.core.actor(c.p), waits, how.noc, trid);
}

std::uint32_t ib_noc_done(std::uint32_t waits, ib_noc how) {
    Caller c;
    how.noc &= 1;
    c.charge(c.costs().barrier_poll);
    c.p.spins++;
    c.core.sync(c.p);
    const int trid = trid_of(how);
    c.p.asked = sim::wait_for_answers(waits, how.noc, trid);
    if (c.clock() < c.core.niu.sent_at(c.p.index, waits, how.noc, trid)) return 0;
    if ((waits & kAnswered) != 0 && !c.core.niu.done(c.p.index, waits, how.noc, trid)) return 0;
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_barrier(c.core.actor(c.p), waits, how.noc, trid);
    return 1;
}

void ib_noc_reset_trids(std::uint32_t id_mask, std::uint32_t noc) {
    Caller c;
    if (c.core.chip.observer != nullptr)
        c.core.chip.observer->on_clear_trids(c.core.actor(c.p), id_mask, noc & 1);
    c.core.niu.clear_ids(id_mask, noc & 1);
    c.charge(c.costs().barrier_poll);
}

}  // extern "C"

}  // namespace ironbird::device
