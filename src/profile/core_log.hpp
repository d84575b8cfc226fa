// What the recorder knows of one core in the launch that it runs.
#pragma once

#include <array>
#include <cstdint>

#include "device/core/core.hpp"
#include "device/tensix/tensix.hpp"
#include "profile/events.hpp"
#include "profile/path.hpp"
#include "profile/signal.hpp"
#include "profile/site.hpp"

namespace ironbird::profile {

// One processor.
struct ProcessorLog {
    const device::Processor* processor = nullptr;
    const abi::Kernel* kernel = nullptr;  // null: idle in this launch
    std::uint64_t start = 0, end = 0;
    std::uint64_t last = 0;  // end of its last call or wait
    ByCause stalled{};
    std::uint64_t tail_cycles = 0;  // a long stretch of own code before its end

    struct Port {
        std::uint32_t reads = 0;  // packets since the last read barrier
        std::uint64_t bytes = 0;
        bool dram_read = false, dram_written = false;  // since the last barrier for them
        noc::Corner first{}, last{};                   // of the last multicast
        std::uint64_t multicast_at = 0;
        bool more = false;  // packets of the transfer under way follow
    };
    std::array<Port, 2> ports{};
    std::uint64_t barrier_stalled = 0;  // in the barrier under way

    Chain chain;
    Sites sites;

    std::uint64_t busy() const { return end - start; }
};

constexpr std::uint8_t kNobody = 0xff;

// One circular buffer.
struct CbUse {
    std::uint32_t pages = 0;
    std::uint8_t producer = kNobody, consumer = kNobody;
    std::uint64_t space_stalled = 0, data_stalled = 0;
    std::uint32_t most_pushed = 0, most_popped = 0;  // in one call
    std::uint64_t space_site = 0;                    // key of the place where space was lacking
};

struct CoreLog {
    std::array<ProcessorLog, device::kProcessors> processors;
    std::array<CbUse, IB_MAX_CBS> cbs;
    Signals signals;
    std::array<std::uint64_t, kBanks> bank_bytes{};
    // Payload, once for each link between routers that it crosses; of multicasts alone. With events
    // only.
    std::uint64_t link_bytes = 0, multicast_link_bytes = 0;
    device::Work work;
    std::uint8_t fidelity = 0xff;  // 0xff: no compute kernel
    std::uint64_t launched = 0;    // when
    device::LaunchId launch{};     // which
    Events events;

    void begin(const device::CoreLaunch& plan, std::uint64_t start);
    std::uint64_t end() const;
    std::uint64_t busy() const;  // of its busiest processor, without its waits
};

}  // namespace ironbird::profile
