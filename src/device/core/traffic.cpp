// A core's side of the NoC: requests leaving, requests arriving, answers coming home.
#include <cstring>

#include "device/core/core.hpp"
#include "device/core/memory_request.hpp"

namespace ironbird::device {
namespace {

// Where the chip leaves the old value of an atomic (upstream: MEM_NOC_ATOMIC_RET_VAL_ADDR).
constexpr std::uint32_t kAtomicReturn = 4;

}  // namespace

void Core::issue(Processor& p, noc::Transaction& t) {
    const arch::NocTiming& timing = chip.product->noc;
    const noc::Delivery& delivery = chip.network->delivery();
    t.order = sim::order_key(id, p.index, p.sequence++);
    t.source = id;
    t.from = position;
    t.processor = p.index;
    t.launch = p.launch;
    const bool read = t.kind == noc::Kind::read;
    const Cycles hold{read ? 0 : timing.depart_cycles};
    // The command buffer takes a request when the one before it has begun to leave.
    const Cycles called = p.clock();
    if (delivery.paced()) p.set_clock(std::max(called, command_free_[t.noc]));
    p.command_waited = p.clock() - called;
    const auto [start, end] = chip.network->timing().inject(
        id, t.noc, p.clock() + hold + delivery.departure_delay(t.order),
        t.kind == noc::Kind::write ? t.size : 0);
    command_free_[t.noc] = start - hold;
    departures_.push(t.noc, {start, &t});
    window_.pull_horizon(start);
    p.pull_deadline(start);
    quiet_after = std::max(quiet_after, end);
    niu.sends(t, end);
    traffic.bytes[t.noc] += t.size;
    traffic.transactions++;
}

void Core::send_frame(Processor& p, std::uint32_t queue, std::uint32_t from, std::uint32_t to,
                      std::uint32_t size) {
    noc::Transaction& t = *pool->take();
    t.holders.store(1, std::memory_order_relaxed);
    t.kind = noc::Kind::write;
    // Never equal to that of a packet of the receiver's own chip.
    t.order = sim::order_key(0x8000u | id, p.index, p.sequence++);
    t.address = to;
    t.size = size;
    t.site = p.site;
    if (carries(t, chip.moves_data)) {
        pool->attach_payload(t, size);
        std::memcpy(t.payload, l1 + from, size);
    }
    const Cycles arrives = ethernet->send(queue, p.clock(), size);
    ethernet->sent.push_back({arrives, &t});
    ethernet->frames++;
    quiet_after = std::max(quiet_after, arrives);
}

Cycles Core::issue_for_router(Cycles time, noc::Transaction& t) {
    t.order = router_order();
    t.source = id;
    t.from = position;
    const bool write = t.kind == noc::Kind::write;
    const auto [start, end] = chip.network->timing().inject(
        id, t.noc, time + Cycles{chip.product->noc.depart_cycles}, write ? t.size : 0);
    departures_.push(t.noc, {start, &t});
    quiet_after = std::max(quiet_after, end);
    traffic.bytes[t.noc] += t.size;
    traffic.transactions++;
    return end;
}

void Core::put_on_cable(noc::Transaction& t, Cycles arrives) {
    t.order = router_order();
    ethernet->sent.push_back({arrives, &t});
    ethernet->frames++;
    quiet_after = std::max(quiet_after, arrives);
}

void Core::wake_router(Cycles time) {
    events.push({time, router_order(), nullptr, static_cast<std::uint32_t>(noc::Leg::wake), 0});
}

void Core::depart_until(Cycles time) {
    while (departures_.next_time() <= time) {
        const auto [at, subject] = departures_.pop();
        const bool routed = subject->processor == kRouterProcessor;  // has its bytes already
        if (chip.observer != nullptr && !routed) [[unlikely]]
            chip.observer->on_depart(*subject, at);
        if (subject->kind == noc::Kind::write && !routed && carries(*subject, chip.moves_data)) {
            pool->attach_payload(*subject, subject->size);
            std::memcpy(subject->payload, l1 + subject->local, subject->size);
        }
        const noc::Packet packet{at, subject->order, subject, noc::Leg::request, id, position};
        if (ahead.active())
            ahead.keep(packet);
        else
            outbox.push_back(packet);
        window_.bound(at + chip.window, at + chip.compute_window);
    }
}

// Packets that carry one word are how cores signal each other.
void Core::note_word(const noc::Transaction& t, Cycles time) {
    using How = WordWrite::How;
    const auto at = static_cast<std::uint32_t>(t.address) & ~3u;
    std::uint32_t value = 0;
    std::memcpy(&value, l1 + at, 4);
    const How how = t.kind == noc::Kind::atomic  ? How::noc_atomic
                    : t.kind == noc::Kind::write ? How::noc_write
                                                 : How::noc_inline;
    const std::uint8_t processor = t.processor == kRouterProcessor ? 0 : t.processor;
    word_notes.note(at, {value, t.source, processor, how, t.site, time});
}

void Core::execute(const sim::Event& e) {
    const auto leg = static_cast<noc::Leg>(e.kind);
    if (leg == noc::Leg::wake) [[unlikely]]
        return run_router(e.time);
    auto& t = *static_cast<noc::Transaction*>(e.subject);
    if (ethernet != nullptr && ethernet->router != nullptr) [[unlikely]]
        execute_for_router(e, t);
    else if (leg == noc::Leg::request)
        execute_request(e, t);
    else if (leg == noc::Leg::frame) [[unlikely]]
        execute_frame(e, t);
    else
        execute_answer(e, t);
}

// A wake has no transaction. The fabric may have been stopped since the router asked for it.
void Core::run_router(Cycles time) {
    if (ethernet->router != nullptr) ethernet->router->router.run(time);
}

// What happens to a core with a router. Its memory is the router's: nobody checks accesses to it.
void Core::execute_for_router(const sim::Event& e, noc::Transaction& t) {
    fabric::Router& router = ethernet->router->router;
    const auto leg = static_cast<noc::Leg>(e.kind);
    if (leg == noc::Leg::frame) {
        const bool packet = t.kind == noc::Kind::write;
        if (packet) ethernet->router->keep_packet(t);
        const std::uint32_t channel = t.value;
        pool->release(t);
        return packet ? router.packet_arrived(e.time) : router.credit_arrived(channel, e.time);
    }
    if (leg != noc::Leg::request) {
        if (t.processor != kRouterProcessor) return execute_answer(e, t);
        const std::uint32_t tag = t.launch;
        pool->release(t);
        return router.acknowledged(tag, e.time);
    }
    const std::uint32_t stream = fabric::stream_of(chip.product->family, t.address);
    const std::uint64_t address = t.address;
    const std::uint32_t value = t.value;
    if (stream != ~0u) {  // a register: nobody watches those
        noc::Timing& timing = chip.network->timing();
        if (t.acknowledged)
            send(timing.answer(t, id, noc::Timing::kNoBank, e.time), t, noc::Leg::ack, position);
        else
            pool->release(t);
        return router.stream_changed(stream, value, e.time);
    }
    const bool word = t.kind == noc::Kind::inline_write;
    ethernet->router->writer = t.processor;
    if (t.shared != nullptr) ethernet->router->keep_packet(t);
    execute_request(e, t);
    if (word) router.written(address, e.time);
}

// Comes from another chip: to those who watch this one it is like a write of the host's.
void Core::execute_frame(const sim::Event& e, noc::Transaction& t) {
    apply_request(t, l1 + t.address);
    if (chip.observer != nullptr) [[unlikely]]
        chip.observer->on_host({chip.id, false, id, t.address, t.size, true});
    pool->release(t);
    words_changed(e.time);
}

// What a router writes comes from another chip.
void Core::tell_landing(const sim::Event& e, noc::Transaction& t) {
    if (t.processor == kRouterProcessor)
        chip.observer->on_fabric(chip.id, id, t, l1 + t.address);
    else
        chip.observer->on_land(id, t, e.time);
}

void Core::execute_request(const sim::Event& e, noc::Transaction& t) {
    noc::Timing& timing = chip.network->timing();
    if (chip.observer != nullptr) [[unlikely]]
        tell_landing(e, t);
    if (t.kind == noc::Kind::read) {
        if (carries(t, chip.moves_data)) pool->attach_payload(t, t.size);
        apply_request(t, l1 + t.address);
        send(timing.answer(t, id, noc::Timing::kNoBank, e.time), t, noc::Leg::data, position);
        return;
    }
    apply_request(t, l1 + t.address);
    if (t.size <= 4) note_word(t, e.time);
    words_changed(e.time);
    if (t.acknowledged)
        send(timing.answer(t, id, noc::Timing::kNoBank, e.time), t, noc::Leg::ack, position);
    else
        pool->release(t);
}

void Core::execute_answer(const sim::Event& e, noc::Transaction& t) {
    if (t.processor == kRouterProcessor) [[unlikely]]
        return pool->release(t);  // of a fabric that was stopped
    Processor& p = processors[t.processor];
    if (chip.observer != nullptr) [[unlikely]]
        chip.observer->on_answer(t, e.time);
    const bool data = static_cast<noc::Leg>(e.kind) == noc::Leg::data;
    if (data && t.payload != nullptr)
        std::memcpy(l1 + t.local, t.payload, t.size);
    else if (t.kind == noc::Kind::atomic && (t.flags & IB_NOC_MULTICAST) == 0)
        std::memcpy(l1 + kAtomicReturn, &t.value, 4);
    const bool own = p.launch == t.launch;  // else its kernel ended without waiting for it
    if (own && p.deliveries > 0) p.deliveries--;
    if (t.counted) niu.answered(t, own);
    pool->release(t);
    if (data) words_changed(e.time);
    if (barrier_waiters_ != 0) wake_barriers(e.time);
}

}  // namespace ironbird::device
