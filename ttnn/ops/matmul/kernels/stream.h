// A stream of blocks that all cores of a group need. They read them in turn: each fetches its next
// block early, into a place of its own, and multicasts it when the others have room for it, which
// they say as soon as they have. So blocks of several senders are on their way at a time, and
// nobody waits for word to go back and forth.
#pragma once

#include "../../../kernels/mover.h"
#include "../../../kernels/pages.h"
#include "product.h"

// Source: read(block, address) begins to fetch a block, finish(block, address) follows when it is
// there. Room for a block is promised to its sender by a count that only grows; that blocks of a
// sender have arrived is told by the number of the last one, in a word for each sender: several may
// be under way, and overtake each other.
template <typename Source>
class Stream {
    using Word = volatile tt_l1_ptr uint32_t*;
    static constexpr uint32_t kApart = 16;  // of words that are multicast

 public:
    // `flags` is a CB with room for a word of each member and one more, apart as above; `depth` is
    // how many blocks `cb` holds, less than which by as many as are taken at a time is `lead`.
    Stream(Source& source, const Group& group, uint32_t cb, uint32_t staging, uint32_t flags,
           uint32_t tiles, uint32_t bytes, uint32_t total, uint32_t depth, uint32_t lead,
           uint32_t semaphore)
        : group_(group),
          source_(source),
          cb_(cb),
          tiles_(tiles),
          bytes_(bytes),
          total_(total),
          depth_(depth),
          lead_(lead),
          ready_(get_semaphore(semaphore)) {
        if (group_.size == 1) return;
        base_ = get_write_ptr(cb);
        staging_ = get_write_ptr(staging);
        flags_ = get_write_ptr(flags);
        own_ = group_.index;
        fetch_early();
        for (uint32_t i = 0; i < group_.size; ++i) noc_semaphore_set(word(i), 0);
        promise();
        send_ahead();
    }

    void step() {
        cb_reserve_back(cb_, tiles_);
        if (group_.size == 1) {
            fetch();
            cb_push_back(cb_, tiles_);
            ++block_;
            return;
        }
        promise();
        if (own_ == block_) send();
        fetch_early();
        noc_semaphore_wait_min(word(turn_), block_ + 1);
        cb_push_back(cb_, tiles_);
        ++block_;
        if (++turn_ == group_.size) turn_ = 0;
        promise();
        send_ahead();
    }

 private:
    // Not before its time: blocks that are needed sooner have the memory to themselves.
#ifdef ARCH_BLACKHOLE
    static constexpr uint32_t kAheadBytes = 48 * 1024;
#else
    static constexpr uint32_t kAheadBytes = 32 * 1024;  // links are half as wide
#endif
    static constexpr uint32_t kMostAhead = 3;

    Word word(uint32_t member) const { return reinterpret_cast<Word>(flags_ + member * kApart); }

    void fetch() {
        const uint32_t to = get_write_ptr(cb_);
        source_.read(block_, to);
        noc_async_read_barrier();
        source_.finish(block_, to);
    }

    void fetch_own() {
        if (fetched_) return;
        source_.read(own_, staging_);
        fetched_ = true;
    }
    void fetch_early() {
        if (own_ < total_ && own_ <= block_ + ahead_) fetch_own();
    }

    // Room for as many blocks as there is, but one of each sender, so that its count is of one
    // block at a time.
    void promise() {
        const uint32_t most = depth_ < group_.size ? depth_ : group_.size;
        while (promised_ < total_ && promised_ < block_ + most &&
               cb_pages_reservable_at_back(cb_, (promised_ - block_ + 1) * tiles_)) {
            if (promise_to_ != group_.index) noc_semaphore_inc(group_.one(promise_to_, ready_), 1);
            if (++promise_to_ == group_.size) promise_to_ = 0;
            ++promised_;
        }
    }

    // Before its turn a block goes when nothing has to be waited for: others may have arrived.
    void send_ahead() {
        if (own_ >= promised_ || own_ > block_ + lead_ || !fetched_) return;
        if (*reinterpret_cast<Word>(ready_) < asked_ + group_.size - 1) return;
        if (ncrisc_noc_reads_flushed(noc_index)) send();
    }

    // The flag follows the data on the same path, to this core, too: its own copy is there when
    // the flag is.
    void send() {
        fetch_own();
        noc_async_read_barrier();
        source_.finish(own_, staging_);
        asked_ += group_.size - 1;
        noc_semaphore_wait_min(reinterpret_cast<Word>(ready_), asked_);
        const uint32_t to = base_ + own_ % depth_ * bytes_;
        noc_async_write_multicast_loopback_src(staging_, group_.all(to), bytes_, group_.size, true);
#ifdef ARCH_BLACKHOLE
        noc_async_writes_flushed();  // Wormhole keeps data and flag in order by itself
#endif
        const uint32_t flag = flags_ + group_.size * kApart;
        noc_semaphore_set(reinterpret_cast<Word>(flag), own_ + 1);
        noc_semaphore_set_multicast_loopback_src(flag, group_.all(flags_ + group_.index * kApart),
                                                 group_.size);
        noc_async_writes_flushed();
        own_ += group_.size;
        fetched_ = false;
        fetch_early();
    }

    const Group& group_;
    Source& source_;
    const uint32_t cb_, tiles_, bytes_, total_, depth_, lead_, ready_;
    // In blocks.
    const uint32_t ahead_ = at_most(kAheadBytes / bytes_ + (kAheadBytes < bytes_), kMostAhead);
    uint32_t base_ = 0, staging_ = 0, flags_ = 0;
    uint32_t block_ = 0, turn_ = 0, asked_ = 0;
    uint32_t promised_ = 0, promise_to_ = 0;  // blocks that there was room for; the next's sender
    uint32_t own_ = 0;                        // the next block that this core sends
    bool fetched_ = false;
};
