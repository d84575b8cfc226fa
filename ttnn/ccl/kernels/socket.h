// The connection of one end of a socket to the fabric: pages go one way, words both.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/fabric_config.h"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_api.h"

namespace ttnn_ccl {

using namespace tt::tt_fabric;

struct SocketWay {
    using Header = volatile PACKET_HEADER_TYPE;
    WorkerToFabricEdmSender sender;
    Header *data, *word;

    explicit SocketWay(size_t& arg)
        : sender(WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg)),
          data(PacketHeaderPool::allocate_header()),
          word(PacketHeaderPool::allocate_header()) {
        sender.open();
    }

    // Returns when the bytes may be overwritten; the route is set.
    void send(uint32_t from, uint32_t bytes, uint64_t to) {
        data->to_noc_unicast_write(NocUnicastCommandHeader{to}, bytes);
        sender.wait_for_empty_write_slot();
        sender.send_payload_without_header_non_blocking_from_address(from, bytes);
        sender.send_payload_flush_blocking_from_address((uint32_t)data, sizeof(PACKET_HEADER_TYPE));
    }

    void close() {
        noc_async_write_barrier();
        sender.close();
    }
};

}  // namespace ttnn_ccl
