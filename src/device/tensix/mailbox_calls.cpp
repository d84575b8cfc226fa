// Mailboxes between processors, and the sync unit's semaphores.
#include "device/tensix/tensix_call.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kNobody = Mailboxes::kThreads;

// Thread numbers of BRISC, NCRISC (which has no mailbox), unpack, math and pack.
constexpr std::uint32_t kThreadOf[] = {3, kNobody, 0, 1, 2};

std::uint32_t own_thread(Caller& c, std::uint32_t other) {
    const std::uint32_t own = kThreadOf[c.p.index];
    if (own == kNobody || other >= Mailboxes::kThreads) [[unlikely]]
        c.fail(Fault::not_modelled, [other] {
            return FaultText{fmt::format("there is no mailbox to or from thread {} here", other),
                             "BRISC and the three compute processors have mailboxes"};
        });
    return own;
}

Semaphore& semaphore(TensixCall& c, std::uint32_t index) {
    if (index >= c.t.semaphores.size()) [[unlikely]]
        c.fail(Fault::not_modelled, [index] {
            return FaultText{fmt::format("Tensix semaphore {} does not exist", index),
                             "the sync unit has eight"};
        });
    c.charge(c.t.cost.semaphore);
    c.core.sync(c.p);
    return c.t.semaphores[index];
}

// Processors of the mailboxes' threads.
constexpr std::uint32_t kProcessorOf[] = {2, 3, 4, 0};

void tell(const Caller& c, bool write, std::uint32_t other) {
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_mailbox(c.core.actor(c.p), write, kProcessorOf[other]);
}

constexpr std::uint32_t kLargest = 15;  // a semaphore has four bits

}  // namespace

extern "C" {

void ib_mailbox_write(std::uint32_t to, std::uint32_t value) {
    Caller c;
    const std::uint32_t from = own_thread(c, to);
    c.charge(c.core.chip.product->tensix.mailbox);
    c.core.stay_in_window(c.p);
    while (c.core.mailboxes.full(from, to))
        c.core.park(c.p, sim::wait_for_mailbox(sim::WaitKind::mailbox_room, to));
    c.core.mailboxes.write(from, to, {value, c.clock()});
    c.core.tensix_changed(sim::WaitKind::mailbox_word, {});
    c.p.spins = 0;
    tell(c, true, to);
}

std::uint32_t ib_mailbox_read(std::uint32_t from) {
    Caller c;
    const std::uint32_t to = own_thread(c, from);
    c.charge(c.core.chip.product->tensix.mailbox);
    c.core.stay_in_window(c.p);
    while (c.core.mailboxes.empty(from, to))
        c.core.park(c.p, sim::wait_for_mailbox(sim::WaitKind::mailbox_word, from));
    const Mailboxes::Word word = c.core.mailboxes.read(from, to);
    c.core.wait_until(c.p, word.time, sim::wait_for_mailbox(sim::WaitKind::mailbox_word, from));
    c.core.tensix_changed(sim::WaitKind::mailbox_room, c.clock());
    c.p.spins = 0;
    tell(c, false, from);
    return word.value;
}

void ib_tensix_sem_init(std::uint32_t index, std::uint32_t max, std::uint32_t value) {
    TensixCall c;
    semaphore(c, index) = {value, max};
    c.core.tensix_changed(sim::WaitKind::tensix_sem, c.clock());
}

void ib_tensix_sem_post(std::uint32_t index) {
    TensixCall c;
    Semaphore& s = semaphore(c, index);
    s.value = std::min(s.value + 1, kLargest);
    c.core.tensix_changed(sim::WaitKind::tensix_sem, c.clock());
    c.p.spins = 0;
}

void ib_tensix_sem_get(std::uint32_t index) {
    TensixCall c;
    Semaphore& s = semaphore(c, index);
    s.value -= s.value > 0 ? 1 : 0;
    c.core.tensix_changed(sim::WaitKind::tensix_sem, c.clock());
    c.p.spins = 0;
}

std::uint32_t ib_tensix_sem_read(std::uint32_t index) {
    TensixCall c;
    c.p.spins++;
    return semaphore(c, index).value;
}

void ib_tensix_sem_wait(std::uint32_t index, std::uint32_t until_not_zero) {
    TensixCall c;
    const Semaphore& s = semaphore(c, index);
    while (until_not_zero != 0 ? s.value == 0 : s.value >= s.max)
        c.core.park(c.p, sim::wait_for_semaphore(index, until_not_zero != 0));
}

}  // extern "C"

}  // namespace ironbird::device
