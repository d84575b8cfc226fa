// What kernels on Ethernet cores call: bytes to the other end of the cable, and words that say so.
// A channel has one word of 16 bytes, at the same address on both ends. The sender writes how much
// is coming into its own copy and sends it behind the payload; the receiver clears its copy and
// sends it back.
#pragma once

#include <stdint.h>

#include "api/dataflow/dataflow_api.h"
#include "ib_abi.h"

struct eth_channel_sync_t {
    volatile uint32_t bytes_sent;
    volatile uint32_t receiver_ack;
    volatile uint32_t src_id;
    uint32_t reserved;
};

struct erisc_info_t {
    volatile uint32_t launch_user_kernel;
    volatile uint32_t unused_arg0;
    volatile uint32_t unused_arg1;
    volatile uint32_t unused_arg2;
    volatile eth_channel_sync_t channels[8];
};

inline erisc_info_t* const erisc_info =
    reinterpret_cast<erisc_info_t*>(uintptr_t{IB_ERISC_INFO_BASE});

namespace ironbird {

constexpr uint32_t kEthernetUnit = 16;  // bytes

FORCE_INLINE uint32_t address_of(volatile void* at) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(at));
}

// The whole word of a channel to its place on the other end.
FORCE_INLINE void send_word(volatile void* word) {
    ib_eth_send(0, address_of(word), address_of(word), kEthernetUnit);
}

FORCE_INLINE void wait_for_word(volatile uint32_t* word, uint32_t value) {
    ib_sem_wait(address_of(word), value);
}

}  // namespace ironbird

// ---- the queue ----

FORCE_INLINE bool eth_txq_is_busy() {
    return ib_eth_busy(0) != 0;
}
FORCE_INLINE void wait_for_eth_txq_cmd_space(uint32_t = 0) {
    while (eth_txq_is_busy()) {
    }
}

namespace internal_ {

FORCE_INLINE bool eth_txq_is_busy(uint32_t queue) {
    return ib_eth_busy(queue) != 0;
}
// Addresses and length in units of 16 bytes.
FORCE_INLINE void eth_send_packet(uint32_t queue, uint32_t from, uint32_t to, uint32_t units) {
    constexpr uint32_t unit = ironbird::kEthernetUnit;
    ib_eth_send(queue, from * unit, to * unit, units * unit);
}
FORCE_INLINE void eth_send_packet_bytes_unsafe(uint32_t queue, uint32_t from, uint32_t to,
                                               uint32_t bytes) {
    ib_eth_send(queue, from, to, bytes);
}
FORCE_INLINE void eth_send_packet_unsafe(uint32_t queue, uint32_t from, uint32_t to,
                                         uint32_t units) {
    eth_send_packet(queue, from, to, units);
}

}  // namespace internal_

// One visit to the firmware of the base; there is none.
FORCE_INLINE void run_routing() {}

// ---- NoC waits that let the base firmware run; plain ones here ----

FORCE_INLINE void eth_noc_semaphore_wait(volatile tt_l1_ptr uint32_t* word, uint32_t value,
                                         uint32_t = 0) {
    noc_semaphore_wait(word, value);
}
FORCE_INLINE void eth_noc_semaphore_wait_min(volatile tt_l1_ptr uint32_t* word, uint32_t value,
                                             uint32_t = 0) {
    noc_semaphore_wait_min(word, value);
}
FORCE_INLINE void eth_noc_async_read_barrier() {
    noc_async_read_barrier();
}
FORCE_INLINE void eth_noc_async_write_barrier() {
    noc_async_write_barrier();
}

// ---- payload ----

FORCE_INLINE void eth_send_bytes_over_channel_payload_only(
    uint32_t src_addr, uint32_t dst_addr, uint32_t num_bytes, uint32_t = 0,
    uint32_t num_bytes_per_send = 16, uint32_t num_bytes_per_send_word_size = 1) {
    for (uint32_t done = 0; done < num_bytes; done += num_bytes_per_send)
        ib_eth_send(0, src_addr + done, dst_addr + done,
                    num_bytes_per_send_word_size * ironbird::kEthernetUnit);
}
FORCE_INLINE void eth_send_bytes_over_channel_payload_only_unsafe(
    uint32_t src_addr, uint32_t dst_addr, uint32_t num_bytes, uint32_t num_bytes_per_send = 16,
    uint32_t num_bytes_per_send_word_size = 1) {
    eth_send_bytes_over_channel_payload_only(src_addr, dst_addr, num_bytes, 0, num_bytes_per_send,
                                             num_bytes_per_send_word_size);
}
FORCE_INLINE void eth_send_bytes_over_channel_payload_only_unsafe_one_packet(uint32_t src_addr,
                                                                             uint32_t dst_addr,
                                                                             uint32_t num_bytes) {
    ib_eth_send(0, src_addr, dst_addr, num_bytes);
}

FORCE_INLINE void eth_send_bytes(uint32_t src_addr, uint32_t dst_addr, uint32_t num_bytes,
                                 uint32_t num_bytes_per_send = 16,
                                 uint32_t num_bytes_per_send_word_size = 1) {
    eth_send_bytes_over_channel_payload_only(src_addr, dst_addr, num_bytes, 0, num_bytes_per_send,
                                             num_bytes_per_send_word_size);
    erisc_info->channels[0].bytes_sent = erisc_info->channels[0].bytes_sent + num_bytes;
}

FORCE_INLINE void eth_send_payload_complete_signal_over_channel(uint32_t channel,
                                                                uint32_t num_bytes) {
    volatile eth_channel_sync_t& word = erisc_info->channels[channel];
    word.bytes_sent = num_bytes;
    word.receiver_ack = 0;
    ironbird::send_word(&word);
}

FORCE_INLINE void eth_send_bytes_over_channel(uint32_t src_addr, uint32_t dst_addr,
                                              uint32_t num_bytes, uint32_t channel,
                                              uint32_t num_bytes_per_send = 16,
                                              uint32_t num_bytes_per_send_word_size = 1) {
    eth_send_bytes_over_channel_payload_only(src_addr, dst_addr, num_bytes, 0, num_bytes_per_send,
                                             num_bytes_per_send_word_size);
    eth_send_payload_complete_signal_over_channel(channel, num_bytes);
}

// ---- the sender waits ----

FORCE_INLINE void eth_wait_for_receiver_done(uint32_t = 0) {
    volatile eth_channel_sync_t& word = erisc_info->channels[0];
    word.receiver_ack = 0;
    ironbird::send_word(&word);
    ironbird::wait_for_word(&word.bytes_sent, 0);
}
FORCE_INLINE void eth_wait_receiver_done(uint32_t = 0) {
    ironbird::wait_for_word(&erisc_info->channels[0].bytes_sent, 0);
}
FORCE_INLINE bool eth_is_receiver_channel_send_acked(uint32_t channel) {
    return erisc_info->channels[channel].receiver_ack != 0;
}
FORCE_INLINE bool eth_is_receiver_channel_send_done(uint32_t channel) {
    return erisc_info->channels[channel].bytes_sent == 0;
}
FORCE_INLINE void eth_wait_for_receiver_channel_done(uint32_t channel) {
    ironbird::wait_for_word(&erisc_info->channels[channel].bytes_sent, 0);
}
FORCE_INLINE void eth_wait_receiver_acknowledge(uint8_t channel = 0) {
    ironbird::wait_for_word(&erisc_info->channels[channel].receiver_ack, 1);
}
FORCE_INLINE void eth_clear_sender_channel_ack(uint32_t channel) {
    erisc_info->channels[channel].receiver_ack = 0;
}

// ---- the receiver ----

FORCE_INLINE void eth_wait_for_bytes(uint32_t num_bytes, uint32_t = 0) {
    ironbird::wait_for_word(&erisc_info->channels[0].bytes_sent, num_bytes);
}
FORCE_INLINE bool eth_bytes_are_available_on_channel(uint8_t channel) {
    return erisc_info->channels[channel].bytes_sent != 0;
}
FORCE_INLINE void eth_wait_for_bytes_on_channel_sync_addr(uint32_t num_bytes,
                                                          volatile eth_channel_sync_t* word,
                                                          uint32_t = 0) {
    ironbird::wait_for_word(&word->bytes_sent, num_bytes);
}
FORCE_INLINE void eth_wait_for_bytes_on_channel(uint32_t num_bytes, uint8_t channel, uint32_t = 0) {
    ironbird::wait_for_word(&erisc_info->channels[channel].bytes_sent, num_bytes);
}

FORCE_INLINE void send_eth_receiver_channel_done(volatile eth_channel_sync_t* word) {
    word->bytes_sent = 0;
    word->receiver_ack = 0;
    ironbird::send_word(word);
}
FORCE_INLINE void eth_receiver_channel_done(uint32_t channel) {
    send_eth_receiver_channel_done(&erisc_info->channels[channel]);
}
FORCE_INLINE void eth_receiver_done() {
    eth_receiver_channel_done(0);
}

// The acknowledgement comes from a place of its own: the word of the channel still says what is
// there.
FORCE_INLINE void eth_receiver_channel_ack(uint32_t channel, uint32_t ack_word_addr) {
    auto* ack = reinterpret_cast<volatile eth_channel_sync_t*>(uintptr_t{ack_word_addr});
    ack->bytes_sent = erisc_info->channels[channel].bytes_sent;
    ack->receiver_ack = 1;
    ib_eth_send(0, ack_word_addr, ironbird::address_of(&erisc_info->channels[channel]),
                ironbird::kEthernetUnit);
}
FORCE_INLINE void eth_receiver_acknowledge(uint8_t channel = 0) {
    erisc_info->channels[channel].receiver_ack = 1;
    ironbird::send_word(&erisc_info->channels[channel]);
}

FORCE_INLINE void eth_write_remote_reg(uint32_t, uint32_t) {
    ib_not_modelled("eth_write_remote_reg");
}
