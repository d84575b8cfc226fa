// The second form of a mux: takes packets to the router as long as a client is connected, and ends
// when each has been and gone. Its arguments come from FabricMuxV2Config.
#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_mux_interface.hpp"
#include "tt_metal/fabric/impl/kernels/mux_channel.hpp"

using namespace tt::tt_fabric;

namespace {

constexpr uint32_t kChannels = get_compile_time_arg_val(0), kSlots = get_compile_time_arg_val(1);
constexpr uint32_t kSlotBytes = get_compile_time_arg_val(2);
constexpr uint32_t kStatus = get_compile_time_arg_val(3), kInfo = get_compile_time_arg_val(4);
constexpr uint32_t kHandshake = get_compile_time_arg_val(5), kBase = get_compile_time_arg_val(6);
constexpr uint32_t kWord = 16;

volatile tt_l1_ptr uint32_t* word(uint32_t address) {
    return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{address});
}

}  // namespace

void kernel_main() {
    size_t arg = 0;
    auto router = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    MuxChannel channels[kChannels];
    for (uint32_t i = 0; i < kChannels; i++) {
        *word(kHandshake + i * kWord) = connection_interface::unused_connection_value;
        channels[i].begin(kBase + i * kSlots * kSlotBytes,
                          kInfo + i * sizeof(EDMChannelWorkerLocationInfo), kHandshake + i * kWord,
                          i, kSlots, kSlotBytes);
    }
    router.open();
    noc_semaphore_set(word(kStatus), FabricMuxStatus::READY_FOR_TRAFFIC);
    uint32_t gone = 0;
    while (gone < kChannels) {
        bool busy = false;
        gone = 0;
        for (uint32_t i = 0; i < kChannels; i++) {
            busy |= channels[i].forward(router);
            if (!channels[i].has_packet()) channels[i].check_connection();
            gone += channels[i].closed();
        }
        if (!busy) invalidate_l1_cache();
    }
    router.close();
    noc_async_write_barrier();
    noc_async_atomic_barrier();
    // For the next program: a client must not take this one's word for it.
    noc_semaphore_set(word(kStatus), FabricMuxStatus::TERMINATED);
}
