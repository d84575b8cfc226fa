// Accesses that the pass could not settle inline: own memory, registers, block copies.
#include <cstring>

#include "device/calls/memory.hpp"
#include "device/calls/registers.hpp"

namespace ironbird::device {
namespace {

bool inside(const std::uint8_t* base, std::size_t bytes, std::uint64_t address,
            std::uint64_t size) {
    const auto low = reinterpret_cast<std::uintptr_t>(base);
    return base != nullptr && address >= low && address + size <= low + bytes;
}

// memcpy on the chip moves a word with a load and a store; a store to L1 takes five cycles.
constexpr std::uint32_t kCyclesPerWord = 5;
void charge_bytes(Caller& c, std::uint32_t size) {
    c.charge(8 + (size + 3) / 4 * kCyclesPerWord);
}

// Own memory is nobody else's business.
void tell(const Caller& c, std::uint32_t address, std::uint32_t size, bool write, const void* site,
          Access::By by = Access::By::scalar) {
    if (c.core.chip.observer == nullptr || std::uint64_t{address} + size > c.context.l1_size)
        return;
    c.core.chip.observer->on_access(
        c.core.actor(c.p), {by, write, address, size, reinterpret_cast<std::uintptr_t>(site)});
}

void copy(std::uint32_t to, std::uint32_t from, std::uint32_t size, const void* site) {
    Caller c;
    charge_bytes(c, size);
    if (size == 0) return;
    const std::uint8_t* source = translate(c, from, size);
    std::uint8_t* target = translate_for_write(c, to, size);
    tell(c, from, size, false, site);
    tell(c, to, size, true, site);
    std::memmove(target, source, size);
}

}  // namespace

void bad_address(Caller& c, std::uint32_t address, std::uint64_t size) {
    const std::uint32_t l1 = c.context.l1_size;
    c.fail(Fault::kernel_address, [address, size, l1] {
        return FaultText{
            fmt::format("kernel accesses {} bytes at {:#x}", size, address),
            fmt::format("L1 is 0..{:#x}; the address is neither there nor in the kernel's own "
                        "stack, globals or constants",
                        l1)};
    });
}

std::uint8_t* try_translate(const Caller& c, std::uint64_t address, std::uint64_t size) {
    if (address + size <= c.context.l1_size) return c.core.l1 + address;
    auto* host = reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(address));
    const abi::Kernel& k = *c.p.kernel;
    const bool own = inside(c.p.block(), IB_BLOCK_BYTES, address, size) ||
                     inside(c.context.globals, k.globals.bytes.size(), address, size) ||
                     inside(c.context.constants, k.constants.bytes.size(), address, size);
    return own ? host : nullptr;
}

std::uint8_t* translate(Caller& c, std::uint32_t address, std::uint64_t size) {
    std::uint8_t* host = try_translate(c, address, size);
    if (host == nullptr) [[unlikely]]
        bad_address(c, address, size);
    return host;
}

std::uint8_t* translate_for_write(Caller& c, std::uint32_t address, std::uint64_t size) {
    const auto& constants = c.p.kernel->constants.bytes;
    if (inside(c.context.constants, constants.size(), address, size)) [[unlikely]]
        c.fail(Fault::kernel_address, [address] {
            return FaultText{fmt::format("kernel writes to its constant at {:#x}", address), {}};
        });
    return translate(c, address, size);
}

extern "C" {

ib_context* ib_self() {
    return current().context;
}

std::uint64_t ib_load(std::uint32_t address, std::uint32_t size) {
    Caller c;
    if (is_register(address)) return read_register(c, address);
    std::uint64_t value = 0;
    std::memcpy(&value, translate(c, address, size), size);
    return value;
}

void ib_store(std::uint32_t address, std::uint64_t value, std::uint32_t size) {
    Caller c;
    if (is_register(address)) return write_register(c, address, static_cast<std::uint32_t>(value));
    std::memcpy(translate_for_write(c, address, size), &value, size);
}

void* ib_translate(std::uint32_t address, std::uint64_t size, std::uint32_t is_write) {
    Caller c;
    return is_write != 0 ? translate_for_write(c, address, size) : translate(c, address, size);
}

void ib_memcpy(std::uint32_t to, std::uint32_t from, std::uint32_t size) {
    copy(to, from, size, __builtin_return_address(0));
}
void ib_memmove(std::uint32_t to, std::uint32_t from, std::uint32_t size) {
    copy(to, from, size, __builtin_return_address(0));
}

void ib_memset(std::uint32_t to, std::uint32_t value, std::uint32_t size) {
    Caller c;
    charge_bytes(c, size);
    if (size == 0) return;
    std::uint8_t* target = translate_for_write(c, to, size);
    tell(c, to, size, true, __builtin_return_address(0));
    std::memset(target, static_cast<int>(value), size);
}

std::int32_t ib_memcmp(std::uint32_t a, std::uint32_t b, std::uint32_t size) {
    Caller c;
    charge_bytes(c, size);
    if (size == 0) return 0;
    const std::uint8_t* left = translate(c, a, size);
    const std::uint8_t* right = translate(c, b, size);
    tell(c, a, size, false, __builtin_return_address(0));
    tell(c, b, size, false, __builtin_return_address(0));
    return std::memcmp(left, right, size);
}

void ib_check_access(std::uint32_t address, std::uint32_t size, std::uint32_t how) {
    Caller c;
    tell(c, address, size, (how & IB_CHECK_WRITE) != 0, __builtin_return_address(0),
         (how & IB_CHECK_POLL) != 0 ? Access::By::poll : Access::By::scalar);
}

}  // extern "C"

}  // namespace ironbird::device
