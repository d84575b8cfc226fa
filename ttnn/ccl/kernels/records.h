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

// An entry of the circular buffer: for the devices at these places (bits; none: it is the last),
// from this page and offset on so many pages.
struct Record {
    uint32_t places, page, offset, pages;
};

// Rows that go to all devices, into the second output, so many of them in a packet.
constexpr uint32_t kEverybody = 0xffffffff, kMostTold = 4;

template <uint32_t cb>
void put_record(const Record& record) {
    cb_reserve_back(cb, 1);
    auto* to = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb));
    to[0] = record.places;
    to[1] = record.page;
    to[2] = record.offset;
    to[3] = record.pages;
    cb_push_back(cb, 1);
}
template <uint32_t cb>
void end_of_records() {
    put_record<cb>({0, 0, 0, 0});
}

constexpr uint32_t kNoRecords = 0xff;

// Fills entries of a circular buffer, with records in another one, some of them under way at a
// time: each has a transaction id of its own. The buffer has a whole number of entries and is empty
// at first.
template <uint32_t cb, uint32_t records>
class Ahead {
 public:
    // Reads that have nothing to do with entries, and wait for each other alone.
    static constexpr uint32_t kOthers = 15;

    Ahead()
        : first_(get_write_ptr(cb)),
          bytes_(get_local_cb_interface(cb).fifo_page_size),
          slots_(get_local_cb_interface(cb).fifo_size / bytes_) {}
    ~Ahead() { noc_async_read_set_trid(0); }

    // Where the next entry is; its reads follow.
    uint32_t begin(const Record& record) {
        while (under_way_ == kMost || (under_way_ != 0 && landed())) push();
        cb_reserve_back(cb, under_way_ + 1);
        const uint32_t slot = (pushed_ + under_way_) % kMost;
        noc_async_read_set_trid(1 + slot);
        waiting_[slot] = record;
        under_way_++;
        const uint32_t at = first_ + next_ * bytes_;
        next_ = next_ + 1 == slots_ ? 0 : next_ + 1;
        return at;
    }
    void end() {
        while (under_way_ != 0) push();
    }

 private:
    static constexpr uint32_t kMost = 6;

    bool landed() const {
        return ncrisc_noc_read_with_transaction_id_flushed(noc_index, 1 + pushed_ % kMost);
    }
    void push() {
        const uint32_t slot = pushed_ % kMost;
        noc_async_read_barrier_with_trid(1 + slot);
        cb_push_back(cb, 1);
        if constexpr (records != kNoRecords) put_record<records>(waiting_[slot]);
        pushed_++;
        under_way_--;
    }

    const uint32_t first_, bytes_, slots_;
    uint32_t next_ = 0, pushed_ = 0, under_way_ = 0;
    Record waiting_[kMost];
};

}  // namespace ttnn_ccl
