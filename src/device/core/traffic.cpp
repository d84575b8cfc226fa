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
    const std::uint32_t hold = read ? 0 : timing.depart_cycles;
    std::uint64_t& clock = p.context->cycles;
    // The command buffer takes a request when the one before it has begun to leave.
    if (delivery.paced()) clock = std::max(clock, command_free_[t.noc]);
    const auto [start, end] =
        chip.network->timing().inject(id, t.noc, clock + hold + delivery.departure_delay(t.order),
                                      t.kind == noc::Kind::write ? t.size : 0);
    command_free_[t.noc] = start - hold;
    departures_.push(t.noc, {start, &t});
    window_.pull_horizon(start);
    p.context->deadline = std::min(p.context->deadline, start);
    quiet_after = std::max(quiet_after, end);
    niu.sends(t, end);
    traffic.bytes[t.noc] += t.size;
    traffic.transactions++;
}

void Core::depart_until(std::uint64_t time) {
    while (departures_.next_time() <= time) {
        const auto [at, subject] = departures_.pop();
        if (chip.observer != nullptr) [[unlikely]]
            chip.observer->on_depart(*subject, at);
        if (subject->kind == noc::Kind::write && carries(*subject, chip.moves_data)) {
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
void Core::note_word(const noc::Transaction& t, std::uint64_t time) {
    using How = WordWrite::How;
    const auto at = static_cast<std::uint32_t>(t.address) & ~3u;
    std::uint32_t value = 0;
    std::memcpy(&value, l1 + at, 4);
    const How how = t.kind == noc::Kind::atomic  ? How::noc_atomic
                    : t.kind == noc::Kind::write ? How::noc_write
                                                 : How::noc_inline;
    word_notes.note(at, {value, t.source, t.processor, how, t.site, time});
}

void Core::execute(const sim::Event& e) {
    auto& t = *static_cast<noc::Transaction*>(e.subject);
    if (static_cast<noc::Leg>(e.kind) == noc::Leg::request)
        execute_request(e, t);
    else
        execute_answer(e, t);
}

void Core::execute_request(const sim::Event& e, noc::Transaction& t) {
    noc::Timing& timing = chip.network->timing();
    if (chip.observer != nullptr) [[unlikely]]
        chip.observer->on_land(id, t, e.time);
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
