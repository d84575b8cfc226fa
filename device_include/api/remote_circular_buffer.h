// Circular buffers whose producer and consumers are on different cores: not modelled, by name.
#pragma once

#include "api/dataflow/dataflow_api.h"

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

}  // namespace experimental
