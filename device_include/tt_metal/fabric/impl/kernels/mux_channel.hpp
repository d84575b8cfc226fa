// A channel of a mux: slots that one worker fills, and the connection with it.
#pragma once

#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"
#include "tt_metal/fabric/hw/inc/edm_fabric/fabric_stream_regs.hpp"

namespace tt::tt_fabric {

// What a worker says it is comes from its location info; how many of its packets have been sent on
// goes back to a word of its L1.
class MuxChannel {
 public:
    void begin(uint32_t slots_at, uint32_t info_at, uint32_t handshake_at, uint32_t stream,
               uint32_t slots, uint32_t slot_bytes) {
        base_ = slots_at;
        info_ =
            reinterpret_cast<volatile tt_l1_ptr EDMChannelWorkerLocationInfo*>(uintptr_t{info_at});
        handshake_ = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{handshake_at});
        stream_ = stream;
        slots_ = slots;
        slot_bytes_ = slot_bytes;
        info_->edm_read_counter = 0;
        init_ptr_val(StreamId{stream}, int32_t(slots));
    }

    bool has_packet() const { return uint32_t(get_ptr_val(stream_)) != slots_; }
    bool closed() const { return closed_; }

    // Takes the oldest packet, if there is one, to the router.
    template <typename Sender>
    bool forward(Sender& router) {
        if (!has_packet()) return false;
        const uint32_t at = base_ + index_ * slot_bytes_;
        const auto* header =
            reinterpret_cast<volatile tt_l1_ptr PACKET_HEADER_TYPE*>(uintptr_t{at});
        router.wait_for_empty_write_slot();
        router.send_payload_flush_non_blocking_from_address(
            at, header->get_payload_size_including_header());
        index_ = index_ + 1 == slots_ ? 0 : index_ + 1;
        sent_++;
        increment_local_update_ptr_val(stream_, 1);
        noc_async_writes_flushed();
        if (connected_) tell(info_->worker_semaphore_address, sent_);
        return true;
    }

    // Notices a worker that connects or disconnects.
    void check_connection() {
        const uint32_t asked = *handshake_;
        if (!connected_ && asked != connection_interface::unused_connection_value) {
            connected_ = true;
            tell(info_->worker_semaphore_address, sent_);
        } else if (connected_ && asked == connection_interface::close_connection_request_value) {
            connected_ = false;
            closed_ = true;
            info_->edm_read_counter = sent_;
            *handshake_ = connection_interface::unused_connection_value;
            tell(info_->worker_teardown_semaphore_address, 1);
        }
    }

 private:
    void tell(uint32_t address, uint32_t value) const {
        const WorkerXY at = WorkerXY::from_uint32(
            *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(&info_->worker_xy));
        noc_inline_dw_write<InlineWriteDst::L1>(get_noc_addr(at.x, at.y, address), value);
    }

    volatile tt_l1_ptr EDMChannelWorkerLocationInfo* info_;
    volatile tt_l1_ptr uint32_t* handshake_;
    uint32_t base_, stream_, slots_, slot_bytes_;
    uint32_t index_ = 0, sent_ = 0;
    bool connected_ = false, closed_ = false;
};

}  // namespace tt::tt_fabric
