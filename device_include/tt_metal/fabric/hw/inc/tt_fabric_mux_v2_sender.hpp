// A worker's connection to a mux of the second form.
#pragma once

#include "tt_metal/fabric/hw/inc/tt_fabric_mux_interface.hpp"

namespace tt::tt_fabric {

enum class FabricMuxV2SenderState : uint8_t { Disconnected = 0, Staging = 1, Connected = 2 };

inline constexpr uint8_t kInvalidStatusReadTrid = 0xff;

// Sends as WorkerToFabricEdmSender does. With EAGER_STAGING open() does not wait for the mux to
// run: packets go into its slots at once, and it is told of them by flush(), close(), or when the
// slots are full.
template <bool EAGER_STAGING = false, uint8_t NUM_BUFFERS = 0>
class FabricMuxV2Sender : public WorkerToFabricMuxSender<NUM_BUFFERS> {
    using Base = WorkerToFabricMuxSender<NUM_BUFFERS>;

 public:
    static constexpr bool USER_DEFINED_NUM_BUFFERS = NUM_BUFFERS != 0;

    FabricMuxV2Sender() = default;

    // As FabricMuxV2Config::append_client_connection_rt_args appends them.
    static FabricMuxV2Sender build_from_args(size_t& arg_idx) {
        const auto next = [&] { return get_arg_val<uint32_t>(arg_idx++); };
        const uint32_t x = next(), y = next(), channel = next(), slots = next();
        const uint32_t slot_bytes = next(), base = next(), info = next(), handshake = next();
        const uint32_t counter = get_semaphore(next()), teardown = get_semaphore(next());
        FabricMuxV2Sender sender;
        static_cast<Base&>(sender) = build_connection_to_fabric_endpoint<NUM_BUFFERS>(
            uint8_t(x), uint8_t(y), uint8_t(channel), uint8_t(slots), slot_bytes, base, info,
            handshake, 0, 0, counter, teardown, 0);
        sender.mux_status_address = next();
        return sender;
    }

    void open(uint8_t = kInvalidStatusReadTrid) {
        this->write_counter = this->slot_index = 0;
        this->edm_buffer_addr = this->edm_buffer_base_addr;
        *this->edm_buffer_local_free_slots_read_ptr = 0;
        *this->worker_teardown_addr = 0;
        this->holds_back = true;
        this->held_back = 0;
        state = FabricMuxV2SenderState::Staging;
        if constexpr (!EAGER_STAGING) flush<true>();
    }

    // Connects, when the mux runs; true if it is connected then.
    template <bool Blocking = true>
    bool flush() {
        if (state != FabricMuxV2SenderState::Staging) return true;
        do {
            if (mux_is_ready()) {
                connect();
                return true;
            }
        } while (Blocking);
        return false;
    }

    void close() {
        flush<true>();
        this->template put<false>(this->edm_connection_handshake_l1_addr,
                                  connection_interface::close_connection_request_value, noc_index);
        noc_async_write_barrier();
        noc_semaphore_wait(this->worker_teardown_addr, 1);
        *this->worker_teardown_addr = 0;
        state = FabricMuxV2SenderState::Disconnected;
    }

    bool is_staging_ring_full() const {
        return state == FabricMuxV2SenderState::Staging && this->get_num_free_write_slots() == 0;
    }
    void wait_for_empty_write_slot() {
        if (is_staging_ring_full()) flush<true>();
        Base::wait_for_empty_write_slot();
    }

    FabricMuxV2SenderState state = FabricMuxV2SenderState::Disconnected;
    uint32_t mux_status_address = 0;

 private:
    // The answer is read into the word of the connection's end, which nobody needs before.
    bool mux_is_ready() {
        noc_async_read(get_noc_addr(this->edm_noc_x, this->edm_noc_y, mux_status_address),
                       ironbird::address_of(this->worker_teardown_addr), sizeof(uint32_t));
        noc_async_read_barrier();
        return *this->worker_teardown_addr == FabricMuxStatus::READY_FOR_TRAFFIC;
    }
    void connect() {
        *this->worker_teardown_addr = 0;
        this->tell_location(noc_index);
        noc_async_write_barrier();
        this->template put<false>(this->edm_connection_handshake_l1_addr,
                                  connection_interface::open_connection_value, noc_index);
        this->holds_back = false;
        if (this->held_back > 0) this->take_slots(this->held_back, noc_index);
        state = FabricMuxV2SenderState::Connected;
    }
};

}  // namespace tt::tt_fabric
