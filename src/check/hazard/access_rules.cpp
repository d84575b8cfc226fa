// Accesses to memory: whose it is, whether its data is there, and what comes before it.
#include "check/hazard/access_rules.hpp"

#include <fmt/format.h>

namespace ironbird::check {
namespace {

using By = device::Access::By;

std::string because_dst(const Hit& h) {
    return fmt::format("tile {} of Dst", h.number[0]);
}

const char* role_of(const device::Access& x) {
    return x.write ? "written" : x.by == By::unpack ? "unpacked" : "used";
}

}  // namespace

void AccessRules::check_filled(NodeState& t, const Filled& filled, const device::Access& x,
                               const Who& by) {
    // A tile may have rows that nobody looks at: one that nobody has touched at all is wrong.
    const bool tile = x.by == device::Access::By::unpack;
    if (tile ? filled.any : filled.all) return;
    const char* rule = tile ? "INIT-002" : "INIT-001";
    if (filled.explained) rule = "INIT-005";
    t.hits.add({rule, {by}, because_range, {x.address, x.size}});
}

void AccessRules::signal(NodeState& t, const device::Actor& a, const device::Access& x,
                         const Who& by) {
    if (!x.write) return with_.signals.acquire(t, a.processor, x.address);
    with_.signals.release(t, a.processor, x.address, t.stamp(a, by.site));
    t.shadow.mark_written(x.address, x.size);
    if (chip_.noc) with_.requests.check_pending(t, x.address, x.size, by, true, "NOC-002");
}

// The newest scalar store, until it is loaded back: then it has arrived.
void AccessRules::note_store(NodeState& t, const device::Actor& a, const device::Access& x,
                             std::uint32_t site) {
    ProcessorState& state = t.processors[a.processor];
    if (x.write) {
        state.settle();
        state.last_store = t.stamp(a, site);
        state.last_store_address = x.address;
        state.last_store_size = x.size;
    } else if (overlaps(state.last_store_address, state.last_store_size, x.address, x.size)) {
        state.settle();
    }
}

// The same access need not be looked at again, until somebody calls ask_again().
void AccessRules::note_asked(ProcessorState& state, const device::Access& x) {
    // A load behind a store is another than the one before it: it waits for the store.
    if (x.write) state.asked->clear(x.address, x.size, false);
    state.asked->set(x.address, x.size, x.write);
    state.asks = true;
}

// No bytes: what the packer would take from Dst was never written there.
void AccessRules::check_empty(NodeState& t, const device::Actor& a, const device::Access& x) const {
    if (!chip_.init || x.by != By::pack) return;
    const std::uint32_t site = t.sites.here(*t.processors[a.processor].processor);
    t.hits.add({"INIT-003", {who("packed", a, site)}, because_dst, {x.address}});
}

void AccessRules::access(const device::Actor& a, const device::Access& x) {
    NodeState& t = chip_.node(a.node);
    ProcessorState& state = t.processors[a.processor];
    if (state.processor == nullptr) return;
    if (x.size == 0) return check_empty(t, a, x);
    if (x.by == By::unpack &&
        unpacked_[a.node][a.processor].before(x.address, x.size, state.clock(a.processor)))
        return;
    t.shadow.expect(x.address);
    const std::uint32_t site =
        x.site != 0 ? t.sites.at(state.processor->kernel, x.site) : t.sites.here(*state.processor);
    const bool scalar = x.by == By::scalar || x.by == By::poll;
    if (x.by == By::poll) state.called();  // a wait, as if by a call
    const Who by = who(role_of(x), a, site);
    if (x.by == By::pack) {
        // Data has come to it through Src and Dst from the other two.
        for (const std::uint32_t i : {2u, 3u})
            state.knows.learn(t.processors[i].knows, a.processor, chip_.count());
    }
    if (chip_.memory) {
        with_.owners.check(t, {x.address, x.size, x.write}, t, by);
        if (x.write && with_.claims.any(t.id)) with_.claims.check(t, x.address, x.size, false, by);
    }
    if (scalar && x.size <= 4 && (x.by == By::poll || with_.signals.is_signal(t.id, x.address)))
        return signal(t, a, x, by);
    if (scalar) note_store(t, a, x, site);
    if (chip_.noc) with_.requests.check_pending(t, x.address, x.size, by, x.write, "NOC-002");
    if (chip_.cb) with_.cbs.check_window(t, x.address, x.size, x.write, by);
    t.ask_again(x.address, x.size, !x.write, a.processor);
    if (scalar) note_asked(state, x);
    const Filled filled = with_.races.touch_and_fill(
        t, x.address, x.size,
        {&state.knows, t.stamp(a, site), a.cycle, x.write, by.role, chip_.race || chip_.noc});
    if (chip_.init && !x.write) check_filled(t, filled, x, by);
}

}  // namespace ironbird::check
