// Packet headers as kernels write them: what is to be done at a chip, and where a packet goes next.
#pragma once

#include <array>
#include <cstdint>

#include "arch/cluster.hpp"

namespace ironbird::fabric {

// The shape of the ways that packets can take; the numbers are upstream's.
enum class Topology : std::uint8_t { neighbour_exchange, line, ring, mesh, torus };
inline constexpr std::size_t kTopologies = 5;

constexpr bool is_2d(Topology t) {
    return t == Topology::mesh || t == Topology::torus;
}
constexpr bool is_closed(Topology t) {
    return t == Topology::ring || t == Topology::torus;
}

// Of all headers; what says the way follows, and its length depends on the fabric.
inline constexpr std::uint32_t kPayloadSizeAt = 40, kSendTypeAt = 42, kChannelAt = 43,
                               kRouteAt = 44;

enum class SendType : std::uint8_t {
    write,
    inline_write,
    atomic_inc,
    fused_atomic_inc,
    scatter_write,
    multicast_write,       // these two are refused by routers
    multicast_atomic_inc,  // on the card, too
    read,                  // of the unified data movement mode alone
    sparse_multicast_write,
    count_,
};
const char* name(SendType type);

// A copy of nothing: bytes in L1 that somebody else keeps.
class Packet {
 public:
    Packet(std::uint8_t* header, Topology topology, std::uint32_t header_bytes)
        : header_(header), topology_(topology), header_bytes_(header_bytes) {}

    std::uint32_t payload_bytes() const { return word16(kPayloadSizeAt); }
    SendType type() const { return static_cast<SendType>(header_[kSendTypeAt]); }
    std::uint8_t channel() const { return header_[kChannelAt]; }
    void set_channel(std::uint32_t channel) {
        header_[kChannelAt] = static_cast<std::uint8_t>(channel);
    }

    // Where it goes from a chip that it entered over the cable on this side.
    struct Way {
        bool deliver = false;
        std::uint8_t forward = 0;  // bit by direction
    };
    // `ahead` is where the line goes on, which on a folded one is not the other side.
    Way way(arch::Direction entered, arch::Direction ahead) const;
    // As the next router is to see it, which sends to this side.
    void advance(arch::Direction entered, arch::Direction to, bool delivered);

    // What a router does with the memory of a chip for one packet, in this order.
    struct Action {
        enum class Kind : std::uint8_t { write, inline_write, increment } kind;
        std::uint64_t address;     // on the NoC
        std::uint32_t offset = 0;  // of its bytes in the payload
        std::uint32_t size = 4;
        std::uint32_t value = 0;
        bool flush = false;  // everything before it must have landed
    };
    static constexpr std::size_t kMostActions = 4;
    struct Actions {
        std::array<Action, kMostActions> list;
        std::uint32_t count = 0;
        void add(const Action& a) { list[count++] = a; }
    };
    Actions actions() const;

 private:
    std::uint16_t word16(std::uint32_t at) const;
    std::uint32_t word32(std::uint32_t at) const;
    std::uint64_t word64(std::uint32_t at) const;
    void set32(std::uint32_t at, std::uint32_t value);
    Actions scattered() const;
    Actions sparse() const;

    std::uint8_t* header_;
    Topology topology_;
    std::uint32_t header_bytes_;
};

}  // namespace ironbird::fabric
