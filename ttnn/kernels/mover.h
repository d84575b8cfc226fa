// A stream of blocks that all cores of a group need. They read them in turn: each fetches its next
// block early, into a place of its own, and multicasts it when the stream has come so far.
#pragma once

#include "api/dataflow/dataflow_api.h"

// Arguments of a core from `first` on: its place in the group, the number of cores in it, and
// unless it is alone two corners of their rectangle and the place of each.
struct Group {
    const uint32_t first, index, size;

    explicit Group(uint32_t first)
        : first(first),
          index(get_arg_val<uint32_t>(first)),
          size(get_arg_val<uint32_t>(first + 1)) {}

    // NoC 1 sees the rectangle from the other end.
    uint64_t all(uint32_t address) const {
        const uint32_t near = first + (noc_index == 0 ? 2 : 4);
        const uint32_t far = first + (noc_index == 0 ? 4 : 2);
        return get_noc_multicast_addr(get_arg_val<uint32_t>(near), get_arg_val<uint32_t>(near + 1),
                                      get_arg_val<uint32_t>(far), get_arg_val<uint32_t>(far + 1),
                                      address);
    }
    uint64_t one(uint32_t member, uint32_t address) const {
        const uint32_t place = get_arg_val<uint32_t>(first + 6 + member);
        return get_noc_addr(place >> 16, place & 0xffff, address);
    }
};

// Source: read(block, address) begins to fetch a block, finish(block, address) follows when it is
// there. Counters only grow, so no flag has to be taken back: member m is ready for its nth turn
// when the others have said so n times; blocks up to a number have arrived. Three semaphores.
template <typename Source>
class Mover {
    using Word = volatile tt_l1_ptr uint32_t*;

 public:
    Mover(Source& source, const Group& group, uint32_t cb, uint32_t staging, uint32_t tiles,
          uint32_t bytes, uint32_t total, uint32_t first_semaphore)
        : group_(group),
          source_(source),
          cb_(cb),
          tiles_(tiles),
          bytes_(bytes),
          total_(total),
          ready_(get_semaphore(first_semaphore)),
          arrived_(get_semaphore(first_semaphore + 1)),
          flag_(get_semaphore(first_semaphore + 2)) {
        if (group_.size == 1) return;
        staging_ = get_write_ptr(staging);
        own_ = group_.index;
    }

    void step() {
        cb_reserve_back(cb_, tiles_);
        if (group_.size == 1)
            fetch();
        else if (turn_ == group_.index)
            send();
        else
            receive();
        cb_push_back(cb_, tiles_);
        ++block_;
        if (++turn_ == group_.size) turn_ = 0;
    }

 private:
    // Not before its time: blocks that are needed sooner have the memory to themselves.
    static constexpr uint32_t kAhead = 3;

    void fetch_early() {
        if (group_.size == 1 || fetched_ || own_ >= total_ || own_ > block_ + kAhead) return;
        source_.read(own_, staging_);
        fetched_ = true;
    }

    void fetch() {
        const uint32_t to = get_write_ptr(cb_);
        source_.read(block_, to);
        noc_async_read_barrier();
        source_.finish(block_, to);
    }

    // The flag follows the data on the same path, to this core, too: its own copy is there when
    // the flag is.
    void send() {
        fetch_early();
        noc_async_read_barrier();
        source_.finish(block_, staging_);
        asked_ += group_.size - 1;
        noc_semaphore_wait_min(reinterpret_cast<Word>(ready_), asked_);
        noc_async_write_multicast_loopback_src(staging_, group_.all(get_write_ptr(cb_)), bytes_,
                                               group_.size);
#ifdef ARCH_BLACKHOLE
        noc_async_writes_flushed();  // Wormhole keeps data and flag in order by itself
#endif
        noc_semaphore_set(reinterpret_cast<Word>(flag_), block_ + 1);
        noc_semaphore_set_multicast_loopback_src(flag_, group_.all(arrived_), group_.size);
        noc_async_writes_flushed();
        own_ += group_.size;
        fetched_ = false;
        fetch_early();
        noc_semaphore_wait_min(reinterpret_cast<Word>(arrived_), block_ + 1);
    }

    void receive() {
        noc_semaphore_inc(group_.one(turn_, ready_), 1);
        fetch_early();  // while the others still wait for each other
        noc_semaphore_wait_min(reinterpret_cast<Word>(arrived_), block_ + 1);
    }

    const Group& group_;
    Source& source_;
    const uint32_t cb_, tiles_, bytes_, total_, ready_, arrived_, flag_;
    uint32_t staging_ = 0, block_ = 0, turn_ = 0, asked_ = 0;
    uint32_t own_ = 0;  // the next block that this core sends
    bool fetched_ = false;
};
