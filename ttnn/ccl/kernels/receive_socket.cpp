// Pages out of the FIFO of a socket into a tensor; the sender is told which places are free again.
#include "api/socket_api.h"
#include "socket.h"

using namespace ttnn_ccl;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);  // a page on its way out of DRAM
    constexpr auto args = TensorAccessorArgs<1>();
    const uint32_t stride = get_common_arg_val<uint32_t>(0),
                   config = get_common_arg_val<uint32_t>(1);
    const bool in_dram = get_common_arg_val<uint32_t>(2) != 0;
    const uint32_t page = get_common_arg_val<uint32_t>(4);
    const auto out =
        TensorAccessor(args, get_common_arg_val<uint32_t>(3), get_common_arg_val<uint32_t>(5));
    size_t arg = 0;
    const uint32_t bank = get_arg_val<uint32_t>(arg++), first = get_arg_val<uint32_t>(arg++),
                   count = get_arg_val<uint32_t>(arg++);
    SocketWay way(arg);
    auto socket = create_receiver_socket_interface(config);
    set_receiver_socket_page_size(socket, stride);
    for (uint32_t p = first; p < first + count; p++) {
        socket_wait_for_pages(socket, 1);
        uint32_t from = socket.read_ptr;
        if (in_dram) {
            from = get_write_ptr(cb);
            noc_async_read(get_noc_addr_from_bank_id<true>(bank, socket.read_ptr), from, page);
            noc_async_read_barrier();
        }
        noc_async_write(from, out.get_noc_addr(p), page);
        noc_async_write_barrier();
        socket_pop_pages(socket, 1);
        fabric_socket_notify_sender(socket, way.sender, way.word);
    }
    update_socket_config(socket);
    way.close();
}
