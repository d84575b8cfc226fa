// NoC commands: checked, cut into packets, counted and handed to the core's ports.
#include "device/calls/noc_target.hpp"
#include "device/calls/registers.hpp"
#include "device/core/memory_request.hpp"
#include "fabric/layout.hpp"

namespace ironbird::device {
namespace {

void need_noc(Caller& c, const ib_noc& how) {
    if (how.noc < 2 && how.trid < kTransactionIds) [[likely]]
        return;
    const std::uint32_t noc = how.noc, trid = how.trid;
    c.fail(Fault::noc_target, [noc, trid] {
        return noc > 1 ? FaultText{fmt::format("NoC {} does not exist", noc),
                                   "there are NoC 0 and NoC 1"}
                       : FaultText{fmt::format("transaction id {} does not exist", trid),
                                   "ids are 0 to 15"};
    });
}

noc::Transaction& make(Caller& c, noc::Kind kind, const Target& target, const ib_noc& how) {
    noc::Transaction& t = *c.core.pool->take();
    t.holders.store(1, std::memory_order_relaxed);
    t.kind = kind;
    t.noc = how.noc;
    t.vc = how.vc;
    t.trid = (how.flags & IB_NOC_TRID) != 0 ? how.trid : std::uint8_t{0};
    t.flags = how.flags;
    t.target = target.tile;
    t.to = target.at;
    t.first = target.first;
    t.last = target.last;
    t.counted = (how.flags & IB_NOC_POSTED) == 0;
    t.acknowledged = t.counted || c.core.chip.network->delivery().eager();
    return t;
}

// Counts an issued packet against its barriers.
void count(Caller& c, const noc::Transaction& t, std::uint32_t receivers) {
    if (!t.counted) return;
    c.core.niu.issued(t, (t.flags & IB_NOC_MULTICAST) != 0 ? receivers : 1);
    if ((t.flags & IB_NOC_MULTICAST) != 0)
        c.p.multicasts.note({t.site, t.first, t.last, receivers, 0, t.noc, t.flags});
}

void launch(Caller& c, noc::Transaction& t, const ib_noc& how) {
    const noc::Network& network = *c.core.chip.network;
    t.site = c.p.site;
    if (network.delivery().eager()) [[unlikely]]
        c.p.deliveries += (t.flags & IB_NOC_MULTICAST) == 0
                              ? 1
                              : network.map().count_receivers(t.first, t.last, t.noc, c.core.id,
                                                              (t.flags & IB_NOC_INCLUDE_SELF) != 0);
    c.core.issue(c.p, t);
    count(c, t, how.receivers);
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_issue(c.core.actor(c.p), t, how);
}

void end_call(Caller& c) {
    c.p.spins = 0;
    if (c.p.deliveries > 0) [[unlikely]]
        c.core.park(c.p, sim::wait_for(sim::WaitKind::delivery));
    c.core.stay_in_window(c.p);
}

std::uint32_t read_cost(const arch::IssueCosts& costs, std::uint8_t flags) {
    if ((flags & IB_NOC_STATEFUL) != 0) return costs.read_stateful;
    return (flags & IB_NOC_PAGE) != 0 ? costs.read_page : costs.read;
}

std::uint32_t write_cost(const arch::IssueCosts& costs, std::uint8_t flags) {
    if ((flags & IB_NOC_STATEFUL) != 0) return costs.write_stateful;
    if ((flags & IB_NOC_MULTICAST) != 0) return costs.multicast;
    return (flags & IB_NOC_PAGE) != 0 ? costs.write_page : costs.write;
}

// Cuts a transfer into packets and issues them.
void transfer(Caller& c, noc::Kind kind, const Target& target, std::uint32_t local,
              std::uint64_t remote, std::uint32_t size, const ib_noc& how) {
    const std::uint32_t most = c.core.chip.product->noc.max_packet_bytes;
    while (size > 0) {
        noc::Transaction& t = make(c, kind, target, how);
        t.size = std::min(size, most);
        t.local = local;
        t.address = remote;
        t.more = size > t.size;
        launch(c, t, how);
        local += t.size;
        remote += t.size;
        size -= t.size;
    }
    end_call(c);
}

void word_command(Caller& c, noc::Kind kind, noc::Address dst, const ib_noc& how,
                  std::uint32_t value, std::uint32_t wrap, std::uint8_t byte_enable,
                  std::uint8_t operation) {
    const Target target = resolve(c, dst, 4, how);
    need_alignment(c, 4, 0, noc::local(dst), 4,
                   kind == noc::Kind::atomic ? "atomic" : "inline write");
    noc::Transaction& t = make(c, kind, target, how);
    t.size = 4;
    t.local = 0;
    t.address = noc::local(dst);
    t.more = false;
    t.value = value;
    t.wrap = wrap;
    t.byte_enable = byte_enable;
    t.operation = operation;
    launch(c, t, how);
    end_call(c);
}

// The stream of a worker whose count such a write changes; ~0: none.
std::uint32_t stream_named(const Caller& c, noc::Address dst) {
    if (!is_register(static_cast<std::uint32_t>(noc::local(dst)))) return ~0u;
    const noc::Place& place = c.core.chip.network->map().at(noc::target(dst));
    return place.kind == arch::TileKind::tensix
               ? fabric::stream_of(c.core.chip.product->family, noc::local(dst))
               : ~0u;
}

}  // namespace

extern "C" {

void ib_noc_read(std::uint64_t src, std::uint32_t dst, std::uint32_t size, ib_noc how) {
    Caller c;
    c.p.site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    need_noc(c, how);
    c.charge(read_cost(c.core.issuing, how.flags));
    const noc::Address from{src};
    const Target target = resolve(c, from, size, how);
    const arch::Alignment& align = c.core.chip.product->alignment;
    need_local_range(c, dst, size);
    need_alignment(c, target.dram ? align.dram_read : align.l1, dst, noc::local(from), size,
                   "read");
    how.flags &= static_cast<std::uint8_t>(~(IB_NOC_POSTED | IB_NOC_MULTICAST));
    transfer(c, noc::Kind::read, target, dst, noc::local(from), size, how);
}

void ib_noc_write(std::uint32_t src, std::uint64_t dst, std::uint32_t size, ib_noc how) {
    Caller c;
    c.p.site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    need_noc(c, how);
    c.charge(write_cost(c.core.issuing, how.flags));
    const noc::Address to{dst};
    const Target target = resolve(c, to, size, how);
    const arch::Alignment& align = c.core.chip.product->alignment;
    need_local_range(c, src, size);
    need_alignment(c, target.dram ? align.dram_write : align.l1, src, noc::local(to), size,
                   "write");
    transfer(c, noc::Kind::write, target, src, noc::local(to), size, how);
}

void ib_noc_set_state() {
    Caller c;
    c.charge(c.core.issuing.set_state);
}

void ib_noc_inline_write(std::uint64_t dst, std::uint32_t value, std::uint32_t byte_enable,
                         ib_noc how) {
    Caller c;
    c.p.site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    need_noc(c, how);
    c.charge(c.core.issuing.inline_write);
    const noc::Address to{dst};
    if (const std::uint32_t stream = stream_named(c, to); stream != ~0u) [[unlikely]]
        return word_command(c, noc::Kind::inline_write,
                            noc::with_local(to, fabric::kStreamWords + 4 * stream), how,
                            fabric::count_of(value), 0, kAdds, 0);
    word_command(c, noc::Kind::inline_write, to, how, value, 0,
                 static_cast<std::uint8_t>(byte_enable), 0);
}

void ib_noc_atomic(std::uint64_t dst, std::uint32_t op, std::uint32_t value, std::uint32_t wrap,
                   ib_noc how) {
    Caller c;
    c.p.site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    need_noc(c, how);
    c.charge(c.core.issuing.atomic);
    word_command(c, noc::Kind::atomic, noc::Address{dst}, how, value, wrap, 0,
                 static_cast<std::uint8_t>(op));
}

}  // extern "C"

}  // namespace ironbird::device
