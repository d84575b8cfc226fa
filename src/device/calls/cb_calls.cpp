// Circular buffer calls: the chip's counters and pointers, and the time at which pages move.
#include "device/calls/call.hpp"

namespace ironbird::device {
namespace {

[[noreturn, gnu::cold]] void refuse(Caller& c, std::uint32_t cb) {
    const std::uint32_t count = c.core.cb_count;
    c.fail(Fault::cb_index, [cb, count] {
        if (cb >= count)
            return FaultText{fmt::format("CB index {} is out of range", cb),
                             fmt::format("this chip has {} circular buffers on each core", count)};
        return FaultText{fmt::format("CB {} is used but not set up on this core", cb),
                         "no CreateCircularBuffer of the program names it here"};
    });
}

// The buffer of an index, or a fault.
[[gnu::always_inline]] inline Cb& buffer(Caller& c, std::uint32_t cb, std::uint32_t pages) {
    if (cb >= c.core.cb_count || (!c.core.cbs[cb].configured() && pages != 0)) [[unlikely]]
        refuse(c, cb);
    return c.core.cbs[cb];
}

// Data movement wraps on the exact end only and runs on past it otherwise; the compute
// processors wrap from anywhere at or past the end. Both as on the chip.
[[gnu::always_inline]] inline void advance(std::uint32_t& pointer, const ib_cb_interface& i,
                                           std::uint32_t pages, bool compute) {
    pointer += pages * i.fifo_page_size;
    if (compute ? pointer >= i.fifo_limit : pointer == i.fifo_limit) pointer -= i.fifo_size;
}

[[gnu::always_inline]] inline void observe(const Caller& c, CbAction action, std::uint32_t cb,
                                           std::uint32_t pages) {
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_cb(c.core.actor(c.p), action, cb, pages);
}

}  // namespace

extern "C" {

void ib_cb_reserve_back(std::uint32_t cb, std::uint32_t pages) {
    const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    Caller c;
    Cb& b = buffer(c, cb, pages);
    b.hands[c.p.index].reserve_site = site;
    c.charge(c.costs().cb_reserve);
    c.core.stay_in_window(c.p);
    // No need to let others go first: free space only grows until this processor pushes.
    if (b.has_space(pages))
        c.core.wait_until(c.p, b.space_since(pages), sim::wait_for_cb(sim::WaitKind::cb_space, cb, pages));
    else
        c.core.park(c.p, sim::wait_for_cb(sim::WaitKind::cb_space, cb, pages));
    observe(c, CbAction::reserve, cb, pages);
}

void ib_cb_push_back(std::uint32_t cb, std::uint32_t pages) {
    const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    Caller c;
    Cb& b = buffer(c, cb, pages);
    c.charge(c.costs().cb_push);
    c.p.spins = 0;
    c.core.catch_up_departures(c.context.cycles);
    b.push(pages, c.context.cycles);
    CbHand& hand = b.hands[c.p.index];
    hand.pushed += pages;
    hand.push_site = site;
    hand.push_time = c.context.cycles;
    const bool compute = c.p.index >= kFirstCompute;
    ib_cb_interface& i = c.context.cb[cb];
    if (compute) {
        i.tiles_received = static_cast<std::uint16_t>(i.tiles_received + pages);
        i.fifo_wr_tile_ptr = 0;
    }
    advance(i.fifo_wr_ptr, i, pages, compute);
    c.core.pages_moved(cb);
    observe(c, CbAction::push, cb, pages);
}

void ib_cb_wait_front(std::uint32_t cb, std::uint32_t pages) {
    const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    Caller c;
    Cb& b = buffer(c, cb, pages);
    b.hands[c.p.index].wait_site = site;
    c.charge(c.costs().cb_wait);
    c.core.stay_in_window(c.p);
    if (b.has_pages(pages))
        c.core.wait_until(c.p, b.pages_since(pages), sim::wait_for_cb(sim::WaitKind::cb_pages, cb, pages));
    else
        c.core.park(c.p, sim::wait_for_cb(sim::WaitKind::cb_pages, cb, pages));
    observe(c, CbAction::wait, cb, pages);
}

void ib_cb_pop_front(std::uint32_t cb, std::uint32_t pages) {
    const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    Caller c;
    Cb& b = buffer(c, cb, pages);
    c.charge(c.costs().cb_pop);
    c.p.spins = 0;
    c.core.catch_up_departures(c.context.cycles);
    b.pop(pages, c.context.cycles);
    CbHand& hand = b.hands[c.p.index];
    hand.popped += pages;
    hand.pop_site = site;
    hand.pop_time = c.context.cycles;
    const bool compute = c.p.index >= kFirstCompute;
    ib_cb_interface& i = c.context.cb[cb];
    if (compute) i.tiles_acked = static_cast<std::uint16_t>(i.tiles_acked + pages);
    advance(i.fifo_rd_ptr, i, pages, compute);
    c.core.pages_moved(cb);
    observe(c, CbAction::pop, cb, pages);
}

std::uint32_t ib_cb_pages_at_front(std::uint32_t cb) {
    Caller c;
    const Cb& b = buffer(c, cb, 0);
    c.charge(c.costs().cb_wait);
    c.p.spins++;
    c.p.asked = sim::wait_for_cb(sim::WaitKind::cb_pages, cb, 0);
    c.core.sync(c.p);
    return b.at_front(c.context.cycles);
}

std::uint32_t ib_cb_pages_free(std::uint32_t cb) {
    Caller c;
    const Cb& b = buffer(c, cb, 0);
    c.charge(c.costs().cb_reserve);
    c.p.spins++;
    c.p.asked = sim::wait_for_cb(sim::WaitKind::cb_space, cb, 0);
    c.core.sync(c.p);
    return b.free(c.context.cycles);
}

}  // extern "C"

}  // namespace ironbird::device
