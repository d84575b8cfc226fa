// Blocks into a circular buffer, several of which are on their way at a time as far as there is
// room, each with a transaction number of its own: so memory never waits for this core.
#pragma once

#include "api/dataflow/dataflow_api.h"

// Source: more() says whether another block follows, ask(address) begins to read it.
template <typename Source>
class Ahead {
 public:
    // `blocks` is how many the buffer holds; pages of a block.
    Ahead(Source& source, uint32_t cb, uint32_t pages, uint32_t page_bytes, uint32_t blocks)
        : source_(source),
          cb_(cb),
          pages_(pages),
          bytes_(pages * page_bytes),
          start_(get_write_ptr(cb)),
          end_(start_ + blocks * bytes_),
          to_(start_) {}
    ~Ahead() { noc_async_read_set_trid(0); }

    bool waits() const { return under_way_ != 0; }
    // The next block is in its circular buffer.
    void take() {
        if (under_way_ == 0) ask();
        while (under_way_ < kMost && source_.more() &&
               cb_pages_reservable_at_back(cb_, (under_way_ + 1) * pages_))
            ask();
        noc_async_read_barrier_with_trid(1 + taken_ % kMost);
        cb_push_back(cb_, pages_);
        ++taken_;
        --under_way_;
    }

 private:
    static constexpr uint32_t kMost = 4;

    // All that has been asked for and not pushed stays reserved.
    void ask() {
        cb_reserve_back(cb_, (under_way_ + 1) * pages_);
        noc_async_read_set_trid(1 + (taken_ + under_way_) % kMost);
        source_.ask(to_);
        ++under_way_;
        to_ += bytes_;
        if (to_ == end_) to_ = start_;
    }

    Source& source_;
    const uint32_t cb_, pages_, bytes_, start_, end_;
    uint32_t to_, taken_ = 0, under_way_ = 0;
};
