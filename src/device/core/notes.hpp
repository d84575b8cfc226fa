// Light notes on who did what with what is shared: a few stores a call, enough to say afterwards
// why somebody waits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/strong.hpp"
#include "noc/map.hpp"

namespace ironbird::device {

// What one processor has done with one circular buffer in this launch; one cache line.
struct alignas(64) CbHand {
    std::uint32_t pushed = 0, popped = 0;  // pages
    // Where it last called; 0: never.
    std::uintptr_t reserve_site = 0, push_site = 0, wait_site = 0, pop_site = 0;
    Cycles push_time{}, pop_time{};

    bool produces() const { return pushed != 0 || reserve_site != 0; }
    bool consumes() const { return popped != 0 || wait_site != 0; }
};

// One change of a word in L1 by a call or by a packet that carried just this word.
struct WordWrite {
    enum class How : std::uint8_t { set, add, noc_write, noc_inline, noc_atomic };

    std::uint32_t value = 0;  // that the word had afterwards
    noc::NodeId node;         // of who did it
    std::uint8_t processor = 0;
    How how = How::set;
    std::uintptr_t site = 0;
    Cycles time{};
};

// The last changes of one word, and which cores have ever changed it.
struct WordNote {
    static constexpr std::uint32_t kKept = 4;

    std::uint32_t address = 0;
    std::uint32_t writes = 0;  // in all; 0: nothing is noted
    std::array<std::uint64_t, 4> sources{};
    Cycles seen_at{};  // when a wait for it was last satisfied
    std::array<WordWrite, kKept> last;

    std::uint32_t kept() const { return writes < kKept ? writes : kKept; }
    // back = 0: the latest.
    const WordWrite& write(std::uint32_t back) const { return last[(writes - 1 - back) % kKept]; }
    bool has_source(std::uint32_t node) const {
        return node < 256 && (sources[node / 64] >> (node % 64) & 1) != 0;
    }
};

// Of one core, touched by the thread that runs it. Semaphores lie 16 bytes apart, so those of a
// program have a place each; of two words that share a place, the later one is kept.
class WordNotes {
 public:
    void note(std::uint32_t address, const WordWrite& w) {
        WordNote& n = notes_[slot(address)];
        if (n.address != address) n = {};
        n.address = address;
        if (w.node < 256) n.sources[w.node / 64] |= std::uint64_t{1} << (w.node % 64);
        n.last[n.writes++ % WordNote::kKept] = w;
        used_ |= 1u << slot(address);
    }
    void seen(std::uint32_t address, Cycles time) {
        WordNote& n = notes_[slot(address)];
        if (n.address == address) n.seen_at = time;
    }
    const WordNote* find(std::uint32_t address) const {
        const WordNote& n = notes_[slot(address)];
        return n.writes != 0 && n.address == address ? &n : nullptr;
    }
    void clear() {
        for (std::size_t i = 0; used_ != 0; i++, used_ >>= 1)
            if ((used_ & 1) != 0) notes_[i] = {};
    }

 private:
    static constexpr std::size_t kSlots = 32;
    static std::size_t slot(std::uint32_t address) { return address / 16 % kSlots; }

    std::uint32_t used_ = 0;
    std::array<WordNote, kSlots> notes_;
};

// A multicast that this processor has sent and that is acknowledged; by call site.
struct MulticastNote {
    std::uintptr_t site = 0;
    noc::Corner first{}, last{};
    std::uint32_t receivers = 0;  // what the caller said
    std::uint32_t packets = 0;
    std::uint8_t noc = 0, flags = 0;
};

// Of one processor. Of two call sites that share a place, the later one is kept.
class MulticastNotes {
 public:
    void note(const MulticastNote& m) {
        MulticastNote& n = notes_[m.site / 4 % notes_.size()];
        const bool same = n.site == m.site && n.first == m.first && n.last == m.last &&
                          n.receivers == m.receivers && n.noc == m.noc;
        const std::uint32_t before = same ? n.packets : 0;
        n = m;
        n.packets = before + 1;
        used_ = true;
    }
    void clear() {
        if (std::exchange(used_, false)) notes_ = {};
    }
    const std::array<MulticastNote, 8>& all() const { return notes_; }

 private:
    bool used_ = false;
    std::array<MulticastNote, 8> notes_;
};

}  // namespace ironbird::device
