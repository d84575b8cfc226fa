// Packets through a router, in order of time.
#include "fabric/router.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

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

// Beside the number of an entry in a tag: what a flush waits for.
constexpr std::uint32_t kFlushed = 0x80000000u;

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
      notice_{plan.timing.notice},
      send_cycles_{plan.timing.send[static_cast<std::size_t>(plan.setup.topology)]},
      receive_cycles_{plan.timing.receive[static_cast<std::size_t>(plan.setup.topology)]},
      far_free_(plan.layout.receiver.slots) {
    for (std::size_t d = 0; d < next_.size(); d++) next_[d].free = plan.next[d].channel.slots;
    std::uint8_t* l1 = core.memory();
    for (std::uint32_t c = 0; c < plan.setup.senders(); c++) {
        const Channel& channel = plan.layout.senders[c];
        std::memset(l1 + channel.handshake, 0, channel.cursor + kUnit - channel.handshake);
    }
}

Packet Router::packet_at(std::uint32_t address) const {
    return {core_.memory() + address, plan_.setup.topology, plan_.setup.header_bytes};
}

void Router::wake_at(Cycles time) {
    if (time >= woken_) return;
    woken_ = time;
    core_.wake(time);
}

void Router::run(Cycles time) {
    if (time >= woken_) woken_ = kNever;
    // One processor does both in turn, or the ends of a cable would fill each other's slots in
    // bursts.
    if (received_last_) send(time);
    receive(time);
    send(time);
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
        core_.issue(time + notice_,
                    {.kind = Kind::inline_write, .address = to, .value = value, .noc = kRouterNoc});
}

void Router::stream_changed(std::uint32_t stream, std::uint32_t value, Cycles time) {
    const std::int32_t by = static_cast<std::int32_t>(value) >> 6;
    if (stream >= kSenderStream && stream < kSenderStream + plan_.setup.senders())
        return take(stream - kSenderStream, time);
    if (stream < kReturnStream || stream >= kReturnStream + next_.size()) return;
    next_[stream - kReturnStream].free += static_cast<std::uint32_t>(by);
    run(time);
}

void Router::take(std::uint32_t channel, Cycles time) {
    Sender& s = senders_[channel];
    s.taken.push_back(time);
    if (channel == 0) check(time);
    wake_at(time + notice_);
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

int Router::next_sender(Cycles time) {
    const std::uint32_t count = plan_.setup.senders();
    // On a closed way one slot stays free, or packets that go round could block each other.
    const bool bubble = is_closed(plan_.setup.topology);
    for (std::uint32_t i = 1; i <= count; i++) {
        const std::uint32_t c = (last_sender_ + i) % count;
        const Sender& s = senders_[c];
        if (s.sent == s.taken.size() || far_free_ < (bubble && c == 0 ? 2u : 1u)) continue;
        if (const Cycles ready = s.taken[s.sent] + notice_; ready > time)
            wake_at(ready);
        else
            return static_cast<int>(c);
    }
    return -1;
}

void Router::send(Cycles time) {
    if (flushing_ && !timing_.two_processors) return;
    for (int c = next_sender(time); c >= 0; c = next_sender(time)) {
        // One processor looks at its queue once in a turn, which a packet that came makes longer.
        const Cycles turn = received_last_ ? receive_cycles_ : Cycles{};
        const Cycles free = std::max(processor(true), core_.cable_free() + turn);
        if (free > time) return wake_at(free);
        transmit(static_cast<std::uint32_t>(c), time);
    }
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
    processor(true) = time + send_cycles_;
    received_last_ = false;
    far_slot_ = next_slot(far_slot_, far);
    far_free_--;
    s.slot = next_slot(s.slot, plan_.layout.senders[c]);
    s.sent++;
    last_sender_ = c;
}

void Router::credit_arrived(std::uint32_t credit, Cycles time) {
    if ((credit & kDone) != 0) far_free_++;
    if ((credit & kArrived) != 0) free_slot(credit & 0xff, time);
    run(time);
}

void Router::free_slot(std::uint32_t channel, Cycles time) {
    invariant(channel < plan_.setup.senders() && senders_[channel].sent > 0,
              "a credit is for a packet that was sent");
    Sender& s = senders_[channel];
    s.taken.pop_front();
    s.sent--;
    s.completed++;
    if (channel == 0) {
        store(core_.memory() + plan_.layout.senders[0].location + kReadCounterField, s.completed);
        if (connected_) tell_worker(time, kSemaphoreField, s.completed);
    } else {
        core_.issue(time + notice_, {.kind = Kind::inline_write,
                                     .address = plan_.gives_back[channel],
                                     .value = stream_change(1),
                                     .noc = kRouterNoc});
    }
}

// ---- from the cable

void Router::packet_arrived(Cycles time) {
    entries_.push_back({.ready = time + notice_, .slot = arrival_slot_});
    if (is_closed(plan_.setup.topology))
        core_.send_credit(time, kArrived | packet_at(plan_.layout.receiver.base +
                                                     arrival_slot_ * plan_.setup.slot_bytes())
                                               .channel());
    arrival_slot_ = next_slot(arrival_slot_, plan_.layout.receiver);
    wake_at(time + notice_);
}

void Router::receive(Cycles time) {
    while (handled_ < entries_.size()) {
        Entry& entry = entries_[handled_];
        const Cycles free = std::max(entry.ready, processor(false));
        if (free > time) return wake_at(free);
        if (!handle(entry, time)) return;
        handled_++;
    }
}

// False: it waits for acknowledgements or for room at the next router, and is called again.
bool Router::handle(Entry& entry, Cycles time) {
    const Packet p = packet_at(plan_.layout.receiver.base + entry.slot * plan_.setup.slot_bytes());
    const Packet::Way way = p.way(plan_.side, plan_.ahead);
    for (const Direction d : arch::kDirections) {
        if ((way.forward >> static_cast<int>(d) & 1) == 0) continue;
        if (!plan_.next[static_cast<std::size_t>(d)].exists) {
            core_.refuse(RouterCore::Misuse::packet, time,
                         fmt::format("a packet is to be passed on to the {}, where no chip is",
                                     kSides[static_cast<int>(d)]),
                         "its route has more hops than there are chips");
            return false;
        }
        if (next_[static_cast<std::size_t>(d)].free == 0) return false;
    }
    if (way.deliver && !deliver(entry, p, time)) return false;
    std::uint32_t copies = 0;
    for (const Direction d : arch::kDirections)
        if ((way.forward >> static_cast<int>(d) & 1) != 0) {
            forward(entry, p, d, way.deliver && copies == 0, time);
            copies++;
        }
    const std::uint32_t requests = copies + (way.deliver ? entry.action : 0);
    processor(false) = std::max(processor(false), time) + receive_cycles_ +
                       Cycles{timing_.further_write} * (requests > 1 ? requests - 1 : 0);
    entry.issued = true;
    received_last_ = !timing_.two_processors;
    return true;
}

bool Router::deliver(Entry& entry, const Packet& p, Cycles time) {
    const auto actions = p.actions();
    const std::uint32_t payload = plan_.layout.receiver.base +
                                  entry.slot * plan_.setup.slot_bytes() + plan_.setup.header_bytes;
    for (; entry.action < actions.count; entry.action++) {
        const Packet::Action& a = actions.list[entry.action];
        flushing_ = a.flush && unacked_ > 0;
        if (flushing_) return false;
        issue(entry, time,
              {.kind = a.kind,
               .address = a.address,
               .local = payload + a.offset,
               .size = a.size,
               .value = a.value,
               .noc = kMemoryNoc});
    }
    return true;
}

void Router::forward(Entry& entry, Packet p, Direction to, bool delivered, Cycles time) {
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
}

void Router::issue(Entry& entry, Cycles time, NocRequest request) {
    const bool flushed = request.kind == Kind::write;
    request.tag = ((first_entry_ + handled_) & ~kFlushed) | (flushed ? kFlushed : 0);
    entry.acks++;
    if (flushed) unacked_++;
    core_.issue(time, request);
}

void Router::acknowledged(std::uint32_t tag, Cycles time) {
    if (tag == 0) return;
    entries_[(tag - first_entry_) & ~kFlushed].acks--;
    if ((tag & kFlushed) != 0) unacked_--;
    complete(time);
    run(time);
}

// In the order of arrival: the other end counts.
void Router::complete(Cycles time) {
    while (!entries_.empty() && entries_.front().issued && entries_.front().acks == 0) {
        const std::uint32_t at =
            plan_.layout.receiver.base + entries_.front().slot * plan_.setup.slot_bytes();
        const Packet p = packet_at(at);
        core_.forget_packet(at);
        core_.send_credit(time, (is_closed(plan_.setup.topology) ? kDone : kBoth) | p.channel());
        entries_.pop_front();
        first_entry_++;
        handled_--;
    }
}

// ---- for others

Cycles Router::oldest() const {
    if (!entries_.empty() && is_closed(plan_.setup.topology))
        return {};  // its sender has forgotten it
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
