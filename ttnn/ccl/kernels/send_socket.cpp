// Pages of a circular buffer into the FIFO of a socket, over the fabric.
#include "api/socket_api.h"
#include "socket.h"

using namespace ttnn_ccl;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    const uint32_t page = get_common_arg_val<uint32_t>(0), config = get_common_arg_val<uint32_t>(1);
    const bool in_dram = get_common_arg_val<uint32_t>(2) != 0;
    size_t arg = 0;
    const uint32_t bank = get_arg_val<uint32_t>(arg++), pages = get_arg_val<uint32_t>(arg++);
    SocketWay way(arg);
    auto socket = create_sender_socket_interface(config);
    set_sender_socket_page_size(socket, page);
    const auto to = get_downstream_encoding(socket, 0);
    fabric_set_unicast_route(way.data, to);
    const uint32_t most = get_fabric_max_packet_size();
    for (uint32_t i = 0; i < pages; i++) {
        socket_reserve_pages(socket, 1);
        cb_wait_front(cb, 1);
        const uint32_t at = socket.downstream_fifo_addr + socket.write_ptr;
        const uint64_t slot =
            in_dram ? get_noc_addr_from_bank_id<true>(bank, at, edm_to_local_chip_noc)
                    : safe_get_noc_addr(to.d2d.downstream_noc_x, to.d2d.downstream_noc_y, at, 0);
        for (uint32_t sent = 0; sent < page;) {
            const uint32_t now = page - sent < most ? page - sent : most;
            way.send(get_read_ptr(cb) + sent, now, slot + sent);
            sent += now;
        }
        cb_pop_front(cb, 1);
        socket_push_pages(socket, 1);
        fabric_socket_notify_receiver(socket, way.sender, way.word);
    }
    update_socket_config(socket);
    way.close();
}
