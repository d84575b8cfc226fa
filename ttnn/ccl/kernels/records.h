// Pages for devices of a line, with a record for each that says where it goes.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

namespace ttnn_ccl {

// Where the parts of a tensor lie in the whole: unit u of part i is unit u / inner * step +
// i * shift + u % inner of the whole.
struct Parts {
    uint32_t inner, step, shift;
    uint32_t whole(uint32_t part, uint32_t unit) const {
        return unit / inner * step + part * shift + unit % inner;
    }
};

template <uint32_t cb>
void record(uint32_t places, uint32_t page, uint32_t offset) {
    cb_reserve_back(cb, 1);
    auto* to = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb));
    to[0] = places;
    to[1] = page;
    to[2] = offset;
    cb_push_back(cb, 1);
}
template <uint32_t cb>
void end_of_records() {
    record<cb>(0, 0, 0);
}

template <uint32_t cb, typename From>
void read_page(const From& from, uint32_t page, uint32_t offset, uint32_t bytes) {
    cb_reserve_back(cb, 1);
    noc_async_read(from.get_noc_addr(page, offset), get_write_ptr(cb), bytes);
    noc_async_read_barrier();
    cb_push_back(cb, 1);
}

// Pages that are read together wait once. All batches but the last are full, so that none runs over
// the end of the circular buffer.
template <uint32_t cb, uint32_t records>
class Batch {
 public:
    template <typename From>
    void add(const From& from, uint32_t page, uint32_t offset, uint32_t bytes, uint32_t places,
             uint32_t to, uint32_t to_offset) {
        cb_reserve_back(cb, count_ + 1);
        const uint32_t stride = get_local_cb_interface(cb).fifo_page_size;
        noc_async_read(from.get_noc_addr(page, offset), get_write_ptr(cb) + count_ * stride, bytes);
        waiting_[count_++] = {places, to, to_offset};
        if (count_ == kMost) push();
    }
    void push() {
        if (count_ == 0) return;
        noc_async_read_barrier();
        cb_push_back(cb, count_);
        for (uint32_t i = 0; i < count_; i++)
            record<records>(waiting_[i].places, waiting_[i].page, waiting_[i].offset);
        count_ = 0;
    }

 private:
    static constexpr uint32_t kMost = 8;  // half of the circular buffer
    struct Record {
        uint32_t places, page, offset;
    };
    Record waiting_[kMost];
    uint32_t count_ = 0;
};

}  // namespace ttnn_ccl
