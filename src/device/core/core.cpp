// What wakes the processors of a core.
#include "device/core/core.hpp"

#include <bit>
#include <cstring>

#include "device/tensix/tensix.hpp"

namespace ironbird::device {
namespace {

std::uint32_t word(const std::uint8_t* l1, std::uint32_t address) {
    std::uint32_t value = 0;
    std::memcpy(&value, l1 + (address & ~3u), 4);
    return value;
}

bool words_differ(const Processor& p, const std::uint8_t* l1) {
    for (std::uint32_t i = 0; i < p.wait.b; i++)
        if (word(l1, p.poll_addresses[i]) != p.poll_values[i]) return true;
    return false;
}

bool word_wait_over(const Processor& p, const std::uint8_t* l1) {
    switch (p.wait.kind) {
        case sim::WaitKind::word_equal:
            return word(l1, p.wait.a) == p.wait.b;
        case sim::WaitKind::word_at_least:
            return word(l1, p.wait.a) >= p.wait.b;
        default:
            return words_differ(p, l1);
    }
}

// Calls visit(processor index) for each set bit.
template <class Visit>
void for_each(std::uint32_t mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace

Core::Core(const ChipShared& shared, noc::NodeId tile, std::uint8_t* memory)
    : chip(shared),
      l1(memory),
      calls(shared.product->calls),
      issuing(shared.product->noc.issue),
      position(shared.network->map().core_position(tile)) {
    id = tile;
    ready_.fill(sim::kNever);
    cb_count = shared.product->limits.cbs;
    for (std::uint32_t i = 0; i < kProcessors; i++) {
        processors[i].core = this;
        processors[i].index = static_cast<std::uint8_t>(i);
    }
}

Core::~Core() = default;

void Core::check_words(std::uint64_t time) {
    for_each(word_waiters_, [&](int i) {
        if (word_wait_over(processors[i], l1)) wake(processors[i], time, calls.semaphore_poll);
    });
}

void Core::wake_cb(std::uint32_t cb) {
    for_each(cb_waiters_, [&](int i) {
        Processor& p = processors[i];
        if (p.wait.a != cb) return;
        const Cb& buffer = cbs[cb];
        if (p.wait.kind == sim::WaitKind::cb_pages ? !buffer.has_pages(p.wait.b)
                                                   : !buffer.has_space(p.wait.b))
            return;
        wake(p,
             p.wait.kind == sim::WaitKind::cb_pages ? buffer.pages_since(p.wait.b)
                                                    : buffer.space_since(p.wait.b),
             0);
    });
}

// Waiters look again themselves: another may have been quicker.
void Core::wake_tensix(sim::WaitKind kind, std::uint64_t time) {
    for_each(tensix_waiters_, [&](int i) {
        if (processors[i].wait.kind == kind) wake(processors[i], time, 0);
    });
}

void Core::wake_unpack(std::uint32_t entries) {
    for_each(tensix_waiters_, [&](int i) {
        const sim::Wait& w = processors[i].wait;
        if (w.kind == sim::WaitKind::src_empty && static_cast<std::int32_t>(entries - w.a) >= 0)
            wake(processors[i], 0, 0);
    });
}

void Core::own_tiles() {
    tensix->src.own();
    tiles_lent = false;
}

// When the last compute processor ends, the registers must be as they were: the next kernel would
// hang or take what was left.
void Core::check_balance(Processor& last) {
    for (std::uint32_t i = kFirstCompute; i < kProcessors; i++)
        if (processors[i].state != State::ended && processors[i].state != State::idle) return;
    if (const char* left = tensix->dst.left_behind())
        fail(last, Fault::dst_order, [left] {
            return FaultText{"the compute kernel ends before Dst has gone round", left};
        });
    if (!tensix->src.empty())
        fail(last, Fault::src_order, [] {
            return FaultText{"the compute kernel ends with operands in SrcA and SrcB",
                             "unpack supplied more than math has taken"};
        });
}

bool Core::barrier_done(const Processor& p, std::uint32_t waits, std::uint32_t noc,
                        int trid) const {
    if (trid >= 0 && (waits & (IB_WAIT_READS | IB_WAIT_WRITES_ACKED)) != 0)
        return trid_open[noc][trid] == 0;
    const NocCounters& n = p.noc[noc];
    if ((waits & IB_WAIT_READS) != 0 && n.reads != 0) return false;
    if ((waits & IB_WAIT_WRITES_ACKED) != 0 && n.writes != 0) return false;
    return (waits & IB_WAIT_ATOMICS_ACKED) == 0 || n.atomics == 0;
}

void Core::wake_barriers(std::uint64_t time) {
    for_each(barrier_waiters_, [&](int i) {
        Processor& p = processors[i];
        const bool over = p.wait.kind == sim::WaitKind::delivery
                              ? p.deliveries == 0
                              : barrier_done(p, p.wait.a, p.wait.b, static_cast<int>(p.wait.c) - 1);
        if (over) wake(p, time, p.wait.kind == sim::WaitKind::delivery ? 0 : calls.barrier_poll);
    });
}

}  // namespace ironbird::device
