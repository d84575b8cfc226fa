// Reading NoC addresses.
#include "device/calls/noc_target.hpp"

#include "device/calls/registers.hpp"

namespace ironbird::device {
namespace {

// Where the tables of device_include/ironbird/banks.h put banks that the chip does not have.
constexpr std::uint32_t kNoDramBankX = 63, kNoL1BankX = 62, kLastBankNamed = 63;

std::string no_bank(const arch::Product& product, noc::Corner at) {
    const bool dram = at.x == kNoDramBankX;
    return fmt::format("{} bank {}{} is named, which the {} does not have", dram ? "DRAM" : "L1",
                       at.y, at.y == kLastBankNamed ? " or above" : "", product.name);
}

[[noreturn]] void no_tile(Caller& c, noc::Corner at, noc::Address address) {
    const arch::Product& product = *c.core.chip.product;
    c.fail(Fault::noc_target, [&product, at, address] {
        if (at.x == kNoDramBankX || at.x == kNoL1BankX)
            return FaultText{no_bank(product, at), "the number of banks is that of the device"};
        return FaultText{
            fmt::format("NoC address {:#x} names ({},{}), where there is no tile that answers",
                        address.v, at.x, at.y),
            {}};
    });
}

[[noreturn]] void unmodelled_tile(Caller& c, noc::Corner at, arch::TileKind kind) {
    c.fail(Fault::not_modelled, [at, kind] {
        const char* name = kind == arch::TileKind::ethernet ? "Ethernet"
                           : kind == arch::TileKind::pcie   ? "PCIe"
                                                            : "this kind of";
        return FaultText{
            fmt::format("a NoC transfer to {} tile ({},{}) is not modelled", name, at.x, at.y), {}};
    });
}

// An address of a local variable, cut to the 32 bits of a NoC address.
bool is_on_stack(const Caller& c, std::uint64_t local) {
    const auto block = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(c.p.block()));
    return static_cast<std::uint32_t>(local) - block < IB_BLOCK_BYTES;
}

void refuse_stack(Caller& c, std::uint64_t local, std::uint64_t size) {
    if (!is_on_stack(c, local)) return;
    c.fail(Fault::noc_stack, [size] {
        return FaultText{
            fmt::format("NoC transfer of {} bytes at the address of a local variable", size),
            "it lies on the processor's stack, which is no part of L1"};
    });
}

[[noreturn]] void out_of_range(Caller& c, std::uint64_t local, std::uint64_t size,
                               std::uint64_t limit, const char* memory) {
    c.fail(Fault::noc_range, [=] {
        return FaultText{
            fmt::format("NoC transfer of {} bytes at {:#x} leaves the {}", size, local, memory),
            fmt::format("the {} ends at {:#x}", memory, limit)};
    });
}

void need_remote_range(Caller& c, const noc::Place& place, std::uint64_t local,
                       std::uint64_t size) {
    const bool dram = place.kind == arch::TileKind::dram;
    const std::uint64_t limit = dram
                                    ? c.core.chip.dram_bytes[place.node - c.core.chip.plan->cores()]
                                    : c.core.chip.plan->l1_bytes(place.node);
    if (local + size <= limit) [[likely]]
        return;
    if (place.kind == arch::TileKind::ethernet && c.core.chip.routers &&
        fabric::stream_of(c.core.chip.product->family, local) != ~0u)
        return;
    if (!dram && local <= 0xffffffffu && is_register(static_cast<std::uint32_t>(local)))
        c.fail(Fault::not_modelled, [local] {
            return FaultText{
                fmt::format("a NoC access to the register at {:#010x} is not modelled", local), {}};
        });
    if (!dram) refuse_stack(c, local, size);
    out_of_range(c, local, size, limit, dram ? "DRAM controller's memory" : "target's L1");
}

const noc::Place& named(Caller& c, noc::Corner corner, noc::Address address) {
    const noc::Place& place = c.core.chip.network->map().at(corner);
    if (place.kind == arch::TileKind::none) no_tile(c, corner, address);
    if (place.node == noc::kNoNode) unmodelled_tile(c, corner, place.kind);
    return place;
}

}  // namespace

Target resolve(Caller& c, noc::Address address, std::uint64_t size, const ib_noc& how) {
    const noc::Corner last = noc::target(address);
    const noc::Place& place = named(c, last, address);
    if ((how.flags & IB_NOC_MULTICAST) == 0) {
        need_remote_range(c, place, noc::local(address), size);
        return {place.node, place.at, {}, {}, place.kind == arch::TileKind::dram};
    }
    const noc::Corner first = noc::start(address);
    const noc::Place& other = named(c, first, address);
    if (place.kind != arch::TileKind::tensix) no_tile(c, last, address);
    if (other.kind != arch::TileKind::tensix) no_tile(c, first, address);
    need_remote_range(c, place, noc::local(address), size);
    return {place.node, place.at, first, last, false};
}

void need_alignment(Caller& c, std::uint32_t alignment, std::uint32_t local, std::uint64_t remote,
                    std::uint32_t size, const char* what) {
    if (((local ^ remote) & (alignment - 1)) == 0) [[likely]]
        return;
    // What the chip does then is not documented; whoever asks for it gets the bytes as named.
    if (c.core.chip.allow_misaligned) {
        c.core.traffic.misaligned++;
        return;
    }
    const auto text = [=] {
        return FaultText{
            fmt::format("misaligned {} of {} bytes: L1 address {:#x} and {:#x} differ modulo {}",
                        what, size, local, remote, alignment),
            {}};
    };
    if (!c.noted(Fault::noc_alignment, text)) c.fail(Fault::noc_alignment, text);
}

void need_local_range(Caller& c, std::uint32_t local, std::uint32_t size) {
    if (std::uint64_t{local} + size <= c.context.l1_size) [[likely]]
        return;
    refuse_stack(c, local, size);
    out_of_range(c, local, size, c.context.l1_size, "core's own L1");
}

}  // namespace ironbird::device
