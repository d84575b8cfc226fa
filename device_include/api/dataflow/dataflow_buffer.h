// A dataflow buffer: on the modelled chips, a circular buffer by another name (entries for pages).
#pragma once

#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"

struct DataflowBufferArgs {
    uint32_t offset_bytes = 0;
};

// The type of generated dfb:: names.
struct DFBBindingToken {
    explicit constexpr DFBBindingToken(uint16_t id) noexcept : id_(id) {}
    constexpr operator uint32_t() const noexcept { return id_; }

 private:
    uint16_t id_;
};

namespace ironbird {

// Consecutive entries of a ring, which may go on at its begin.
struct DfbEntries {
    uint32_t first, bytes, begin, end;

    // Upstream tells of data movement alone.
    template <typename Tell>
    void for_each_range(Tell tell) const {
#if !defined(COMPILE_FOR_TRISC)
        const uint32_t before = bytes < end - first ? bytes : end - first;
        tell(first, before);
        if (bytes > before) tell(begin, bytes - before);
#endif
    }
};

}  // namespace ironbird

// A typed pointer to one side. Its entries are claimed for the length of a scope, which guards
// nothing: the checker reports whoever else writes there.
template <bool IsWrite>
class DfbScopedLock {
 public:
    explicit DfbScopedLock(const ironbird::DfbEntries& entries) : entries_(entries) {
        entries_.for_each_range([](uint32_t at, uint32_t n) { ib_claim(IB_CLAIM_DFB, at, n); });
    }
    ~DfbScopedLock() {
        entries_.for_each_range([](uint32_t at, uint32_t n) { ib_release(IB_CLAIM_DFB, at, n); });
    }
    DfbScopedLock(const DfbScopedLock&) = delete;
    DfbScopedLock& operator=(const DfbScopedLock&) = delete;

    template <typename T = uint32_t>
    [[nodiscard]] auto get_ptr() const {
        return CoreLocalMem<std::conditional_t<IsWrite, T, const T>>(uintptr_t(entries_.first));
    }

 private:
    ironbird::DfbEntries entries_;
};

class DataflowBuffer {
 public:
    constexpr DataflowBuffer(DFBBindingToken token) : DataflowBuffer(uint16_t(uint32_t(token))) {}
    constexpr explicit DataflowBuffer(uint16_t logical_dfb_id) : id_(logical_dfb_id) {
#if !defined(COMPILE_FOR_TRISC)
        if (!std::is_constant_evaluated())
            ib_claim(IB_CLAIM_RING, view().fifo_limit - view().fifo_size, view().fifo_size);
#endif
    }

    constexpr uint16_t get_id() const { return id_; }

    void reserve_back(uint16_t entries) { ironbird::producer_side::reserve_back(id_, entries); }
    void push_back(uint16_t entries) { ironbird::producer_side::push_back(id_, entries); }
    void wait_front(uint16_t entries) { ironbird::consumer_side::wait_front(id_, entries); }
    void pop_front(uint16_t entries) { ironbird::consumer_side::pop_front(id_, entries); }
    void finish() {
    }  // the hand-over at the end is only needed where buffers have credits to return

    uint32_t get_write_ptr() const { return view().fifo_wr_ptr; }
    uint32_t get_read_ptr() const { return view().fifo_rd_ptr; }
    void evil_set_write_ptr(uint32_t addr) { view().fifo_wr_ptr = addr; }
    void evil_set_read_ptr(uint32_t addr) { view().fifo_rd_ptr = addr; }

    uint32_t get_entry_size() const { return view().fifo_page_size << cb_addr_shift; }
    uint32_t get_stride_size() const { return get_entry_size(); }
    uint32_t get_total_num_entries() const {
        return view().fifo_num_pages != 0 ? view().fifo_num_pages
                                          : view().fifo_size / view().fifo_page_size;
    }
    uint32_t get_total_size_bytes() const { return view().fifo_size << cb_addr_shift; }
    uint32_t get_local_num_entries() const { return get_total_num_entries(); }
    uint32_t get_local_size_bytes() const { return get_total_size_bytes(); }
    uint32_t get_ring_span_num_entries() const { return get_total_num_entries(); }
    uint32_t get_ring_span_bytes() const { return get_total_size_bytes(); }

    [[nodiscard]] auto scoped_write_lock(uint16_t entries = 1) {
        return DfbScopedLock<true>(entries_from(get_write_ptr(), entries));
    }
    [[nodiscard]] auto scoped_read_lock(uint16_t entries = 1) {
        return DfbScopedLock<false>(entries_from(get_read_ptr(), entries));
    }

#if defined(COMPILE_FOR_TRISC)
    uint32_t get_tile_address(uint32_t tile_index) {
        return ironbird::shared_tile_address(id_, tile_index);
    }
    template <typename T = uint32_t>
    T read_tile_value(uint32_t tile_index, uint32_t element_offset) {
        return ironbird::shared_tile_value<T>(id_, tile_index, element_offset);
    }
#else
    bool pages_reservable_at_back(int32_t pages) const {
        return cb_pages_reservable_at_back(id_, pages);
    }
    bool pages_available_at_front(int32_t pages) const {
        return cb_pages_available_at_front(id_, pages);
    }
    void write_barrier(const Noc& noc) const { noc.async_write_barrier(); }
#endif

    constexpr uint32_t get_tile_size() const { return ::get_tile_size(id_); }
    constexpr uint32_t get_tile_hw() const { return ::get_tile_hw(id_); }
    constexpr uint32_t get_tile_num_faces() const { return ::get_tile_num_faces(id_); }
    constexpr uint32_t get_tile_r_dim() const { return ironbird::tile_rows(id_); }
    constexpr uint32_t get_tile_c_dim() const { return ironbird::tile_columns(id_); }
    constexpr uint32_t get_face_r_dim() const { return ironbird::face_rows(id_); }
    constexpr DataFormat get_dataformat() const { return ::get_dataformat(id_); }

 private:
    LocalCBInterface& view() const { return get_local_cb_interface(id_); }
    ironbird::DfbEntries entries_from(uint32_t pointer, uint32_t entries) const {
        const uint32_t end = view().fifo_limit;
        return {pointer, entries * view().fifo_page_size, end - view().fifo_size, end};
    }

    uint16_t id_;
};

#if !defined(COMPILE_FOR_TRISC)
template <>
struct noc_traits_t<DataflowBuffer>
    : ironbird::LocalMemoryTraits<DataflowBuffer,
                                  [](const DataflowBuffer& dfb) { return dfb.get_read_ptr(); },
                                  [](const DataflowBuffer& dfb) { return dfb.get_write_ptr(); }> {};
#endif
