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

// Where pages are: free ones at the back, for the producer, filled ones at the front.
enum class End : std::uint8_t { back, front };

// cb_reserve_back and cb_wait_front. There is no need to let others go first: what is there only
// grows until this processor takes it.
template <End end>
[[gnu::always_inline]] inline void await_pages(std::uint32_t cb, std::uint32_t pages,
                                               std::uintptr_t site) {
    constexpr bool front = end == End::front;
    Caller c;
    Cb& b = buffer(c, cb, pages);
    CbHand& hand = b.hands[c.p.index];
    (front ? hand.wait_site : hand.reserve_site) = site;
    c.charge(front ? c.costs().cb_wait : c.costs().cb_reserve);
    c.core.stay_in_window(c.p);
    const sim::Wait wait =
        sim::wait_for_cb(front ? sim::WaitKind::cb_pages : sim::WaitKind::cb_space, cb, pages);
    if (front ? b.has_pages(pages) : b.has_space(pages))
        c.core.wait_until(c.p, front ? b.pages_since(pages) : b.space_since(pages), wait);
    else
        c.core.park(c.p, wait);
    observe(c, front ? CbAction::wait : CbAction::reserve, cb, pages);
}

// Asks and does not wait.
template <End end>
std::uint32_t count_pages(std::uint32_t cb) {
    constexpr bool front = end == End::front;
    Caller c;
    const Cb& b = buffer(c, cb, 0);
    c.charge(front ? c.costs().cb_wait : c.costs().cb_reserve);
    c.p.spins++;
    c.p.asked = sim::wait_for_cb(front ? sim::WaitKind::cb_pages : sim::WaitKind::cb_space, cb, 0);
    c.core.sync(c.p);
    const std::uint32_t pages = front ? b.at_front(c.clock()) : b.free(c.clock());
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_cb_asked(c.core.actor(c.p), front, cb, pages);
    return pages;
}

// cb_push_back and cb_pop_front.
template <End end>
[[gnu::always_inline]] inline void move_pages(std::uint32_t cb, std::uint32_t pages,
                                              std::uintptr_t site) {
    constexpr bool front = end == End::front;
    Caller c;
    Cb& b = buffer(c, cb, pages);
    c.charge(front ? c.costs().cb_pop : c.costs().cb_push);
    c.p.spins = 0;
    c.core.catch_up_departures(c.clock());
    CbHand& hand = b.hands[c.p.index];
    ib_cb_interface& i = c.context.cb[cb];
    const bool compute = c.p.index >= kFirstCompute;
    if constexpr (front) {
        b.pop(pages, c.clock());
        hand.popped += pages;
        hand.pop_site = site;
        hand.pop_time = c.clock();
        if (compute) i.tiles_acked = static_cast<std::uint16_t>(i.tiles_acked + pages);
    } else {
        b.push(pages, c.clock());
        hand.pushed += pages;
        hand.push_site = site;
        hand.push_time = c.clock();
        if (compute) {
            i.tiles_received = static_cast<std::uint16_t>(i.tiles_received + pages);
            i.fifo_wr_tile_ptr = 0;
        }
    }
    advance(front ? i.fifo_rd_ptr : i.fifo_wr_ptr, i, pages, compute);
    c.core.pages_moved(cb);
    observe(c, front ? CbAction::pop : CbAction::push, cb, pages);
}

std::uintptr_t address(void* site) {
    return reinterpret_cast<std::uintptr_t>(site);
}

}  // namespace

extern "C" {

void ib_cb_reserve_back(std::uint32_t cb, std::uint32_t pages) {
    await_pages<End::back>(cb, pages, address(__builtin_return_address(0)));
}

void ib_cb_push_back(std::uint32_t cb, std::uint32_t pages) {
    move_pages<End::back>(cb, pages, address(__builtin_return_address(0)));
}

void ib_cb_wait_front(std::uint32_t cb, std::uint32_t pages) {
    await_pages<End::front>(cb, pages, address(__builtin_return_address(0)));
}

void ib_cb_pop_front(std::uint32_t cb, std::uint32_t pages) {
    move_pages<End::front>(cb, pages, address(__builtin_return_address(0)));
}

std::uint32_t ib_cb_pages_at_front(std::uint32_t cb) {
    return count_pages<End::front>(cb);
}

std::uint32_t ib_cb_pages_free(std::uint32_t cb) {
    return count_pages<End::back>(cb);
}

}  // extern "C"

}  // namespace ironbird::device
