// Circular buffers whose producer and consumers are on different cores: their ring on this core and
// its lock; the hand-over is not modelled, by name.
#pragma once

#include "api/dataflow/dataflow_api.h"
#include "api/lock.h"
#include "internal/circular_buffer_interface.h"

namespace experimental {

template <typename... Any>
[[noreturn]] void remote_cb_wait_front(Any...) {
    ib_not_modelled("remote_cb_wait_front");
}
template <typename... Any>
[[noreturn]] void remote_cb_pop_front(Any...) {
    ib_not_modelled("remote_cb_pop_front");
}
template <typename... Any>
[[noreturn]] void remote_cb_reserve_back(Any...) {
    ib_not_modelled("remote_cb_reserve_back");
}
template <bool skip_ptr_update = true, typename... Any>
[[noreturn]] void remote_cb_push_back_and_write_pages(Any...) {
    ib_not_modelled("remote_cb_push_back_and_write_pages");
}
template <typename... Any>
[[noreturn]] void remote_cb_sender_barrier(Any...) {
    ib_not_modelled("remote_cb_sender_barrier");
}
template <typename... Any>
[[noreturn]] void update_remote_cb_config_in_l1(Any...) {
    ib_not_modelled("update_remote_cb_config_in_l1");
}
template <bool update_remote_over_noc = false, typename... Any>
[[noreturn]] void resize_remote_sender_cb_interface(Any...) {
    ib_not_modelled("resize_remote_sender_cb_interface");
}
template <bool update_remote_over_noc = false, typename... Any>
[[noreturn]] void resize_remote_receiver_cb_interface(Any...) {
    ib_not_modelled("resize_remote_receiver_cb_interface");
}
template <uint32_t count>
[[noreturn]] void align_local_cbs_to_remote_cb(uint32_t, const uint32_t (&)[count]) {
    ib_not_modelled("align_local_cbs_to_remote_cb");
}

#if !defined(COMPILE_FOR_TRISC)
class RemoteCircularBuffer {
 public:
    explicit RemoteCircularBuffer(uint32_t remote_cb_index) : index_(remote_cb_index) {}

    [[nodiscard]] auto scoped_lock() {
        return ironbird::claim<IB_CLAIM_CB>(
            get_remote_receiver_cb_interface(index_).fifo_start_addr,
            get_local_cb_interface(index_).fifo_size);
    }
    template <typename... Any>
    [[noreturn]] void reserve_back(Any... any) {
        remote_cb_reserve_back(index_, any...);
    }
    template <typename... Any>
    [[noreturn]] void wait_front(Any... any) {
        remote_cb_wait_front(index_, any...);
    }
    template <typename... Any>
    [[noreturn]] void pop_front(Any... any) {
        remote_cb_pop_front(index_, any...);
    }
    [[noreturn]] void commit() { update_remote_cb_config_in_l1(index_); }

 private:
    uint32_t index_;
};
#endif

}  // namespace experimental
