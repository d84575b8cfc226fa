// Packets through a router, in order of time.
#include "fabric/router.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/fault.hpp"

namespace ironbird::fabric {
namespace {

using arch::Direction;
using Kind = Packet::Action::Kind;

// Upstream's: memory of the chip on NoC 1, the other routers of the chip on NoC 0.
constexpr std::uint8_t kMemoryNoc = 1, kRouterNoc = 0;
constexpr std::uint32_t kUnit = 16;  // of what goes over the cable

// EDMChannelWorkerLocationInfo.
constexpr std::uint32_t kSemaphoreField = 0, kTeardownField = 16, kCoreField = 32,
                        kReadCounterField = 48;
// Halves of a credit, beside the channel. On a closed way the slot of the sender is free as soon as
// the packet has arrived, or packets that go round could wait for each other for ever.
constexpr std::uint32_t kArrived = 0x100, kDone = 0x200, kBoth = kArrived | kDone;

// Of requests: a flush waits for writes alone, whose tag is this and the number of the NoC.
constexpr std::uint32_t kOtherTag = 1, kWriteTag = 2;

// M: fabric_erisc_router_ct_args.hpp: transaction numbers of a channel that receives, and
// erisc_datamover_builder.cpp: packets between neighbours that one credit stands for.
constexpr std::uint32_t kNumbers = 4, kNumbersOnClosedWays = 8, kAmortized = 4;

constexpr std::uint32_t kOpen = 1, kCloseRequest = 2;

constexpr const char* kSides[] = {"east", "west", "north", "south"};

std::uint32_t load(const std::uint8_t* at) {
    std::uint32_t v = 0;
    std::memcpy(&v, at, sizeof v);
    return v;
}
void store(std::uint8_t* at, std::uint32_t v) {
    std::memcpy(at, &v, sizeof v);
}

std::uint64_t noc_address(std::uint32_t xy, std::uint64_t local) {
    return local | std::uint64_t{xy & 63} << 36 | std::uint64_t{xy >> 16 & 63} << 42;
}

std::uint32_t next_slot(std::uint32_t slot, const Channel& c) {
    return slot + 1 == c.slots ? 0 : slot + 1;
}

}  // namespace

Router::Router(RouterCore& core, const RouterPlan& plan)
    : core_(core),
      plan_(plan),
      timing_(plan_.timing),
      look_sender_{timing_.look_sender + (is_2d(plan.setup.topology) ? timing_.mesh_look : 0)},
      look_receiver_{timing_.look_receiver + (is_2d(plan.setup.topology) ? timing_.mesh_look : 0)},
      processors_(plan.timing.two_processors ? 2 : 1),
      far_free_(plan.layout.receiver.slots) {
    for (std::size_t d = 0; d < next_.size(); d++) next_[d].free = plan.next[d].channel.slots;
    // Upstream's order: workers, what comes from the cable, what other routers pass on.
    Loop &first = loops_[0], &last = loops_[processors_ - 1];
    first.add(0);
    last.add(kReceiver);
    for (std::uint32_t c = 1; c < plan.setup.senders(); c++) first.add(c);
    for (Loop& loop : loops_)
        for (std::uint32_t k = 0; k < loop.count; k++) loop.turn += idle(loop, k);
    std::uint8_t* l1 = core.memory();
    for (std::uint32_t c = 0; c < plan.setup.senders(); c++) {
        const Channel& channel = plan.layout.senders[c];
        std::memset(l1 + channel.handshake, 0, channel.cursor + kUnit - channel.handshake);
    }
}

Packet Router::packet_at(std::uint32_t address) const {
    return {core_.memory() + address, plan_.setup.topology, plan_.setup.header_bytes};
}

// ---- the loop

// Of a look that finds nothing to do.
Cycles Router::idle(const Loop& loop, std::uint32_t look) const {
    return (loop.looks[look] == kReceiver ? look_receiver_ : look_sender_) +
           Cycles{look + 1 == loop.count ? timing_.turn : 0};
}

// Until the first look that begins then or later: before it there was nothing to do.
void Router::catch_up(Loop& loop, Cycles time) const {
    if (loop.time >= time || loop.flushing) return;
    loop.time += loop.turn * ((time - loop.time) / loop.turn);
    while (loop.time < time) {
        loop.time += idle(loop, loop.next);
        loop.next = (loop.next + 1) % loop.count;
    }
}

void Router::catch_up(Cycles time) {
    for (std::uint32_t p = 0; p < processors_; p++) catch_up(loops_[p], time);
}

void Router::run(Cycles time) {
    if (time >= woken_) woken_ = kNever;
    for (std::uint32_t p = 0; p < processors_; p++) run(loops_[p], time);
    plan_wake();
}

void Router::run(Loop& loop, Cycles time) {
    catch_up(loop, time);
    if (loop.flushing || loop.time > time) return;
    const std::uint32_t channel = loop.looks[loop.next];
    if (ready(channel) > time) return;
    loop.time = channel == kReceiver ? look_at_receiver(loop, time) : look_at_sender(channel, time);
    if (loop.flushing) return;
    loop.next++;
    if (loop.next < loop.count) return;
    loop.next = 0;
    loop.time += Cycles{timing_.turn};
}

// When a look at this channel finds something to do; kNever: not before something comes.
Cycles Router::ready(std::uint32_t channel) const {
    if (channel == kReceiver) {
        if (may_receive() || (closed() && told_ < entries_.size())) return {};
        return handled_ == 0 ? kNever : departed(entries_.front());
    }
    const Sender& s = senders_[channel];
    return s.far_credits + s.own_credits > 0 || may_send(channel) ? Cycles{} : kNever;
}

Cycles Router::next_action(const Loop& loop) const {
    if (loop.flushing) return kNever;
    Cycles first = kNever, at = loop.time;
    for (std::uint32_t i = 0; i < loop.count; i++) {
        const std::uint32_t k = (loop.next + i) % loop.count;
        if (const Cycles from = ready(loop.looks[k]); from != kNever) {
            const Cycles late = from > at ? from - at + loop.turn - Cycles{1} : Cycles{};
            first = std::min(first, at + loop.turn * (late / loop.turn));
        }
        at += idle(loop, k);
    }
    return first;
}

void Router::plan_wake() {
    Cycles time = kNever;
    for (std::uint32_t p = 0; p < processors_; p++) time = std::min(time, next_action(loops_[p]));
    if (time >= woken_) return;
    woken_ = time;
    core_.wake(time);
}

// ---- what comes from the chip

void Router::written(std::uint64_t address, Cycles time) {
    if (address != plan_.layout.senders[0].handshake) return;
    const std::uint32_t value = load(core_.memory() + address);
    if (value == kOpen) open(time);
    if (value == kCloseRequest) close(time);
}

void Router::open(Cycles time) {
    const std::uint32_t who = load(core_.memory() + plan_.layout.senders[0].location + kCoreField);
    if (connected_)
        core_.refuse(RouterCore::Misuse::connection, time,
                     fmt::format("a second connection is opened to the router to the {}",
                                 kSides[static_cast<int>(plan_.side)]),
                     fmt::format("core with NoC coordinates ({},{}) has one open and has not "
                                 "closed it; a link takes one worker at a time",
                                 worker_ & 0xffff, worker_ >> 16));
    connected_ = true;
    worker_ = who;
    core_.connected(time, noc_address(worker_, 0), true);
    // What has been sent on since the worker read the counter.
    tell_worker(time, kSemaphoreField, senders_[0].completed);
}

void Router::close(Cycles time) {
    connected_ = false;
    core_.connected(time, noc_address(worker_, 0), false);
    store(core_.memory() + plan_.layout.senders[0].handshake, 0);
    tell_worker(time, kTeardownField, 1);
}

void Router::tell_worker(Cycles time, std::uint32_t field, std::uint32_t value) {
    const std::uint8_t* location = core_.memory() + plan_.layout.senders[0].location;
    const std::uint64_t to = noc_address(worker_, load(location + field));
    if (core_.answers(to, 4))
        core_.issue(time,
                    {.kind = Kind::inline_write, .address = to, .value = value, .noc = kRouterNoc});
}

void Router::stream_changed(std::uint32_t stream, std::uint32_t value, Cycles time) {
    const std::int32_t by = static_cast<std::int32_t>(value) >> 6;
    if (stream >= kSenderStream && stream < kSenderStream + plan_.setup.senders())
        return take(stream - kSenderStream, time);
    if (stream < kReturnStream || stream >= kReturnStream + next_.size()) return;
    catch_up(time);
    next_[stream - kReturnStream].free += static_cast<std::uint32_t>(by);
    run(time);
}

void Router::take(std::uint32_t channel, Cycles time) {
    catch_up(time);
    senders_[channel].taken.push_back(time);
    if (channel == 0) check(time);
    run(time);
}

std::string Router::worker_name() const {
    return fmt::format("the worker at NoC coordinates ({},{})", worker_ & 0xffff, worker_ >> 16);
}

// Of the packet that a worker has just handed over: nobody could say later who sent it.
void Router::check(Cycles time) {
    const Sender& s = senders_[0];
    const Channel& channel = plan_.layout.senders[0];
    const auto refuse = [&](std::string what, std::string why) {
        core_.refuse(RouterCore::Misuse::packet, time, std::move(what), std::move(why));
    };
    if (s.taken.size() > channel.slots)
        return refuse(
            fmt::format("{} sends a packet although the router has no free slot", worker_name()),
            fmt::format("all {} slots are full: call wait_for_empty_write_slot() before "
                        "each packet",
                        channel.slots));
    const auto ahead = static_cast<std::uint32_t>(s.taken.size() - 1 - s.sent);
    const std::uint32_t slot = (s.slot + ahead) % channel.slots;
    const Packet p = packet_at(channel.base + slot * plan_.setup.slot_bytes());
    if (p.payload_bytes() > plan_.setup.payload_bytes)
        return refuse(
            fmt::format("{} sends a packet of {} bytes", worker_name(), p.payload_bytes()),
            fmt::format("the fabric takes packets of up to {} bytes", plan_.setup.payload_bytes));
    const auto way = p.way(arch::opposite(plan_.side), plan_.side);
    if (!way.deliver && way.forward == 0)
        return refuse(fmt::format("{} sends a packet that goes nowhere", worker_name()),
                      "its header holds no route: to_chip_unicast(), to_chip_multicast() or "
                      "fabric_set_unicast_route() sets one, of at least one hop");
    const auto actions = p.actions();
    if (actions.count == 0)
        return refuse(fmt::format("{} sends a packet of type {} ({})", worker_name(),
                                  name(p.type()), static_cast<int>(p.type())),
                      "routers do not carry it out");
    for (std::uint32_t i = 0; i < actions.count; i++)
        if (const auto& a = actions.list[i]; !core_.answers(a.address, a.size))
            refuse(fmt::format("{} sends a packet for NoC address {:#x}", worker_name(), a.address),
                   fmt::format("no memory of {} bytes is there", a.size));
}

// ---- over the cable

bool Router::may_send(std::uint32_t channel) const {
    const Sender& s = senders_[channel];
    // On a closed way one slot stays free, or packets that go round could block each other.
    return s.sent < s.taken.size() && far_free_ >= (closed() && channel == 0 ? 2u : 1u);
}

Cycles Router::look_at_sender(std::uint32_t channel, Cycles time) {
    Sender& s = senders_[channel];
    time += look_sender_;
    if (may_send(channel)) {
        transmit(channel, time);
        time += Cycles{timing_.send};
    }
    const std::uint32_t far = std::exchange(s.far_credits, 0),
                        own = std::exchange(s.own_credits, 0);
    if (far + own == 0) return time;
    // Between neighbours upstream's router handles the credits of several packets at once.
    const bool costs = !neighbours() || s.looked_at % kAmortized == 0;
    s.looked_at += far;
    far_free_ += far;
    if (far > 0 && costs) time += Cycles{timing_.complete};
    if (own > 0) free_slots(channel, own, time);
    if (own > 0 && costs) time += Cycles{timing_.credit};
    return time;
}

void Router::transmit(std::uint32_t c, Cycles time) {
    Sender& s = senders_[c];
    const std::uint32_t from = plan_.layout.senders[c].base + s.slot * plan_.setup.slot_bytes();
    Packet p = packet_at(from);
    p.set_channel(c);
    const std::uint32_t payload = (p.payload_bytes() + kUnit - 1) / kUnit * kUnit;
    const Channel& far = plan_.layout.receiver;
    core_.send_packet(time, from, far.base + far_slot_ * plan_.setup.slot_bytes(),
                      plan_.setup.header_bytes + payload);
    sent.packets++;
    sent.payload_bytes += p.payload_bytes();
    far_slot_ = next_slot(far_slot_, far);
    far_free_--;
    s.slot = next_slot(s.slot, plan_.layout.senders[c]);
    s.sent++;
}

void Router::credit_arrived(std::uint32_t credit, Cycles time) {
    catch_up(time);
    const std::uint32_t channel = credit & 0xff;
    invariant(channel < plan_.setup.senders(), "a credit is for a channel");
    if ((credit & kDone) != 0) senders_[channel].far_credits++;
    if ((credit & kArrived) != 0) senders_[channel].own_credits++;
    run(time);
}

void Router::free_slots(std::uint32_t channel, std::uint32_t count, Cycles time) {
    Sender& s = senders_[channel];
    invariant(s.sent >= count, "a credit is for a packet that was sent");
    s.taken.erase(s.taken.begin(), s.taken.begin() + count);
    s.sent -= count;
    s.completed += count;
    if (channel == 0) {
        store(core_.memory() + plan_.layout.senders[0].location + kReadCounterField, s.completed);
        if (connected_) tell_worker(time, kSemaphoreField, s.completed);
    } else {
        core_.issue(time, {.kind = Kind::inline_write,
                           .address = plan_.gives_back[channel],
                           .value = stream_change(static_cast<int>(count)),
                           .noc = kRouterNoc});
    }
}

// ---- from the cable

void Router::packet_arrived(Cycles time) {
    catch_up(time);
    entries_.push_back({.slot = arrival_slot_});
    arrival_slot_ = next_slot(arrival_slot_, plan_.layout.receiver);
    run(time);
}

// On a closed way its sender has to know of a packet before it is handled.
bool Router::may_receive() const {
    if (handled_ >= (closed() ? told_ : entries_.size())) return false;
    const Entry& entry = entries_[handled_];
    if (entry.forwarded) return true;
    const Packet p = packet_at(plan_.layout.receiver.base + entry.slot * plan_.setup.slot_bytes());
    const Packet::Way way = p.way(plan_.side, plan_.ahead);
    for (const Direction d : arch::kDirections)
        if ((way.forward >> static_cast<int>(d) & 1) != 0 &&
            plan_.next[static_cast<std::size_t>(d)].exists &&
            next_[static_cast<std::size_t>(d)].free == 0)
            return false;
    return true;
}

Cycles Router::look_at_receiver(Loop& loop, Cycles time) {
    const Cycles begun = time;
    const bool resumes = loop.resumes;
    loop.resumes = false;
    if (!resumes) time += look_receiver_;
    if (!resumes && closed() && told_ < entries_.size()) {
        const std::uint32_t slot = entries_[told_].slot;
        core_.send_credit(
            time,
            kArrived |
                packet_at(plan_.layout.receiver.base + slot * plan_.setup.slot_bytes()).channel());
        time += Cycles{timing_.acknowledge};
        told_++;
    }
    // What has left by the begin of this look, not by its end.
    const bool returns = handled_ > 0 && departed(entries_.front()) <= begun;
    if (may_receive()) time = handle(loop, entries_[handled_], time);
    if (loop.flushing) return time;
    return returns ? return_slot(time) : time;
}

Cycles Router::handle(Loop& loop, Entry& entry, Cycles time) {
    const Packet p = packet_at(plan_.layout.receiver.base + entry.slot * plan_.setup.slot_bytes());
    const Packet::Way way = p.way(plan_.side, plan_.ahead);
    bool copied = entry.forwarded;
    for (const Direction d : arch::kDirections) {
        if (entry.forwarded || (way.forward >> static_cast<int>(d) & 1) == 0) continue;
        if (!plan_.next[static_cast<std::size_t>(d)].exists) {
            core_.refuse(RouterCore::Misuse::packet, time,
                         fmt::format("a packet is to be passed on to the {}, where no chip is",
                                     kSides[static_cast<int>(d)]),
                         "its route has more hops than there are chips");
            return time;
        }
        time = forward(entry, p, d, way.deliver && !copied, time);
        copied = true;
    }
    entry.forwarded = true;
    if (way.deliver) time = deliver(loop, entry, p, time);
    if (!loop.flushing) handled_++;
    return time;
}

// A flush keeps the processor until all writes have landed; then it goes on with the increment.
Cycles Router::deliver(Loop& loop, Entry& entry, const Packet& p, Cycles time) {
    const auto actions = p.actions();
    const std::uint32_t payload = plan_.layout.receiver.base +
                                  entry.slot * plan_.setup.slot_bytes() + plan_.setup.header_bytes;
    // Requests follow one another closely; what else a packet costs comes after the last, or before
    // a flush.
    std::uint32_t pays = 0;
    while (pays + 1 < actions.count && !actions.list[pays + 1].flush) pays++;
    for (; entry.action < actions.count; entry.action++) {
        const Packet::Action& a = actions.list[entry.action];
        if (a.flush) {
            loop.flushing = !std::exchange(entry.flushed, true) && landed_ != issued_;
            if (loop.flushing) return time;
            time += flush_cycles();
        }
        issue(entry, time,
              {.kind = a.kind,
               .address = a.address,
               .local = payload + a.offset,
               .size = a.size,
               .value = a.value,
               .noc = kMemoryNoc});
        time += Cycles{entry.action == pays ? timing_.write : timing_.further_write};
    }
    return time;
}

// It asks for each of the transaction numbers in turn.
Cycles Router::flush_cycles() const {
    return Cycles{(closed() ? kNumbersOnClosedWays : kNumbers) * timing_.flush};
}

Cycles Router::forward(Entry& entry, Packet p, Direction to, bool delivered, Cycles time) {
    const Next& next = plan_.next[static_cast<std::size_t>(to)];
    Downstream& state = next_[static_cast<std::size_t>(to)];
    const std::uint32_t from = plan_.layout.receiver.base + entry.slot * plan_.setup.slot_bytes();
    // The header is changed in place: what leaves takes its bytes at once.
    std::array<std::uint8_t, 128> before{};
    std::memcpy(before.data(), core_.memory() + from, plan_.setup.header_bytes);
    p.advance(plan_.side, to, delivered);
    issue(entry, time,
          {.kind = Kind::write,
           .address = next.core | (next.channel.base + state.slot * plan_.setup.slot_bytes()),
           .local = from,
           .size = plan_.setup.header_bytes + p.payload_bytes(),
           .noc = kRouterNoc});
    std::memcpy(core_.memory() + from, before.data(), plan_.setup.header_bytes);
    issue(entry, time,
          {.kind = Kind::inline_write,
           .address = next.core | next.stream_register,
           .value = stream_change(-1),
           .noc = kRouterNoc});
    state.slot = next_slot(state.slot, next.channel);
    state.free--;
    return time + Cycles{timing_.forward};
}

void Router::issue(Entry& entry, Cycles time, NocRequest request) {
    const bool write = request.kind == Kind::write;
    request.tag = write ? kWriteTag + request.noc : kOtherTag;
    unacked_++;
    const Cycles departed = core_.issue(time, request);
    if (!write) return;
    if (!std::exchange(entry.writes[request.noc], true))
        entry.before[request.noc] = issued_[request.noc];
    issued_[request.noc]++;
    entry.departed = std::max(entry.departed, departed);
}

// The NoC holds little of a packet: while one waits for a core that many write to, the next one
// cannot leave.
Cycles Router::departed(const Entry& entry) const {
    for (const std::size_t noc : {0, 1})
        if (entry.writes[noc] && static_cast<std::int32_t>(landed_[noc] - entry.before[noc]) < 0)
            return kNever;
    return entry.departed;
}

void Router::acknowledged(std::uint32_t tag, Cycles time) {
    if (tag == 0) return;
    unacked_--;
    if (tag == kOtherTag) return;
    catch_up(time);
    landed_[tag - kWriteTag]++;
    Loop& loop = loops_[processors_ - 1];
    if (loop.flushing && landed_ == issued_) {
        loop.flushing = false;
        loop.resumes = true;
        loop.time = std::max(loop.time, time);
    }
    run(time);
}

// The oldest packet's, whose bytes have left: in the order of arrival, since the other end counts.
Cycles Router::return_slot(Cycles time) {
    const std::uint32_t at =
        plan_.layout.receiver.base + entries_.front().slot * plan_.setup.slot_bytes();
    const Packet p = packet_at(at);
    core_.send_credit(time, (closed() ? kDone : kBoth) | p.channel());
    if (!neighbours() || returned_++ % kAmortized == 0) time += Cycles{timing_.acknowledge};
    core_.forget_packet(at);
    entries_.pop_front();
    handled_--;
    if (closed()) told_--;
    return time;
}

// ---- for others

Cycles Router::oldest() const {
    // Its sender may have forgotten it, on a closed way and while the last bytes land.
    if (unacked_ > 0 || (!entries_.empty() && closed())) return {};
    Cycles first = kNever;
    for (const Sender& s : senders_)
        if (!s.taken.empty()) first = std::min(first, s.taken.front());
    return first;
}

std::string Router::state() const {
    std::string text;
    const auto add = [&](std::string part) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", part);
    };
    for (std::uint32_t c = 0; c < plan_.setup.senders(); c++)
        if (const auto waiting = senders_[c].taken.size() - senders_[c].sent; waiting > 0)
            add(fmt::format("{} packets of {} wait for room at the other end", waiting,
                            c == 0 ? "its worker" : "other routers"));
    if (handled_ < entries_.size())
        add(fmt::format("{} packets from the other end wait to be passed on",
                        entries_.size() - handled_));
    if (connected_) add(fmt::format("{} has a connection open", worker_name()));
    return text;
}

}  // namespace ironbird::fabric
