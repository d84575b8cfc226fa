// Bytes of the tables, at upstream's offsets (hostdevcommon/fabric_common.h).
#include "fabric/tables.hpp"

#include <cstring>

namespace ironbird::fabric {
namespace {

// ---- routing_l1_info_t
constexpr std::uint32_t kTableBytes = 2576, kMeshIdAt = 32, kChipIdAt = 34, kDirectionsAt = 36,
                        kMeshDirectionsAt = 132, kPathsAt = 516, kExitNodesAt = 1540;
constexpr std::uint32_t kMostChips = 256, kMostMeshes = 1024, kMost1dEntries = 64;
// Codes of three bits beyond the directions.
constexpr std::uint32_t kSelf = 5, kNoEntry = 6, kEntryBits = 3;

// ---- tensix_fabric_connections_l1_info_t
constexpr std::uint32_t kConnectionsBytes = 656, kConnectionBytes = 24, kValidMaskAt = 384;

template <class T>
void put(std::vector<std::uint8_t>& to, std::uint32_t at, T value) {
    std::memcpy(to.data() + at, &value, sizeof value);
}

void put_direction(std::vector<std::uint8_t>& to, std::uint32_t at, std::uint32_t entry,
                   std::uint32_t code) {
    for (std::uint32_t b = 0; b < kEntryBits; b++) {
        const std::uint32_t bit = entry * kEntryBits + b;
        if ((code >> b & 1) != 0)
            to[at + bit / 8] = static_cast<std::uint8_t>(to[at + bit / 8] | 1u << bit % 8);
    }
}

// Forward all the way and write at the end, two bits for each hop.
void put_line_route(std::vector<std::uint8_t>& to, std::uint32_t at, std::uint32_t hops,
                    std::uint32_t words) {
    for (std::uint32_t h = 0; h < hops && h < 16 * words; h++) {
        const std::uint32_t word = at + 4 * (h / 16);
        std::uint32_t value = 0;
        std::memcpy(&value, to.data() + word, 4);
        put<std::uint32_t>(to, word, value | (h + 1 == hops ? 1u : 2u) << (2 * (h % 16)));
    }
}

std::uint32_t packed(const Route& r) {
    return r.vertical | r.horizontal << 7 | (r.south ? 1u : 0u) << 14 | (r.east ? 1u : 0u) << 15 |
           r.vertical << 16;
}

}  // namespace

std::vector<std::uint8_t> routing_table(const Grid& grid, const Setup& setup, std::uint32_t chip) {
    std::vector<std::uint8_t> t(kTableBytes);
    put<std::uint16_t>(t, kMeshIdAt, 0);
    put<std::uint16_t>(t, kChipIdAt, static_cast<std::uint16_t>(chip));
    const std::uint32_t words = setup.header_bytes > 48 ? 2 : 1;
    for (std::uint32_t other = 0; other < kMostChips; other++) {
        const bool there = other < grid.chips();
        const Route route = there ? grid.route(chip, other) : Route{};
        put_direction(t, kDirectionsAt, other,
                      !there          ? kNoEntry
                      : other == chip ? kSelf
                                      : static_cast<std::uint32_t>(route.first()));
        if (is_2d(setup.topology) && there)
            put<std::uint32_t>(t, kPathsAt + 4 * other, packed(route));
        else if (!is_2d(setup.topology) && other < kMost1dEntries)
            put_line_route(t, kPathsAt + 4 * words * other, other, words);
    }
    for (std::uint32_t mesh = 0; mesh < kMostMeshes; mesh++) {
        put_direction(t, kMeshDirectionsAt, mesh, mesh == 0 ? kSelf : kNoEntry);
        t[kExitNodesAt + mesh] = 0xff;
    }
    return t;
}

std::vector<std::uint8_t> connection_table(std::span<const Connection> routers, const Setup& setup,
                                           const Layout& layout) {
    std::vector<std::uint8_t> t(kConnectionsBytes);
    std::uint32_t valid = 0;
    const Channel& channel = layout.senders[0];
    for (const Connection& r : routers) {
        const std::uint32_t at = r.channel * kConnectionBytes;
        put<std::uint32_t>(t, at, channel.base);
        put<std::uint32_t>(t, at + 4, channel.handshake);
        put<std::uint32_t>(t, at + 8, channel.location);
        put<std::uint32_t>(t, at + 12, channel.cursor);
        put<std::uint16_t>(t, at + 16, static_cast<std::uint16_t>(setup.slot_bytes()));
        t[at + 18] = static_cast<std::uint8_t>(r.side);
        t[at + 19] = static_cast<std::uint8_t>(r.core.x);
        t[at + 20] = static_cast<std::uint8_t>(r.core.y);
        t[at + 21] = static_cast<std::uint8_t>(channel.slots);
        put<std::uint16_t>(t, at + 22, static_cast<std::uint16_t>(kSenderStream));
        valid |= 1u << r.channel;
    }
    put(t, kValidMaskAt, valid);
    return t;
}

}  // namespace ironbird::fabric
