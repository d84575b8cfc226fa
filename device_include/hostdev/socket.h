// What a socket keeps in L1 at each end, and what a kernel holds of it.
#pragma once

#include <cstdint>

// ---- in L1. Behind the sender's follow, each in 16 bytes of its own: the bytes that each receiver
// has taken, and who it is.

struct d2d_sender_socket_md {
    uint32_t downstream_mesh_id, downstream_chip_id;  // on a line: hops
    uint32_t downstream_noc_y, downstream_noc_x;
};

union sender_downstream_encoding {
    d2d_sender_socket_md d2d;
};

struct sender_socket_md {
    uint32_t bytes_sent, num_downstreams, write_ptr;
    uint32_t downstream_bytes_sent_addr, downstream_fifo_addr, downstream_fifo_total_size;
    uint32_t is_d2h;
};

struct d2d_recv_socket_md {
    uint32_t upstream_mesh_id, upstream_chip_id;
    uint32_t upstream_noc_y, upstream_noc_x;
    uint32_t upstream_bytes_acked_addr;
};

struct receiver_socket_md {
    uint32_t bytes_sent, read_ptr, fifo_addr, fifo_total_size, bytes_acked;
    uint32_t is_h2d;
    d2d_recv_socket_md d2d;
};

// ---- in a kernel

struct SocketSenderInterface {
    uint32_t config_addr, write_ptr, bytes_sent, bytes_acked_base_addr;
    uint32_t page_size, num_downstreams;
    uint32_t downstream_fifo_total_size, downstream_fifo_curr_size;  // whole, and of whole pages
    uint32_t downstream_fifo_addr, downstream_bytes_sent_addr;
    uint32_t is_d2h;
    struct {
        uint32_t downstream_enc_base_addr;
    } d2d;
};

struct SocketReceiverInterface {
    uint32_t config_addr, read_ptr, bytes_acked, bytes_sent_addr;
    uint32_t page_size, fifo_addr, fifo_total_size, fifo_curr_size;
    uint32_t is_h2d;
    d2d_recv_socket_md d2d;
};
