// Slots of routers: the largest even share that fits, as upstream's lists have it.
#include "fabric/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.hpp"

namespace ironbird::fabric {
namespace {

constexpr std::uint32_t kHandshakeBytes = 16, kLocationBytes = 64, kCursorBytes = 16;
constexpr std::uint32_t kWords = kHandshakeBytes + kLocationBytes + kCursorBytes;

// M: noc_overlay_parameters.h.
constexpr std::uint32_t kStreams = 0xffb40000, kStreamBytes = 0x1000;
std::uint32_t offset_of(arch::Family family, StreamRegister which) {
    constexpr std::uint32_t kWormhole[] = {34, 4, 64}, kBlackhole[] = {270, 10, 297};
    const auto i = static_cast<std::size_t>(which);
    return 4 * (family == arch::Family::blackhole ? kBlackhole[i] : kWormhole[i]);
}

// Slots of each channel that sends, and of the one that receives.
struct Share {
    std::uint32_t sender, receiver;
};

// M: fabric_static_sized_channels_allocator.cpp. Its lists halve the senders' and the receiver's in
// turn; that of Wormhole in two dimensions begins with a share that is no power of two.
Share share_of(const Setup& setup, const arch::Ethernet& ethernet, std::uint32_t most) {
    const bool wormhole = ethernet.processors == 1;
    const auto fits = [&](const Share& s) {
        return setup.senders() * s.sender + s.receiver <= most;
    };
    if (is_2d(setup.topology) && wormhole) {
        if (constexpr Share kFirst{7, 11}; fits(kFirst)) return kFirst;
        if (constexpr Share kSecond{4, 8}; fits(kSecond)) return kSecond;
        most = std::min(most, setup.senders() * 4 + 4);
    }
    const std::uint32_t top = wormhole ? 16 : 32;
    Share share{top, top};
    while (share.sender > 0 && !fits(share))
        if (share.sender == share.receiver)
            share.sender /= 2;
        else
            share.receiver /= 2;
    return share;
}

}  // namespace

Layout layout_of(const arch::Ethernet& ethernet, const Setup& setup) {
    const std::uint32_t senders = setup.senders(), slot = setup.slot_bytes();
    const std::uint32_t words = senders * kWords;
    const std::uint32_t most =
        ethernet.unreserved_bytes < words ? 0 : (ethernet.unreserved_bytes - words) / slot;
    const Share share = share_of(setup, ethernet, most);
    if (share.sender == 0 || slot > 0xffff)
        throw Error(Fault::usage,
                    fmt::format("a fabric payload of {} bytes does not fit into a router",
                                setup.payload_bytes));
    Layout l;
    std::uint32_t at = ethernet.unreserved_base;
    for (std::uint32_t c = 0; c < senders; c++) {
        l.senders[c].handshake = at;
        l.senders[c].location = at + kHandshakeBytes;
        l.senders[c].cursor = at + kHandshakeBytes + kLocationBytes;
        at += kWords;
    }
    const auto place = [&](Channel& c, std::uint32_t slots) {
        c.base = at;
        c.slots = slots;
        at += slots * slot;
    };
    // What is left over in two dimensions is for workers.
    const std::uint32_t spare =
        is_2d(setup.topology) ? most - senders * share.sender - share.receiver : 0;
    place(l.senders[0], share.sender + spare);
    for (std::uint32_t c = 1; c < senders; c++) place(l.senders[c], share.sender);
    place(l.receiver, share.receiver);
    return l;
}

std::uint32_t stream_register(arch::Family family, std::uint32_t stream, StreamRegister which) {
    return kStreams + stream * kStreamBytes + offset_of(family, which);
}

std::uint32_t stream_of(arch::Family family, std::uint64_t address, StreamRegister which) {
    if (address < kStreams || address >= kStreams + kStreamsOfCore * kStreamBytes) return ~0u;
    const auto offset = static_cast<std::uint32_t>(address) - kStreams;
    return offset % kStreamBytes == offset_of(family, which) ? offset / kStreamBytes : ~0u;
}

}  // namespace ironbird::fabric
