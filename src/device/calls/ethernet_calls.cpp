// Commands of an Ethernet core's queues.
#include "device/calls/call.hpp"
#include "device/calls/noc_target.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kUnit = 16;  // of addresses and sizes on a link

EthernetPort& port(Caller& c, std::uint32_t queue) {
    if (c.core.ethernet == nullptr)
        c.fail(Fault::noc_target, [] {
            return FaultText{"an Ethernet command on a core that has no cable",
                             "eth_... calls are for kernels with an EthernetConfig"};
        });
    if (!c.core.ethernet->exists(queue))
        c.fail(Fault::noc_target, [queue] {
            return FaultText{fmt::format("the core has no Ethernet queue {}", queue), {}};
        });
    return *c.core.ethernet;
}

void need_units(Caller& c, std::uint32_t from, std::uint32_t to, std::uint32_t size) {
    if ((from | to | size) % kUnit == 0 && size != 0) [[likely]]
        return;
    c.fail(Fault::noc_alignment, [=] {
        return FaultText{
            fmt::format("Ethernet transfer of {} bytes from {:#x} to {:#x}", size, from, to),
            "addresses and sizes are multiples of 16, and a size is not 0"};
    });
}

}  // namespace

extern "C" {

void ib_eth_send(std::uint32_t queue, std::uint32_t from, std::uint32_t to, std::uint32_t size) {
    Caller c;
    port(c, queue);
    need_units(c, from, to, size);
    need_local_range(c, from, size);
    need_local_range(c, to, size);  // the other L1 is as large
    c.charge(c.core.chip.product->ethernet.command_cycles);
    c.core.sync(c.p);
    // A command waits until the queue has taken the one before it.
    c.core.wait_until(c.p, c.core.ethernet->free_at(queue), sim::wait_for(sim::WaitKind::delivery));
    c.p.spins = 0;
    c.core.send_frame(c.p, queue, from, to, size);
    c.core.stay_in_window(c.p);
}

std::uint32_t ib_eth_busy(std::uint32_t queue) {
    Caller c;
    const EthernetPort& p = port(c, queue);
    c.charge(c.costs().semaphore_poll);
    c.core.sync(c.p);
    return p.free_at(queue) > c.clock() ? 1 : 0;
}

}  // extern "C"

}  // namespace ironbird::device
