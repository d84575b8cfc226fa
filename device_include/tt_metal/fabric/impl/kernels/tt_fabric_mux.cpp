// A mux: takes the packets of several workers to one router, a packet of each in turn, until it is
// told to end. Its arguments come from FabricMuxConfig.
#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_mux_interface.hpp"
#include "tt_metal/fabric/impl/kernels/mux_channel.hpp"

using namespace tt::tt_fabric;

namespace {

enum Argument : uint32_t {
    kFullChannels,
    kFullSlots,
    kFullSlotBytes,
    kHeaderChannels,
    kHeaderSlots,
    kStatus,
    kTermination,
    kInfo,
    kHandshake,
    kFlowControl,
    kChannels,
    kRouterStatusHere,
    kRouterStatus,
    kRouterSlots,
    kFullIterations,
    kIterationsBetweenChecks,
    kCoreType,
    kWaitsForRouter,
    kFirstStream,
};
template <uint32_t argument>
constexpr uint32_t value = get_compile_time_arg_val(argument);

constexpr uint32_t kWord = 16, kAll = value<kFullChannels> + value<kHeaderChannels>;

volatile tt_l1_ptr uint32_t* word(uint32_t address) {
    return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{address});
}

void clear_memory(size_t& arg) {
    const uint32_t regions = get_arg_val<uint32_t>(arg++);
    for (uint32_t i = 0; i < regions; i++) {
        const uint32_t at = get_arg_val<uint32_t>(arg++), bytes = get_arg_val<uint32_t>(arg++);
        for (uint32_t offset = 0; offset < bytes; offset += 4) *word(at + offset) = 0;
    }
}

template <size_t... i>
void begin(MuxChannel* channels, std::index_sequence<i...>) {
    constexpr uint32_t kFullBytes = value<kFullSlots> * value<kFullSlotBytes>;
    constexpr uint32_t kHeaderBytes = value<kHeaderSlots> * sizeof(PACKET_HEADER_TYPE);
    constexpr uint32_t kHeaders = value<kChannels> + value<kFullChannels> * kFullBytes;
    (channels[i].begin(
         i < value<kFullChannels> ? value<kChannels> + i * kFullBytes
                                  : kHeaders + (i - value<kFullChannels>)*kHeaderBytes,
         value<kInfo> + i * sizeof(EDMChannelWorkerLocationInfo), value<kHandshake> + i * kWord,
         get_compile_time_arg_val(kFirstStream + i),
         i < value<kFullChannels> ? value<kFullSlots> : value<kHeaderSlots>,
         i < value<kFullChannels> ? value<kFullSlotBytes> : sizeof(PACKET_HEADER_TYPE)),
     ...);
}

// What a packet costs upstream's mux beyond the work that is done here: fitted to measured rates
// (data/silicon/fabric.csv, the rows that are not held out).
constexpr uint32_t kPacketCycles = 90, kHeaderCycles = 155;

bool serve(MuxChannel* channels, uint32_t first, uint32_t last, WorkerToFabricEdmSender& router,
           uint32_t cycles) {
    bool busy = false;
    for (uint32_t i = first; i < last; i++) {
        if (channels[i].forward(router)) {
            busy = true;
            riscv_wait(cycles);
        }
        channels[i].check_connection();
    }
    return busy;
}

bool is_drained(const MuxChannel* channels) {
    for (uint32_t i = 0; i < kAll; i++)
        if (channels[i].has_packet()) return false;
    return true;
}

}  // namespace

void kernel_main() {
    size_t arg = 0;
    auto* status = word(value<kStatus>);
    auto* termination = word(value<kTermination>);
    *status = FabricMuxStatus::STARTED;
    clear_memory(arg);
    auto router = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    MuxChannel channels[kAll];
    begin(channels, std::make_index_sequence<kAll>{});
    if constexpr (value<kWaitsForRouter> != 0)
        wait_for_fabric_endpoint_ready(router.edm_noc_x, router.edm_noc_y, value<kRouterStatus>,
                                       value<kRouterStatusHere>);
    router.open();
    noc_semaphore_set(status, FabricMuxStatus::READY_FOR_TRAFFIC);

    while (*termination != TerminationSignal::IMMEDIATELY_TERMINATE) {
        if (*termination == TerminationSignal::GRACEFULLY_TERMINATE && is_drained(channels)) break;
        for (uint32_t i = 0; i < value<kIterationsBetweenChecks>; i++) {
            bool busy = false;
            for (uint32_t k = 0; k < value<kFullIterations>; k++)
                busy |= serve(channels, 0, value<kFullChannels>, router, kPacketCycles);
            busy |= serve(channels, value<kFullChannels>, kAll, router, kHeaderCycles);
            if (!busy) {
                invalidate_l1_cache();
                break;
            }
        }
    }
    router.close();
    noc_async_write_barrier();
    noc_async_atomic_barrier();
    noc_semaphore_set(status, FabricMuxStatus::TERMINATED);
}
