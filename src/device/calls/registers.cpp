// The wall clock, and counts of streams.
#include "device/calls/registers.hpp"

#include <array>
#include <cstring>

#include "fabric/layout.hpp"

namespace ironbird::device {
namespace {

struct Register {
    std::uint32_t address;
    std::uint32_t (*read)(Caller&);
};

// Reading the low half keeps the high half still for the next read.
std::uint32_t clock_low(Caller& c) {
    c.context.scratch[0] = c.context.cycles >> 32;
    return static_cast<std::uint32_t>(c.context.cycles);
}
std::uint32_t clock_high_now(Caller& c) {
    return static_cast<std::uint32_t>(c.context.cycles >> 32);
}
std::uint32_t clock_high_kept(Caller& c) {
    return static_cast<std::uint32_t>(c.context.scratch[0]);
}

// Wormhole and Blackhole agree on these (upstream: tensix.h, debug registers at 0xFFB12000).
constexpr auto kRegisters = std::to_array<Register>({
    {0xffb121f0, clock_low},
    {0xffb121f4, clock_high_now},
    {0xffb121f8, clock_high_kept},
});

constexpr std::uint32_t kAccessCycles = 7;  // MMIO load

[[noreturn]] void refuse(Caller& c, const char* verb, std::uint32_t address) {
    c.fail(Fault::not_modelled, [verb, address] {
        return FaultText{
            fmt::format("kernel {} the register at {:#010x}, which is not modelled", verb, address),
            {}};
    });
}

using fabric::StreamRegister;

std::uint32_t stream_at(const Caller& c, std::uint32_t address, StreamRegister which) {
    return fabric::stream_of(c.core.chip.product->family, address, which);
}

std::uint32_t count_word(const Caller& c, std::uint32_t stream) {
    std::uint32_t count = 0;
    std::memcpy(&count, c.core.l1 + fabric::kStreamWords + 4 * stream, sizeof count);
    return count;
}

// Numbers of control and status registers.
constexpr std::uint32_t kCsrCycle = 0xc00, kCsrCycleHigh = 0xc80, kCsrTime = 0xc01,
                        kCsrTimeHigh = 0xc81;

}  // namespace

std::uint32_t read_register(Caller& c, std::uint32_t address) {
    c.charge(kAccessCycles);
    for (const Register& r : kRegisters)
        if (r.address == address) return r.read(c);
    const std::uint32_t stream = stream_at(c, address, StreamRegister::count);
    if (stream == ~0u) refuse(c, "reads", address);
    c.core.sync(c.p);
    return count_word(c, stream);
}

void write_register(Caller& c, std::uint32_t address, std::uint32_t value) {
    const std::uint32_t added = stream_at(c, address, StreamRegister::update);
    const std::uint32_t set = stream_at(c, address, StreamRegister::size);
    if (added != ~0u)
        ib_sem_add(fabric::kStreamWords + 4 * added, fabric::count_of(value));
    else if (set != ~0u)
        ib_sem_set(fabric::kStreamWords + 4 * set, value);
    else
        refuse(c, "writes", address);
}

extern "C" std::uint64_t ib_csr(std::uint32_t number) {
    Caller c;
    if (number == kCsrCycle || number == kCsrTime) return c.context.cycles;
    if (number == kCsrCycleHigh || number == kCsrTimeHigh) return c.context.cycles >> 32;
    c.fail(Fault::not_modelled, [number] {
        return FaultText{
            fmt::format("kernel reads the control register {:#x}, which is not modelled", number),
            {}};
    });
}

}  // namespace ironbird::device
