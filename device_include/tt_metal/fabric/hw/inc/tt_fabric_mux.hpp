// Names of the two ends of a connection between a worker and a mux.
#pragma once

#include <tt-metalium/experimental/fabric/fabric_edm_types.hpp>

#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"

namespace tt::tt_fabric {

using FabricMuxChannelClientLocationInfo = EDMChannelWorkerLocationInfo;
using FabricMuxStatus = EDMStatus;

template <uint8_t FABRIC_MUX_CHANNEL_NUM_BUFFERS>
using WorkerToFabricMuxSender = WorkerToFabricEdmSenderImpl<false, FABRIC_MUX_CHANNEL_NUM_BUFFERS>;

}  // namespace tt::tt_fabric
