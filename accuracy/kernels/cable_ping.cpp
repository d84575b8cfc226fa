// A packet there and back over one cable, sixteen times.
#include "internal/ethernet/dataflow_api.h"

void kernel_main() {
    const uint32_t at = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const bool begins = get_arg_val<uint32_t>(4) == 0;
    const uint32_t begin = reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L);
    for (uint32_t i = 0; i < 16; i++) {
        for (uint32_t turn = 0; turn < 2; turn++) {
            const uint32_t channel = turn;
            if ((turn == 0) == begins) {
                eth_send_bytes_over_channel(at, at + bytes, bytes, channel, bytes, bytes / 16);
            } else {
                eth_wait_for_bytes_on_channel(bytes, channel);
                eth_receiver_channel_done(channel);
            }
        }
    }
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(5)) =
        reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L) - begin;
}
