// What a worker and a router tell each other in L1.
#pragma once

#include <stdint.h>

namespace tt::tt_fabric {

enum class Topology { NeighborExchange = 0, Linear = 1, Ring = 2, Mesh = 3, Torus = 4 };

struct WorkerXY {
    uint16_t x = 0;
    uint16_t y = 0;

    constexpr WorkerXY() = default;
    constexpr WorkerXY(uint16_t x, uint16_t y) : x(x), y(y) {}

    constexpr uint32_t to_uint32() const { return uint32_t{y} << 16 | x; }
    static constexpr WorkerXY from_uint32(uint32_t v) { return {uint16_t(v), uint16_t(v >> 16)}; }
    constexpr bool operator==(const WorkerXY&) const = default;
};

// Each field at the beginning of 16 bytes of its own.
struct EDMChannelWorkerLocationInfo {
    alignas(16) uint32_t worker_semaphore_address;
    alignas(16) uint32_t worker_teardown_semaphore_address;
    alignas(16) WorkerXY worker_xy;
    alignas(16) uint32_t edm_read_counter;
};
static_assert(sizeof(EDMChannelWorkerLocationInfo) == 64);

// How far the producer of a channel has come; kept by the router between two connections.
struct SenderChannelProducerCursor {
    uint32_t write_counter;
    uint32_t write_index;
    uint32_t align_pad_0, align_pad_1;
};
static_assert(sizeof(SenderChannelProducerCursor) == 16);

}  // namespace tt::tt_fabric
