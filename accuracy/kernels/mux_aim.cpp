// Lets an entry of this core's table of connections lead to a channel that another core plays.
#include "api/dataflow/dataflow_api.h"
#include "hostdevcommon/fabric_common.h"

using namespace tt::tt_fabric;

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    auto* table =
        reinterpret_cast<tt_l1_ptr tensix_fabric_connections_l1_info_t*>(FABRIC_CONNECTIONS_BASE);
    const uint32_t entry = next();
    fabric_connection_info_t& c = table->read_only[entry];
    c.edm_noc_x = uint8_t(next());
    c.edm_noc_y = uint8_t(next());
    c.edm_buffer_base_addr = next();
    c.num_buffers_per_channel = uint8_t(next());
    c.edm_connection_handshake_addr = next();
    c.edm_worker_location_info_addr = next();
    c.buffer_size_bytes = uint16_t(next());
    c.buffer_index_semaphore_id = next();
    c.worker_free_slots_stream_id = uint16_t(next());
    table->read_write[entry].worker_flow_control_semaphore = 0;
    table->valid_connections_mask |= 1u << entry;
}
