// Free lists of transactions and payload buffers, one pool for each worker thread.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "noc/transaction.hpp"

namespace ironbird::noc {

// Not thread-safe: a worker uses its own. What one worker frees another may have taken, so the
// engine levels the pools between phases.
class Pool {
 public:
    static constexpr std::uint32_t kClasses = 10;  // 64 B … 32 KiB

    Transaction* take() {
        if (free_ == nullptr) [[unlikely]]
            grow();
        Transaction* t = free_;
        free_ = t->next_free;
        count_--;
        return t;
    }

    // Gives the transaction a buffer for its payload.
    void attach_payload(Transaction& t, std::uint32_t bytes) {
        const std::uint32_t c = class_of(bytes);
        if (buffers_[c].empty()) [[unlikely]]
            grow(c);
        t.payload = buffers_[c].back();
        t.payload_class = c;
        buffers_[c].pop_back();
    }

    // Drops one holder; the last one frees.
    void release(Transaction& t) {
        if (t.holders.load(std::memory_order_acquire) != 1 &&
            t.holders.fetch_sub(1, std::memory_order_acq_rel) != 1)
            return;
        if (t.payload != nullptr) drop_payload(t);
        t.next_free = free_;
        free_ = &t;
        count_++;
    }

    // A payload for several to hold, the caller being the first; its bytes from `lead` on begin a
    // line of the host's cache.
    Shared& share(std::uint32_t bytes, std::uint32_t lead) {
        const std::uint32_t before = kHead + (0u - lead) % kLine;
        const std::uint32_t c = class_of(before + bytes);
        if (buffers_[c].empty()) [[unlikely]]
            grow(c);
        std::uint8_t* const at = buffers_[c].back();
        buffers_[c].pop_back();
        return *new (at) Shared{.payload_class = c, .data = at + before};
    }

    // The transaction carries bytes of it, and holds it as long.
    static void hold(Transaction& t, Shared& s, std::uint32_t offset) {
        s.holders.fetch_add(1, std::memory_order_relaxed);
        t.shared = &s;
        t.payload = s.data + offset;
    }

    void drop(Shared& s) {
        if (s.holders.load(std::memory_order_acquire) != 1 &&
            s.holders.fetch_sub(1, std::memory_order_acq_rel) != 1)
            return;
        buffers_[s.payload_class].push_back(reinterpret_cast<std::uint8_t*>(&s));
    }

    // Moves surplus between two pools; no worker may be using them.
    static void level(Pool& a, Pool& b);

 private:
    static constexpr std::uint32_t kLine = 64;  // of the host's cache
    static constexpr std::uint32_t kHead = kLine;
    static_assert(sizeof(Shared) <= kHead);

    void drop_payload(Transaction& t) {
        if (t.shared != nullptr) [[unlikely]]
            drop(*std::exchange(t.shared, nullptr));
        else
            buffers_[t.payload_class].push_back(t.payload);
        t.payload = nullptr;
    }

    static std::uint32_t class_of(std::uint32_t bytes) {
        return bytes <= 64 ? 0 : static_cast<std::uint32_t>(std::bit_width(bytes - 1)) - 6;
    }
    void grow();
    void grow(std::uint32_t payload_class);

    Transaction* free_ = nullptr;
    std::size_t count_ = 0;
    std::array<std::vector<std::uint8_t*>, kClasses> buffers_;
    std::vector<std::unique_ptr<Transaction[]>> transactions_;
    struct alignas(kLine) Line {  // copies are quickest from line to line
        std::uint8_t byte[kLine];
    };
    std::vector<std::unique_ptr<Line[]>> slabs_;
};

}  // namespace ironbird::noc
