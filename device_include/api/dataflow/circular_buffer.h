// A circular buffer as an object. As an end of a transfer it is its read pointer (source) or its
// write pointer (destination), unless use<> chooses.
#pragma once

#include "api/dataflow/noc.h"
#include "api/lock.h"
#include "internal/circular_buffer_interface.h"
#include "ironbird/cb_sides.h"

class CircularBuffer {
 public:
    enum class AddrSelector { WRITE_PTR, READ_PTR };

    explicit CircularBuffer(uint32_t cb_id) : cb_id_(cb_id) {}

    uint32_t get_cb_id() const { return cb_id_; }
    uint32_t get_write_ptr() const { return get_local_cb_interface(cb_id_).fifo_wr_ptr; }
    uint32_t get_read_ptr() const { return get_local_cb_interface(cb_id_).fifo_rd_ptr; }

    void reserve_back(int32_t num_pages) {
        ironbird::producer_side::reserve_back(cb_id_, num_pages);
    }
    void push_back(int32_t num_pages) { ironbird::producer_side::push_back(cb_id_, num_pages); }
    void wait_front(int32_t num_pages) { ironbird::consumer_side::wait_front(cb_id_, num_pages); }
    void pop_front(int32_t num_pages) { ironbird::consumer_side::pop_front(cb_id_, num_pages); }

#if defined(COMPILE_FOR_TRISC)
    [[nodiscard]] auto scoped_lock() {
        return Lock([] {});  // upstream tells of data movement alone
    }
    uint32_t get_tile_address(uint32_t tile_index) {
        return ironbird::shared_tile_address(cb_id_, tile_index);
    }
    uint32_t read_tile_value(uint32_t tile_index, uint32_t element_offset) {
        return ironbird::shared_tile_value<uint32_t>(cb_id_, tile_index, element_offset);
    }
#else
    [[nodiscard]] auto scoped_lock() {
        const LocalCBInterface& view = get_local_cb_interface(cb_id_);
        return ironbird::claim<IB_CLAIM_CB>(view.fifo_limit - view.fifo_size, view.fifo_size);
    }
    bool pages_reservable_at_back(int32_t num_pages) const {
        return cb_pages_reservable_at_back(cb_id_, num_pages);
    }
    bool pages_available_at_front(int32_t num_pages) const {
        return cb_pages_available_at_front(cb_id_, num_pages);
    }
#endif

    constexpr uint32_t get_tile_size() const { return ::get_tile_size(cb_id_); }
    constexpr uint32_t get_tile_hw() const { return ::get_tile_hw(cb_id_); }
    constexpr DataFormat get_dataformat() const { return ::get_dataformat(cb_id_); }

 private:
    uint32_t cb_id_;
};

#if !defined(COMPILE_FOR_TRISC)

template <CircularBuffer::AddrSelector AddrSel>
struct CircularBufferView {
    const CircularBuffer& cb;
    explicit constexpr CircularBufferView(const CircularBuffer& c) : cb(c) {}

    uint32_t address() const {
        return AddrSel == CircularBuffer::AddrSelector::READ_PTR ? cb.get_read_ptr()
                                                                 : cb.get_write_ptr();
    }
};

template <CircularBuffer::AddrSelector AddrSel>
constexpr auto use(const CircularBuffer& cb) {
    return CircularBufferView<AddrSel>(cb);
}

template <>
struct noc_traits_t<CircularBuffer>
    : ironbird::LocalMemoryTraits<CircularBuffer,
                                  [](const CircularBuffer& cb) { return cb.get_read_ptr(); },
                                  [](const CircularBuffer& cb) { return cb.get_write_ptr(); }> {};

template <CircularBuffer::AddrSelector AddrSel>
struct noc_traits_t<CircularBufferView<AddrSel>>
    : ironbird::LocalMemoryTraits<
          CircularBufferView<AddrSel>,
          [](const CircularBufferView<AddrSel>& view) { return view.address(); },
          [](const CircularBufferView<AddrSel>& view) { return view.address(); }> {};

#endif
