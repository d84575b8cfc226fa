// A worker's connection to a router: opening and closing it, free slots, sending packets into them.
#pragma once

#include <tt-metalium/experimental/fabric/fabric_edm_types.hpp>

#include "api/dataflow/dataflow_api.h"
#include "api/debug/waypoint.h"
#include "hostdevcommon/fabric_common.h"
#include "tt_metal/fabric/fabric_edm_packet_header.hpp"
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_utils.hpp"
#include "tt_metal/fabric/hw/inc/edm_fabric/fabric_connection_interface.hpp"
#include "tt_metal/fabric/hw/inc/edm_fabric/fabric_stream_regs.hpp"

namespace tt::tt_fabric {

// The worker writes a packet into a slot of the router (payload, then header), and takes one from
// the router's count of free slots. The router posts how many packets it is done with into a word
// of the worker; the difference says how many slots are in use. `EDM_NUM_BUFFER_SLOTS` is for
// channels whose number of slots the kernel knows.
template <bool I_USE_STREAM_REG_FOR_CREDIT_RECEIVE, uint8_t EDM_NUM_BUFFER_SLOTS = 0,
          uint8_t VC_ID = 0>
struct WorkerToFabricEdmSenderBase {
    static_assert(!I_USE_STREAM_REG_FOR_CREDIT_RECEIVE, "connections of routers are not modelled");
    static_assert(VC_ID == 0, "virtual channels of the fabric other than 0 are not modelled");

    WorkerToFabricEdmSenderBase() = default;

    WorkerToFabricEdmSenderBase(bool /*connected_to_persistent_fabric*/, uint8_t edm_worker_x,
                                uint8_t edm_worker_y, size_t edm_buffer_base_addr,
                                uint8_t num_buffers_per_channel,
                                size_t edm_connection_handshake_l1_addr,
                                size_t edm_worker_location_info_addr, uint16_t buffer_size_bytes,
                                size_t edm_copy_of_wr_counter_addr,
                                volatile uint32_t* from_remote_buffer_free_slots_ptr,
                                volatile uint32_t* worker_teardown_addr,
                                uint32_t local_buffer_index_addr,
                                uint32_t sender_channel_credits_stream_id)
        : edm_buffer_addr(edm_buffer_base_addr),
          edm_buffer_local_free_slots_read_ptr(from_remote_buffer_free_slots_ptr),
          edm_buffer_remote_free_slots_update_addr(
              get_stream_reg_write_addr(sender_channel_credits_stream_id)),
          edm_connection_handshake_l1_addr(edm_connection_handshake_l1_addr),
          edm_worker_location_info_addr(edm_worker_location_info_addr),
          edm_copy_of_wr_counter_addr(edm_copy_of_wr_counter_addr),
          local_producer_cursor_addr(local_buffer_index_addr),
          worker_teardown_addr(worker_teardown_addr),
          edm_buffer_base_addr(edm_buffer_base_addr),
          buffer_size_bytes(buffer_size_bytes),
          num_buffers_per_channel(num_buffers_per_channel),
          edm_noc_x(edm_worker_x),
          edm_noc_y(edm_worker_y) {}

    // Arguments: Ethernet channel, semaphore for the end, semaphore whose slot takes the cursor.
    template <ProgrammableCoreType my_core_type>
    static WorkerToFabricEdmSenderBase build_from_args(size_t& arg_idx) {
        static_assert(my_core_type == ProgrammableCoreType::TENSIX,
                      "connections of Ethernet cores to the fabric are not modelled");
        auto* info = reinterpret_cast<tt_l1_ptr tensix_fabric_connections_l1_info_t*>(
            FABRIC_CONNECTIONS_BASE);
        const uint32_t channel = get_arg_val<uint32_t>(arg_idx++);
        const uint32_t teardown = get_semaphore(get_arg_val<uint32_t>(arg_idx++));
        const uint32_t cursor = get_semaphore(get_arg_val<uint32_t>(arg_idx++));
        ASSERT(info->valid_connections_mask >> channel & 1);
        const fabric_connection_info_t& c = info->read_only[channel];
        return {true,
                c.edm_noc_x,
                c.edm_noc_y,
                c.edm_buffer_base_addr,
                c.num_buffers_per_channel,
                c.edm_connection_handshake_addr,
                c.edm_worker_location_info_addr,
                c.buffer_size_bytes,
                c.buffer_index_semaphore_id,
                &info->read_write[channel].worker_flow_control_semaphore,
                reinterpret_cast<volatile uint32_t*>(uintptr_t{teardown}),
                cursor,
                c.worker_free_slots_stream_id};
    }

    // ---- the connection ----

    template <bool SEND_CREDIT_ADDR = false, bool posted = false,
              uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
    void open_start() {
        using Info = EDMChannelWorkerLocationInfo;
        constexpr uint8_t noc = WORKER_HANDSHAKE_NOC;
        noc_async_read(at(edm_copy_of_wr_counter_addr, noc), local_producer_cursor_addr,
                       sizeof(SenderChannelProducerCursor), noc);
        const uint32_t info = edm_worker_location_info_addr;
        noc_async_read(at(info + offsetof(Info, edm_read_counter), noc), counter_addr(), 4, noc);
        tell_location<posted>(noc);
    }

    template <bool posted = false, uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
    void open_finish() {
        noc_async_read_barrier(WORKER_HANDSHAKE_NOC);
        const auto* cursor = reinterpret_cast<volatile tt_l1_ptr SenderChannelProducerCursor*>(
            uintptr_t{local_producer_cursor_addr});
        write_counter = cursor->write_counter;
        slot_index = cursor->write_index;
        put<posted>(edm_connection_handshake_l1_addr, connection_interface::open_connection_value,
                    WORKER_HANDSHAKE_NOC);
        *worker_teardown_addr = 0;
        point_at_slot();
    }

    template <bool SEND_CREDIT_ADDR = false, bool posted = false,
              uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
    void open() {
        open_start<SEND_CREDIT_ADDR, posted, WORKER_HANDSHAKE_NOC>();
        open_finish<posted, WORKER_HANDSHAKE_NOC>();
    }

    template <bool posted = false, uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
    void close_start() {
        constexpr uint8_t noc = WORKER_HANDSHAKE_NOC;
        put<posted>(edm_copy_of_wr_counter_addr, write_counter, noc);
        put<posted>(edm_copy_of_wr_counter_addr + 4, slot_index, noc);
        put<posted>(edm_connection_handshake_l1_addr,
                    connection_interface::close_connection_request_value, noc);
    }

    template <bool posted = false, uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
    void close_finish() {
        WAYPOINT("FCFW");
        if constexpr (posted) noc_async_posted_writes_flushed(WORKER_HANDSHAKE_NOC);
        noc_async_write_barrier(WORKER_HANDSHAKE_NOC);
        noc_semaphore_wait(worker_teardown_addr, 1);
        WAYPOINT("FCFD");
        *worker_teardown_addr = 0;
    }

    template <bool posted = false, uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
    void close() {
        close_start<posted, WORKER_HANDSHAKE_NOC>();
        close_finish<posted, WORKER_HANDSHAKE_NOC>();
    }

    // ---- slots ----

    FORCE_INLINE uint32_t get_num_free_write_slots() const {
        invalidate_l1_cache();
        const uint32_t used = write_counter - *edm_buffer_local_free_slots_read_ptr;
        return used >= num_buffers_per_channel ? 0 : num_buffers_per_channel - used;
    }

    template <size_t num_slots = 1>
    FORCE_INLINE bool edm_has_space_for_packet() const {
        return get_num_free_write_slots() >= num_slots;
    }

    FORCE_INLINE void wait_for_empty_write_slot() const {
        WAYPOINT("FWSW");
        while (!edm_has_space_for_packet<1>()) {
        }
        WAYPOINT("FWSD");
    }

    // ---- packets ----

    // The slot stays the same: a header has to follow.
    template <bool posted = false>
    FORCE_INLINE void send_payload_without_header_non_blocking_from_address(
        uint32_t source_address, size_t size_bytes, uint8_t noc = get_fabric_worker_noc()) {
        send_chunk_from_address<NON_BLOCKING, posted>(
            source_address, 1, size_bytes, at(edm_buffer_addr, noc) + sizeof(PACKET_HEADER_TYPE),
            noc);
    }

    // A header, or a header with its payload behind it: the packet is complete.
    template <bool posted = false>
    FORCE_INLINE void send_payload_flush_blocking_from_address(
        uint32_t source_address, size_t size_bytes, uint8_t noc = get_fabric_worker_noc()) {
        send_packet<FLUSH_BLOCKING, posted>(source_address, size_bytes, noc);
    }
    template <bool posted = false>
    FORCE_INLINE void send_payload_flush_non_blocking_from_address(
        uint32_t source_address, size_t size_bytes, uint8_t noc = get_fabric_worker_noc()) {
        send_packet<NON_BLOCKING, posted>(source_address, size_bytes, noc);
    }
    template <bool posted = false>
    FORCE_INLINE void send_payload_non_blocking_from_address(
        uint32_t source_address, size_t size_bytes, uint8_t noc = get_fabric_worker_noc()) {
        send_packet<NON_BLOCKING, posted>(source_address, size_bytes, noc);
    }
    template <bool posted = false>
    FORCE_INLINE void send_payload_blocking_from_address(uint32_t source_address, size_t size_bytes,
                                                         uint8_t noc = get_fabric_worker_noc()) {
        send_packet<BLOCKING, posted>(source_address, size_bytes, noc);
    }
    FORCE_INLINE void send_payload_blocking(uint32_t cb_id, uint32_t num_pages,
                                            uint32_t page_size) {
        ASSERT(num_pages * page_size <= buffer_size_bytes);
        send_chunk<BLOCKING>(cb_id, num_pages, page_size, at(edm_buffer_addr, noc_index));
        packet_is_complete(noc_index);
    }

    template <bool posted = false>
    FORCE_INLINE void send_current_slot_non_blocking(uint32_t payload_source_l1_addr,
                                                     size_t payload_size_bytes,
                                                     uint32_t header_source_l1_addr,
                                                     uint8_t noc = get_fabric_worker_noc()) {
        send_payload_without_header_non_blocking_from_address<posted>(payload_source_l1_addr,
                                                                      payload_size_bytes, noc);
        send_packet<NON_BLOCKING, posted>(header_source_l1_addr, sizeof(PACKET_HEADER_TYPE), noc);
    }

    // The same traffic: what the chip saves by presetting command buffers is the set-up of each.
    template <bool posted = false>
    FORCE_INLINE void setup_stateful_send_cmd_bufs(uint8_t = get_fabric_worker_noc()) const {
        ib_noc_set_state();
    }
    template <bool posted = false>
    FORCE_INLINE void send_current_slot_stateful_non_blocking(
        uint32_t payload_source_l1_addr, uint32_t payload_size_bytes,
        uint32_t header_source_l1_addr, uint8_t noc = get_fabric_worker_noc()) {
        send_current_slot_non_blocking<posted>(payload_source_l1_addr, payload_size_bytes,
                                               header_source_l1_addr, noc);
    }
    template <bool posted = false>
    FORCE_INLINE void send_current_slot_stateful_non_blocking_from_address(
        uint32_t packet_source_l1_addr, uint32_t packet_size_bytes,
        uint8_t noc = get_fabric_worker_noc()) {
        send_packet<NON_BLOCKING, posted>(packet_source_l1_addr, packet_size_bytes, noc);
    }

    // ---- where things are; kernels read some of these ----

    uint32_t edm_buffer_addr;  // of the current slot
    volatile tt_reg_ptr uint32_t* edm_buffer_local_free_slots_read_ptr;
    uint32_t edm_buffer_remote_free_slots_update_addr;
    size_t edm_connection_handshake_l1_addr;
    size_t edm_worker_location_info_addr;
    size_t edm_copy_of_wr_counter_addr;
    uint32_t local_producer_cursor_addr;
    volatile tt_l1_ptr uint32_t* worker_teardown_addr;
    size_t edm_buffer_base_addr;
    uint32_t write_counter = 0;
    uint32_t slot_index = 0;
    uint16_t buffer_size_bytes;
    uint8_t num_buffers_per_channel;
    uint8_t edm_noc_x;
    uint8_t edm_noc_y;

 protected:
    // Packets are complete, but the other end is told of them later.
    bool holds_back = false;
    uint32_t held_back = 0;

    template <bool posted = false>
    void tell_location(uint8_t noc) const {
        using Info = EDMChannelWorkerLocationInfo;
        const uint32_t info = edm_worker_location_info_addr;
        put<posted>(info + offsetof(Info, worker_semaphore_address), counter_addr(), noc);
        put<posted>(info + offsetof(Info, worker_teardown_semaphore_address),
                    ironbird::address_of(worker_teardown_addr), noc);
        put<posted>(info + offsetof(Info, worker_xy), WorkerXY(my_x[0], my_y[0]).to_uint32(), noc);
    }
    FORCE_INLINE void take_slots(uint32_t count, uint8_t noc) const {
        noc_inline_dw_write<InlineWriteDst::REG>(
            at(edm_buffer_remote_free_slots_update_addr, noc),
            pack_value_for_inc_on_write_stream_reg_write(-int32_t(count)), 0xf, noc);
    }

    FORCE_INLINE uint64_t at(uint32_t local, uint8_t noc) const {
        return get_noc_addr(edm_noc_x, edm_noc_y, local, noc);
    }
    FORCE_INLINE uint32_t counter_addr() const {
        return ironbird::address_of(edm_buffer_local_free_slots_read_ptr);
    }
    template <bool posted>
    FORCE_INLINE void put(uint32_t local, uint32_t value, uint8_t noc) const {
        noc_inline_dw_write<InlineWriteDst::L1, posted>(at(local, noc), value, 0xf, noc);
    }
    FORCE_INLINE void point_at_slot() {
        edm_buffer_addr = edm_buffer_base_addr + slot_index * buffer_size_bytes;
    }

    template <EDM_IO_BLOCKING_MODE mode, bool posted>
    FORCE_INLINE void send_packet(uint32_t source, size_t bytes, uint8_t noc) {
        ASSERT(bytes <= buffer_size_bytes);
        send_chunk_from_address<mode, posted>(source, 1, bytes, at(edm_buffer_addr, noc), noc);
        packet_is_complete(noc);
    }

    FORCE_INLINE void packet_is_complete(uint8_t noc) {
        if (holds_back)
            held_back++;
        else
            take_slots(1, noc);
        write_counter++;
        slot_index = slot_index + 1 == num_buffers_per_channel ? 0 : slot_index + 1;
        point_at_slot();
    }
};

template <bool I_USE_STREAM_REG_FOR_CREDIT_RECEIVE, uint8_t EDM_NUM_BUFFER_SLOTS = 0>
using WorkerToFabricEdmSenderImpl =
    WorkerToFabricEdmSenderBase<I_USE_STREAM_REG_FOR_CREDIT_RECEIVE, EDM_NUM_BUFFER_SLOTS>;

using WorkerToFabricEdmSender = WorkerToFabricEdmSenderImpl<false, 0>;

}  // namespace tt::tt_fabric
