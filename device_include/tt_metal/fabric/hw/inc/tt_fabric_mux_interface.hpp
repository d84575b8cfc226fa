// A worker's side of a mux: wait until it runs, connect, send, disconnect, end it.
#pragma once

#include "api/dataflow/dataflow_api.h"
#include "tt_metal/fabric/hw/inc/tt_fabric_mux.hpp"

namespace tt::tt_fabric {

using FabricEndpointStatus = EDMStatus;

// The first ten say where the mux is and what it keeps where (FabricMuxConfig on the host), the
// next three are words of this core: packets that the mux is done with, the end of the connection,
// and 16 bytes for the cursor.
template <uint8_t FABRIC_MUX_CHANNEL_NUM_BUFFERS = 0>
WorkerToFabricMuxSender<FABRIC_MUX_CHANNEL_NUM_BUFFERS> build_connection_to_fabric_endpoint(
    uint8_t fabric_mux_x, uint8_t fabric_mux_y, uint8_t fabric_mux_channel_id,
    uint8_t fabric_mux_num_buffers_per_channel, size_t fabric_mux_channel_buffer_size_bytes,
    size_t fabric_mux_channel_base_address, size_t fabric_mux_connection_info_address,
    size_t fabric_mux_connection_handshake_address, size_t /*fabric_mux_flow_control_address*/,
    size_t fabric_mux_buffer_index_address, uint32_t local_flow_control_address,
    uint32_t local_teardown_address, uint32_t local_buffer_index_address, uint32_t = 0) {
    const auto word = [](uint32_t address) {
        return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{address});
    };
    return {true,
            fabric_mux_x,
            fabric_mux_y,
            fabric_mux_channel_base_address,
            fabric_mux_num_buffers_per_channel,
            fabric_mux_connection_handshake_address,
            fabric_mux_connection_info_address,
            uint16_t(fabric_mux_channel_buffer_size_bytes),
            fabric_mux_buffer_index_address,
            word(local_flow_control_address),
            word(local_teardown_address),
            local_buffer_index_address,
            fabric_mux_channel_id};
}

FORCE_INLINE void wait_for_fabric_endpoint_ready(uint8_t fabric_ep_x, uint8_t fabric_ep_y,
                                                 size_t fabric_ep_status_address,
                                                 uint32_t local_fabric_ep_status_address) {
    const uint64_t there = get_noc_addr(fabric_ep_x, fabric_ep_y, fabric_ep_status_address);
    auto* here =
        reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{local_fabric_ep_status_address});
    *here = FabricEndpointStatus::TERMINATED;
    while (*here != FabricEndpointStatus::READY_FOR_TRAFFIC) {
        noc_async_read(there, local_fabric_ep_status_address, sizeof(uint32_t));
        noc_async_read_barrier();
    }
}

template <uint8_t N = 0>
FORCE_INLINE void fabric_client_connect(WorkerToFabricMuxSender<N>& connection_handle) {
    connection_handle.open();
}
template <uint8_t N = 0>
FORCE_INLINE void fabric_client_connect_start(WorkerToFabricMuxSender<N>& connection_handle) {
    connection_handle.open_start();
}
template <uint8_t N = 0>
FORCE_INLINE void fabric_client_connect_finish(WorkerToFabricMuxSender<N>& connection_handle) {
    connection_handle.open_finish();
}
template <uint8_t N = 0>
FORCE_INLINE void fabric_client_disconnect(WorkerToFabricMuxSender<N>& connection_handle) {
    connection_handle.close();
}

// For one of its clients, when all of them have disconnected.
FORCE_INLINE void fabric_endpoint_terminate(uint8_t fabric_ep_x, uint8_t fabric_ep_y,
                                            size_t fabric_ep_termination_signal_address,
                                            bool graceful_termination = true) {
    noc_inline_dw_write(
        get_noc_addr(fabric_ep_x, fabric_ep_y, fabric_ep_termination_signal_address),
        uint32_t(graceful_termination ? TerminationSignal::GRACEFULLY_TERMINATE
                                      : TerminationSignal::IMMEDIATELY_TERMINATE));
    noc_async_write_barrier();
}

// ---- packets whose header is complete

template <uint8_t N = 0>
FORCE_INLINE void fabric_async_write(WorkerToFabricMuxSender<N>& connection_handle,
                                     volatile tt_l1_ptr PACKET_HEADER_TYPE* packet_header,
                                     uint32_t source_payload_address,
                                     uint32_t packet_payload_size_bytes) {
    connection_handle.wait_for_empty_write_slot();
    connection_handle.send_payload_without_header_non_blocking_from_address(
        source_payload_address, packet_payload_size_bytes);
    connection_handle.send_payload_flush_blocking_from_address(ironbird::address_of(packet_header),
                                                               sizeof(PACKET_HEADER_TYPE));
}

template <uint8_t N = 0>
FORCE_INLINE void fabric_atomic_inc(WorkerToFabricMuxSender<N>& connection_handle,
                                    volatile tt_l1_ptr PACKET_HEADER_TYPE* packet_header) {
    connection_handle.wait_for_empty_write_slot();
    connection_handle.send_payload_flush_non_blocking_from_address(
        ironbird::address_of(packet_header), sizeof(PACKET_HEADER_TYPE));
}

}  // namespace tt::tt_fabric
