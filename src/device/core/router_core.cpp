// Requests, packets and credits of a router as transactions of its core.
#include "device/core/router_core.hpp"

#include <cstring>
#include <utility>

#include "abi/ib_abi.h"
#include "device/core/core.hpp"
#include "device/core/memory_request.hpp"
#include "device/observer.hpp"
#include "noc/address.hpp"

namespace ironbird::device {
namespace {

using Kind = fabric::Packet::Action::Kind;

constexpr std::uint8_t kWriteChannel = 1;  // upstream: NOC_UNICAST_WRITE_VC
constexpr std::uint32_t kCreditBytes = 16;

noc::Kind kind_of(Kind kind) {
    constexpr noc::Kind kKinds[] = {noc::Kind::write, noc::Kind::inline_write, noc::Kind::atomic};
    return kKinds[static_cast<int>(kind)];
}

noc::Transaction& fresh(Core& core, noc::Kind kind) {
    noc::Transaction& t = *core.pool->take();
    t.holders.store(1, std::memory_order_relaxed);
    t.kind = kind;
    t.flags = 0;
    t.trid = 0;
    t.processor = kRouterProcessor;
    t.site = 0;
    t.tag = nullptr;
    return t;
}

std::uint32_t slots_of(const fabric::RouterPlan& plan) {
    std::uint32_t slots = plan.layout.receiver.slots;
    for (std::uint32_t c = 0; c < plan.setup.senders(); c++) slots += plan.layout.senders[c].slots;
    return slots;
}

}  // namespace

RouterOfCore::RouterOfCore(Core& core, const fabric::RouterPlan& plan)
    : core_(core),
      first_slot_(plan.layout.senders[0].base),
      slot_bytes_(plan.setup.slot_bytes()),
      header_bytes_(plan.setup.header_bytes),
      kept_(slots_of(plan)),
      router(*this, plan) {}

std::uint8_t* RouterOfCore::memory() {
    return core_.l1;
}

void RouterOfCore::wake(Cycles time) {
    core_.wake_router(time);
}

bool RouterOfCore::answers(std::uint64_t address, std::uint32_t bytes) const {
    const noc::Address at{address};
    const noc::Place& place = core_.chip.network->map().at(noc::target(at));
    if (place.node == noc::kNoNode) return false;
    const std::uint64_t end = place.kind == arch::TileKind::dram
                                  ? core_.chip.dram_bytes[place.node - core_.chip.plan->cores()]
                                  : core_.chip.plan->l1_bytes(place.node);
    return noc::local(at) + bytes <= end;
}

Cycles RouterOfCore::issue(Cycles time, const fabric::NocRequest& request) {
    const noc::Address at{request.address};
    const noc::Place& place = core_.chip.network->map().at(noc::target(at));
    noc::Transaction& t = fresh(core_, kind_of(request.kind));
    t.noc = request.noc;
    t.vc = kWriteChannel;
    t.target = place.node;
    t.to = place.at;
    t.acknowledged = t.counted = request.tag != 0;
    t.launch = request.tag;
    t.address = noc::local(at);
    t.local = request.local;
    t.size = request.size;
    t.value = request.value;
    t.wrap = 31;
    t.operation = IB_ATOMIC_INC;
    t.byte_enable = 0xf;
    t.more = false;
    // What goes on to another router begins with a header, which is always needed.
    const bool onwards = place.kind == arch::TileKind::ethernet;
    if (t.kind == noc::Kind::write && onwards)
        pass_on(t);
    else if (t.kind == noc::Kind::write && carries(t, core_.chip.moves_data))
        noc::Pool::hold(t, *kept_at(t.local).packet, (t.local - first_slot_) % slot_bytes_);
    return core_.issue_for_router(time, t);
}

// With the header that is in L1 now.
void RouterOfCore::pass_on(noc::Transaction& t) {
    Kept& kept = kept_at(t.local);
    if (std::exchange(kept.passed_on, true)) return carry(t, copy_of(t.local, t.size));
    std::memcpy(kept.packet->data, core_.l1 + t.local, header_bytes_);
    noc::Pool::hold(t, *kept.packet, 0);
}

void RouterOfCore::carry(noc::Transaction& t, noc::Shared& packet) {
    t.shared = &packet;
    t.payload = packet.data;
}

noc::Shared& RouterOfCore::copy_of(std::uint32_t slot, std::uint32_t bytes) {
    noc::Shared& copy = core_.pool->share(bytes, header_bytes_);
    const std::uint8_t* const l1 = core_.l1 + slot;
    const noc::Shared* const kept = kept_at(slot).packet;
    std::memcpy(copy.data, l1, header_bytes_);
    std::memcpy(copy.data + header_bytes_, (kept != nullptr ? kept->data : l1) + header_bytes_,
                bytes - header_bytes_);
    return copy;
}

void RouterOfCore::keep_packet(noc::Transaction& t) {
    std::memcpy(core_.l1 + t.address, t.payload, header_bytes_);
    const auto slot = static_cast<std::uint32_t>(t.address);
    forget_packet(slot);  // of a run that ended with a fault
    kept_at(slot) = {.packet = std::exchange(t.shared, nullptr)};
    t.payload = nullptr;
}

void RouterOfCore::forget_packet(std::uint32_t slot) {
    if (noc::Shared* packet = std::exchange(kept_at(slot).packet, nullptr))
        core_.pool->drop(*packet);
}

void RouterOfCore::forget_packets(noc::Pool& pool) {
    for (Kept& k : kept_)
        if (k.packet != nullptr) pool.drop(*std::exchange(k.packet, nullptr));
}

void RouterOfCore::send_packet(Cycles time, std::uint32_t from, std::uint32_t to,
                               std::uint32_t bytes) {
    noc::Transaction& t = fresh(core_, noc::Kind::write);
    t.address = to;
    t.size = bytes;
    if (noc::Shared* packet = std::exchange(kept_at(from).packet, nullptr)) {
        std::memcpy(packet->data, core_.l1 + from, header_bytes_);
        carry(t, *packet);
    } else {
        carry(t, copy_of(from, bytes));
    }
    // The word that tells the other end follows it.
    core_.ethernet->send(0, time, bytes);
    core_.put_on_cable(t, core_.ethernet->send(0, time, kCreditBytes));
}

void RouterOfCore::send_credit(Cycles time, std::uint32_t channel) {
    noc::Transaction& t = fresh(core_, noc::Kind::inline_write);
    t.size = kCreditBytes;
    t.value = channel;
    core_.put_on_cable(t, core_.ethernet->send_word(time, kCreditBytes));
}

void RouterOfCore::refuse(Misuse misuse, Cycles time, std::string what, std::string why) {
    if (core_.fault) return;
    const Fault fault = misuse == Misuse::packet ? Fault::fabric_packet : Fault::fabric_connection;
    core_.fault =
        FaultNote{fault, kRouterProcessor, time, [what, why] { return FaultText{what, why}; }};
}

void RouterOfCore::connected(Cycles time, std::uint64_t worker, bool open) {
    if (core_.chip.observer == nullptr) return;
    core_.chip.observer->on_connection(
        {.chip = core_.chip.id,
         .router = core_.id,
         .worker = core_.chip.network->map().at(noc::target({worker})).node,
         .processor = writer,
         .open = open,
         .cycle = time});
}

}  // namespace ironbird::device
