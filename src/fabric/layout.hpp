// Where a router keeps its channels in the L1 of its Ethernet core, and how a fabric is set up.
#pragma once

#include <array>
#include <cstdint>

#include "arch/product.hpp"
#include "fabric/packet.hpp"

namespace ironbird::fabric {

inline constexpr std::uint32_t kMostSenders = 4;
inline constexpr std::uint32_t kDefaultPayload = 4352;

// What is the same on all routers of a fabric.
struct Setup {
    Topology topology = Topology::line;
    std::uint32_t header_bytes = 48;
    std::uint32_t payload_bytes = kDefaultPayload;  // most of a packet

    std::uint32_t slot_bytes() const { return header_bytes + payload_bytes; }
    // Channel 0 is that of workers; the others take what routers of the same chip pass on.
    std::uint32_t senders() const {
        return is_2d(topology) ? 4 : topology == Topology::neighbour_exchange ? 1 : 2;
    }
};

// Addresses and numbers of slots.
struct Channel {
    std::uint32_t base = 0, slots = 0;
    std::uint32_t handshake = 0, location = 0, cursor = 0;  // of a sender, for its worker
};
struct Layout {
    std::array<Channel, kMostSenders> senders{};
    Channel receiver;
};

// Throws usage if the payload is larger than a router can hold.
Layout layout_of(const arch::Ethernet& ethernet, const Setup& setup);

// Registers that count free slots: one stream for each sender channel, which whoever fills the
// channel takes from, and one for each direction, which the router there gives back to.
inline constexpr std::uint32_t kSenderStream = 22, kReturnStream = 40;

// A change of a stream's count as a write to its register carries it.
constexpr std::uint32_t stream_change(int by) {
    return static_cast<std::uint32_t>(by) << 6;
}
constexpr std::uint32_t count_of(std::uint32_t change) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(change) >> 6);
}
// Who writes to `update` adds to the count, to `size` sets it; `count` is what readers see.
enum class StreamRegister : std::uint8_t { update, size, count };
// On cores without a router counts are words of L1, where firmware's mailboxes are on the card, so
// that a kernel can wait for one as for any word.
inline constexpr std::uint32_t kStreamsOfCore = 64, kStreamWords = 0x1000;
std::uint32_t stream_register(arch::Family family, std::uint32_t stream,
                              StreamRegister which = StreamRegister::update);
// The stream of a register's address; ~0 for any other address.
std::uint32_t stream_of(arch::Family family, std::uint64_t address,
                        StreamRegister which = StreamRegister::update);

}  // namespace ironbird::fabric
