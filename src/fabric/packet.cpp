// Fields of packet headers (upstream: fabric_edm_packet_header.hpp).
#include "fabric/packet.hpp"

#include <cstring>

namespace ironbird::fabric {
namespace {

using arch::Direction;

// ---- one dimension: two bits for each hop, the next one lowest
constexpr std::uint32_t kHopBits = 2, kDeliver = 1, kForward = 2;
constexpr std::uint32_t kSmallHeader = 48;  // longer ones hold further words of the way
// ---- two dimensions
constexpr std::uint32_t kHopIndexAt = kRouteAt, kBranchEastAt = kRouteAt + 2,
                        kBranchWestAt = kRouteAt + 3, kHopsAt = kRouteAt + 4;
// ---- several chunks or chips in one packet
constexpr std::uint32_t kChunkSizesAt = 32, kChunkCountAt = 38, kChunkKindsAt = 39;
constexpr std::uint32_t kCountsAt = 32, kWrittenAt = 38, kChipsPassedAt = 39;
enum class Chunk : std::uint8_t { none, write, increment, increment_flush };

std::uint8_t bit(Direction d) {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(d));
}
bool is_vertical(Direction d) {
    return d == Direction::north || d == Direction::south;
}

template <class T>
T load(const std::uint8_t* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

}  // namespace

const char* name(SendType type) {
    constexpr const char* kNames[] = {"NOC_UNICAST_WRITE",         "NOC_UNICAST_INLINE_WRITE",
                                      "NOC_UNICAST_ATOMIC_INC",    "NOC_FUSED_UNICAST_ATOMIC_INC",
                                      "NOC_UNICAST_SCATTER_WRITE", "NOC_MULTICAST_WRITE",
                                      "NOC_MULTICAST_ATOMIC_INC",  "NOC_UNICAST_READ",
                                      "NOC_SPARSE_MCAST_WRITE"};
    return type < SendType::count_ ? kNames[static_cast<int>(type)] : "no send type";
}

std::uint16_t Packet::word16(std::uint32_t at) const {
    return load<std::uint16_t>(header_ + at);
}
std::uint32_t Packet::word32(std::uint32_t at) const {
    return load<std::uint32_t>(header_ + at);
}
std::uint64_t Packet::word64(std::uint32_t at) const {
    return load<std::uint64_t>(header_ + at);
}
void Packet::set32(std::uint32_t at, std::uint32_t value) {
    std::memcpy(header_ + at, &value, sizeof value);
}

Packet::Way Packet::way(Direction entered, Direction ahead) const {
    if (is_2d(topology_)) {
        // The side that it came from stands for this chip.
        const std::uint32_t hop = word16(kHopIndexAt);
        if (kHopsAt + hop >= header_bytes_) return {};
        const std::uint8_t sides = header_[kHopsAt + hop] & 0xf;
        return {(sides & bit(entered)) != 0, static_cast<std::uint8_t>(sides & ~bit(entered))};
    }
    const std::uint32_t hop = word32(kRouteAt);
    return {(hop & kDeliver) != 0, (hop & kForward) != 0 ? bit(ahead) : std::uint8_t{0}};
}

void Packet::advance(Direction entered, Direction to, bool delivered) {
    if (delivered && type() == SendType::sparse_multicast_write) {
        const std::uint8_t chip = header_[kChipsPassedAt]++;
        header_[kWrittenAt] =
            static_cast<std::uint8_t>(header_[kWrittenAt] + header_[kCountsAt + (chip & 3)]);
    }
    if (is_2d(topology_)) {
        // A branch or turn off the spine has a list of hops of its own.
        const std::uint16_t next = is_vertical(entered) && to == Direction::east
                                       ? header_[kBranchEastAt]
                                   : is_vertical(entered) && to == Direction::west
                                       ? header_[kBranchWestAt]
                                       : static_cast<std::uint16_t>(word16(kHopIndexAt) + 1);
        std::memcpy(header_ + kHopIndexAt, &next, sizeof next);
        return;
    }
    std::uint32_t left = word32(kRouteAt) >> kHopBits;
    if (left == 0 && header_bytes_ > kSmallHeader) {
        left = word32(kRouteAt + 4);
        for (std::uint32_t at = kRouteAt + 4; at + 8 <= header_bytes_; at += 4)
            set32(at, word32(at + 4));
    }
    set32(kRouteAt, left);
}

// The last write takes what the others leave.
Packet::Actions Packet::scattered() const {
    Actions all;
    std::uint32_t done = 0;
    const std::uint32_t count = header_[kChunkCountAt], kinds = header_[kChunkKindsAt];
    for (std::uint32_t i = 0; i < count && i < kMostActions; i++) {
        const auto kind = static_cast<Chunk>(kinds >> (2 * i) & 3);
        const std::uint32_t given = i < 3 ? word16(kChunkSizesAt + 2 * i) : 0;
        const std::uint64_t address = word64(8 * i);
        if (kind == Chunk::write) {
            const std::uint32_t size = i + 1 == count ? payload_bytes() - done : given;
            all.add({Action::Kind::write, address, done, size});
            done += size;
        } else if (kind != Chunk::none) {
            all.add(
                {Action::Kind::increment, address, 0, 4, given, kind == Chunk::increment_flush});
        }
    }
    return all;
}

Packet::Actions Packet::sparse() const {
    Actions all;
    const std::uint32_t first = header_[kWrittenAt];
    const std::uint32_t pages = header_[kCountsAt + (header_[kChipsPassedAt] & 3)];
    for (std::uint32_t i = first; i < first + pages && i < kMostActions; i++)
        all.add({Action::Kind::write, word64(8 * i), 0, payload_bytes()});
    return all;
}

Packet::Actions Packet::actions() const {
    using Kind = Action::Kind;
    Actions all;
    switch (type()) {
        case SendType::write:
            all.add({Kind::write, word64(0), 0, payload_bytes()});
            break;
        case SendType::inline_write:
            all.add({Kind::inline_write, word64(0), 0, 4, word32(8)});
            break;
        case SendType::atomic_inc:
            all.add({Kind::increment, word64(0), 0, 4, word32(8), header_[12] != 0});
            break;
        case SendType::fused_atomic_inc:
            all.add({Kind::write, word64(0), 0, payload_bytes()});
            all.add({Kind::increment, word64(8), 0, 4, word32(16), header_[20] != 0});
            break;
        case SendType::scatter_write:
            return scattered();
        case SendType::sparse_multicast_write:
            return sparse();
        default:
            break;
    }
    return all;
}

}  // namespace ironbird::fabric
