// Circular buffers: counts, windows, the end of the ring, and what a hand-over makes known.
#include "check/hazard/cb_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ironbird::check {
namespace {

constexpr std::uint32_t kComputeUnit = 16;
constexpr std::uint32_t kFirstCompute = device::kFirstCompute;

std::string because_count(const Hit& h) {
    return fmt::format("CB {}: {} page{}, {} of them {}", h.number[0], h.number[1],
                       h.number[1] == 1 ? "" : "s", h.number[2],
                       h.number[3] != 0 ? "reserved" : "waited for");
}

std::string because_hands(const Hit& h) {
    return fmt::format("both have moved pages of CB {} in this launch", h.number[0]);
}

std::string because_wrap(const Hit& h) {
    return fmt::format(
        "CB {} has {} pages; {} pages from page {} on reach past its end, and the "
        "pointer never comes back",
        h.number[0], h.number[1], h.number[2], h.number[3]);
}

std::string because_window(const Hit& h) {
    return fmt::format("{} bytes at {:#x}, page {} of CB {}; {} page{} reserved, {} waited for",
                       h.number[1], h.number[0], h.number[2], h.number[3], h.number[4],
                       h.number[4] == 1 ? " is" : "s are", h.number[5]);
}

std::string because_pushed(const Hit& h) {
    return fmt::format("the read fills {:#x}..{:#x}, which is pushed with {} page{} of CB {}",
                       h.number[0], h.number[0] + h.number[1], h.number[3],
                       h.number[3] == 1 ? "" : "s", h.number[2]);
}

std::string because_popped(const Hit& h) {
    return fmt::format("the write takes {:#x}..{:#x}, which is popped with {} page{} of CB {}",
                       h.number[0], h.number[0] + h.number[1], h.number[3],
                       h.number[3] == 1 ? "" : "s", h.number[2]);
}

std::string because_left(const Hit& h) {
    return fmt::format("CB {} ends with {} pages that nobody popped and {} reserved", h.number[0],
                       h.number[1], h.number[2]);
}

std::string because_smaller(const Hit& h) {
    return fmt::format("CB {} has {} bytes at {:#x}, the buffer underneath ends {} bytes earlier",
                       h.number[0], h.number[1], h.number[2], h.number[3]);
}

std::string because_counters(const Hit& h) {
    return fmt::format("CB {} has {} pages; pushed and popped pages are counted modulo 65536",
                       h.number[0], h.number[1]);
}

struct Pointer {
    std::uint32_t at, limit, size;  // bytes
};

Pointer pointer(const ProcessorState& state, std::uint32_t index, bool write) {
    const ib_cb_interface& i = state.processor->context->cb[index];
    const std::uint32_t unit = state.processor->index >= kFirstCompute ? kComputeUnit : 1;
    return {(write ? i.fifo_wr_ptr : i.fifo_rd_ptr) * unit, i.fifo_limit * unit,
            i.fifo_size * unit};
}

// Whether a range lies in so many bytes from a pointer on, which go round at the end.
bool inside(const Pointer& p, std::uint64_t bytes, std::uint32_t address, std::uint32_t size) {
    if (address >= p.at) return address + std::uint64_t{size} <= p.at + bytes;
    return p.at + bytes > p.limit && address + std::uint64_t{size} <= p.at + bytes - p.size;
}

// Pages that a processor has reserved, or has waited for.
struct Held {
    const Who& by;
    std::uint32_t pages;
    bool back;
};

bool is_held(const NodeState& t, const Held& held, std::uint32_t page, std::uint32_t index,
             std::uint32_t address, std::uint32_t size) {
    if (held.by.role == nullptr || held.pages == 0) return false;
    const ProcessorState& state = t.processors[held.by.processor];
    return state.processor != nullptr && inside(pointer(state, index, held.back),
                                                std::uint64_t{held.pages} * page, address, size);
}

}  // namespace

void CbRules::launch(NodeState& t, const device::CoreLaunch& plan, const Owners& owners) {
    Node& node = nodes_[t.id];
    for (CbState& b : node.cbs) b = {};
    node.list.clear();
    for (const device::CbSetup& s : plan.cbs) {
        CbState& b = node.cbs[s.index];
        b.set_up = true;
        b.address = s.address;
        b.size = s.size;
        b.page = s.page_size;
        b.pages = s.page_size != 0 ? s.size / s.page_size : 0;
        node.list.push_back({s.address, s.size, s.index});
        const Region* under = owners.find_buffer(s.address);
        b.on_buffer = under != nullptr;
        if (chip_.cb && under != nullptr && s.address + std::uint64_t{s.size} > under->end)
            t.hits.add({"CB-009",
                        {Who{"owner", t.id, 0, 0, 0}},
                        because_smaller,
                        {s.index, s.size, s.address, s.address + s.size - under->end}});
        if (chip_.cb && b.pages > 0xffff)
            t.hits.add(
                {"CB-010", {Who{"owner", t.id, 0, 0, 0}}, because_counters, {s.index, b.pages}});
        // What a circular buffer holds at the start is nobody's.
        if (under == nullptr) t.shadow.forget(s.address, s.size);
    }
}

bool CbRules::is_scratch(const CbState& b) {
    return b.push.role == nullptr && b.wait.role == nullptr && std::has_single_bit(b.reservers);
}

// A stray store is told when the buffer's own producer appears.
void CbRules::check_early(NodeState& t, CbState& b, std::uint32_t index, const Who& producer) {
    if (!b.on_buffer && b.early.role != nullptr && b.early.processor != producer.processor)
        t.hits.add({"CB-001",
                    {b.early, producer},
                    because_window,
                    {b.early_address, b.early_size,
                     (b.early_address - b.address) / std::max(b.page, 1u), index, 0, 0}});
    b.early = {};
}

void CbRules::check_window(NodeState& t, std::uint32_t address, std::uint32_t size, bool write,
                           const Who& by) {
    Node& node = nodes_[t.id];
    std::uint32_t found = 0xff;
    for (const auto& [begin, bytes, index] : node.list) {
        if (address - begin >= bytes) continue;  // below it wraps round
        CbState& b = node.cbs[index];
        if (write && !b.used && b.early.role == nullptr) {
            b.early = by;
            b.early_address = address;
            b.early_size = size;
        }
        // Memory that is a buffer too, or that no one uses as a queue, has other rules.
        if (b.on_buffer || !b.used) return;
        found = index;
        const Held back{b.reserve, b.reserved, true}, front{b.wait, b.waited, false};
        if (is_held(t, back, b.page, index, address, size) ||
            is_held(t, front, b.page, index, address, size))
            return;
        // What it has pushed itself stays readable until its consumer is done.
        if (!write && by.processor == b.producer) return;
    }
    if (found == 0xff) return;
    const CbState& b = node.cbs[found];
    // A unit that was never handed anything is a private scratch pad.
    if (b.reserve.role == nullptr && b.wait.role == nullptr && b.push.role == nullptr) return;
    t.hits.add({write ? "CB-001" : "CB-002",
                {by},
                because_window,
                {address, size, (address - b.address) / std::max(b.page, 1u), found, b.reserved,
                 b.waited}});
}

// Pages that are handed on must hold what was read into them; pages that are handed back must not
// be needed any more by a write of the same hand.
void CbRules::check_handed(NodeState& t, const CbState& b, std::uint32_t index, std::uint32_t pages,
                           bool push, const Who& by) const {
    const std::uint64_t bytes = std::uint64_t{pages} * b.page;
    const Pointer p = pointer(t.processors[by.processor], index, push);
    // The pointer has moved on already.
    const std::uint64_t end = p.at == b.address ? b.address + std::uint64_t{b.size} : p.at;
    const std::uint64_t begin = end >= bytes ? end - bytes : 0;
    for (std::uint32_t i = 0; i < kMovers; i++)
        for (const Open& o : requests_.of(t.id, i).open) {
            if (o.size == 0 || o.local >= end || o.local + o.size <= begin) continue;
            const bool pending = push ? o.kind == noc::Kind::read
                                      : o.kind == noc::Kind::write && o.unsent &&
                                            i == by.processor &&
                                            !RequestRules::knows_left(t, by, i, o);
            if (!pending) continue;
            t.hits.add({push ? "NOC-001" : "NOC-018",
                        {Who{"issued", t.id, static_cast<std::uint8_t>(i), o.site, o.cycle}, by},
                        push ? because_pushed : because_popped,
                        {o.local, o.size, index, pages}});
        }
}

// Data movement wraps on the exact end only.
void CbRules::check_wrap(NodeState& t, std::uint32_t processor, const CbState& b,
                         std::uint32_t index, std::uint32_t pages, bool push, const Who& by) const {
    if (processor >= kFirstCompute || b.page == 0) return;
    const Pointer p = pointer(t.processors[processor], index, push);
    if (p.at <= p.limit) return;
    const std::uint32_t from = (p.at - b.address) / b.page - pages;
    t.hits.add({"CB-007", {by}, because_wrap, {index, b.pages, pages, from}});
}

// From the first that moved the counter so far; nobody asks for less than `past` again.
void CbRules::learn(const device::Actor& a, Ring<Handed>& from, std::uint32_t count,
                    std::uint32_t past) {
    while (!from.empty() && static_cast<std::int32_t>(from.front().count - past) <= 0)
        from.pop_front();
    if (static_cast<std::int32_t>(count) <= 0) return;  // never used before
    Knowledge& knows = chip_.node(a.node).processors[a.processor].knows;
    for (std::size_t i = 0; i < from.size(); i++)
        if (static_cast<std::int32_t>(from[i].count - count) >= 0)
            return knows.learn(from[i].knowledge, a.processor, chip_.count());
}

void CbRules::hand(const device::Actor& a, Ring<Handed>& to, std::uint32_t count) {
    ProcessorState& state = chip_.node(a.node).processors[a.processor];
    to.push_back({count, state.knows});
    state.tick(a.processor);
}

void CbRules::push(const device::Actor& a, CbState& b, std::uint32_t index, std::uint32_t pages,
                   std::uint32_t site) {
    NodeState& t = chip_.node(a.node);
    const Who pushed = who("pushed", a, site);
    if (chip_.noc) check_handed(t, b, index, pages, true, who("used", a, site));
    if (chip_.cb) {
        if (!b.on_buffer && pages > b.reserved)
            t.hits.add({"CB-003", {pushed}, because_count, {index, pages, b.reserved, 1}});
        if (b.producer != 0xff && b.producer != pushed.processor)
            t.hits.add({"CB-005", {b.push, pushed}, because_hands, {index}});
        check_wrap(t, a.processor, b, index, pages, true, pushed);
    }
    b.producer = pushed.processor;
    b.push = pushed;
    b.reserved -= std::min(b.reserved, pages);
    b.received += pages;
    hand(a, b.pushes, b.received);
}

void CbRules::pop(const device::Actor& a, CbState& b, std::uint32_t index, std::uint32_t pages,
                  std::uint32_t site) {
    NodeState& t = chip_.node(a.node);
    const Who popped = who("popped", a, site);
    if (chip_.cb) {
        if (!b.on_buffer && pages > b.waited)
            t.hits.add({"CB-004", {popped}, because_count, {index, pages, b.waited, 0}});
        if (b.consumer != 0xff && b.consumer != popped.processor)
            t.hits.add({"CB-006", {b.pop, popped}, because_hands, {index}});
        check_wrap(t, a.processor, b, index, pages, false, popped);
    }
    if (chip_.noc) check_handed(t, b, index, pages, false, popped);
    b.consumer = popped.processor;
    b.pop = popped;
    b.waited -= std::min(b.waited, pages);
    b.acked += pages;
    hand(a, b.pops, b.acked);
}

void CbRules::cb(const device::Actor& a, device::CbAction action, std::uint32_t index,
                 std::uint32_t pages) {
    NodeState& t = chip_.node(a.node);
    ProcessorState& state = t.processors[a.processor];
    CbState& b = nodes_[a.node].cbs[index];
    if (state.processor == nullptr || !b.set_up) return;
    const std::uint32_t site = t.sites.here(*state.processor);
    b.used |= pages != 0;
    state.called();
    switch (action) {
        case device::CbAction::reserve:
            b.reserve = who("reserved", a, site);
            b.reservers |= static_cast<std::uint8_t>(1u << a.processor);
            if (chip_.cb) check_early(t, b, index, b.reserve);
            b.reserved = std::max(b.reserved, pages);
            return learn(a, b.pops, b.received + pages - b.pages, b.received - b.pages);
        case device::CbAction::wait:
            b.wait = who("waited", a, site);
            b.waited = std::max(b.waited, pages);
            return learn(a, b.pushes, b.acked + pages, b.acked);
        case device::CbAction::push:
            return push(a, b, index, pages, site);
        case device::CbAction::pop:
            return pop(a, b, index, pages, site);
    }
}

void CbRules::asked(const device::Actor& a, bool filled, std::uint32_t index, std::uint32_t pages) {
    ProcessorState& state = chip_.node(a.node).processors[a.processor];
    CbState& b = nodes_[a.node].cbs[index];
    if (state.processor == nullptr || !b.set_up) return;
    state.called();
    if (filled)
        learn(a, b.pushes, b.acked + pages, b.acked);
    else
        learn(a, b.pops, b.received + pages - b.pages, b.received - b.pages);
}

void CbRules::check_left(NodeState& t) const {
    const Node& node = nodes_[t.id];
    for (const auto& [begin, bytes, index] : node.list) {
        const CbState& b = node.cbs[index];
        const std::uint32_t left = b.received - b.acked;
        if (b.on_buffer || (left == 0 && b.reserved == 0) || is_scratch(b)) continue;
        if (left <= b.waited && b.acked == 0 && b.reserved == 0) continue;
        Who last = b.push.role != nullptr ? b.push : b.reserve;
        t.hits.add({"CB-008", {last}, because_left, {index, left, b.reserved}});
    }
}

}  // namespace ironbird::check
