// Mailboxes between the processors of a core: one queue for each pair.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "base/strong.hpp"

namespace ironbird::device {

// Owned by the Core and touched by the thread that runs it. Unpack, math, pack and BRISC, as
// upstream's ThreadId numbers them.
class Mailboxes {
 public:
    static constexpr std::uint32_t kThreads = 4;
    static constexpr std::uint32_t kDepth = 4;  // words that a queue holds (ISA: Mailboxes)

    struct Word {
        std::uint32_t value = 0;
        Cycles time{};  // when it was sent
    };

    void reset() {
        if (std::exchange(used_, false)) queues_ = {};
    }
    bool full(std::uint32_t from, std::uint32_t to) const {
        const Queue& q = at(from, to);
        return q.written - q.read == kDepth;
    }
    bool empty(std::uint32_t from, std::uint32_t to) const {
        return at(from, to).written == at(from, to).read;
    }
    void write(std::uint32_t from, std::uint32_t to, Word word) {
        Queue& q = at(from, to);
        q.words[q.written++ % kDepth] = word;
        used_ = true;
    }
    Word read(std::uint32_t from, std::uint32_t to) {
        Queue& q = at(from, to);
        return q.words[q.read++ % kDepth];
    }

 private:
    struct Queue {
        std::array<Word, kDepth> words;
        std::uint32_t written = 0, read = 0;
    };
    Queue& at(std::uint32_t from, std::uint32_t to) { return queues_[from * kThreads + to]; }
    const Queue& at(std::uint32_t from, std::uint32_t to) const {
        return queues_[from * kThreads + to];
    }

    std::array<Queue, kThreads * kThreads> queues_;
    bool used_ = false;  // since the last reset: a launch need not write what nobody touched
};

}  // namespace ironbird::device
