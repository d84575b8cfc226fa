// Shapes of the fabric, and what a worker and a router tell each other in L1.
#pragma once

#include <array>
#include <cstdint>
#include <enchantum/enchantum.hpp>
#include <iostream>

namespace tt::tt_fabric {

enum class Topology { NeighborExchange = 0, Linear = 1, Ring = 2, Mesh = 3, Torus = 4 };

constexpr bool is_2D_topology(Topology topology) {
    return topology == Topology::Mesh || topology == Topology::Torus;
}
constexpr bool is_ring_or_torus(Topology topology) {
    return topology == Topology::Ring || topology == Topology::Torus;
}

inline std::ostream& operator<<(std::ostream& os, const Topology& topology) {
    return os << "Topology::" << enchantum::to_string(topology);
}

struct WorkerXY {
    uint16_t x = 0;
    uint16_t y = 0;

    constexpr WorkerXY() = default;
    constexpr WorkerXY(uint16_t x, uint16_t y) : x(x), y(y) {}

    constexpr uint32_t to_uint32() const { return uint32_t{y} << 16 | x; }
    static constexpr WorkerXY from_uint32(uint32_t v) {
        return {static_cast<uint16_t>(v), static_cast<uint16_t>(v >> 16)};
    }
    constexpr bool operator==(const WorkerXY&) const = default;
};

struct coord_t {
    coord_t(uint32_t x, uint32_t y) : x(x), y(y) {}
    uint32_t x;
    uint32_t y;
};

enum SendStatus : uint8_t { SENT_PAYLOAD_ONLY, SENT_PAYLOAD_AND_SYNC, NOT_SENT, ERROR };

// Each field at the beginning of 16 bytes of its own.
struct EDMChannelWorkerLocationInfo {
    uint32_t worker_semaphore_address{};
    uint32_t align_pad_0{};
    uint32_t align_pad_1{};
    uint32_t align_pad_2{};
    uint32_t worker_teardown_semaphore_address{};
    uint32_t align_pad_3{};
    uint32_t align_pad_4{};
    uint32_t align_pad_5{};
    WorkerXY worker_xy{0, 0};
    uint32_t align_pad_6{};
    uint32_t align_pad_7{};
    uint32_t align_pad_8{};
    uint32_t edm_read_counter = 0;
    uint32_t align_pad_9{};
    uint32_t align_pad_10{};
    uint32_t align_pad_11{};
};
static_assert(sizeof(EDMChannelWorkerLocationInfo) == 64);

struct SenderChannelProducerCursor {
    uint32_t write_counter{};
    uint32_t write_index{};
    uint32_t align_pad_0{};
    uint32_t align_pad_1{};
};
static_assert(sizeof(SenderChannelProducerCursor) == 16);

}  // namespace tt::tt_fabric
