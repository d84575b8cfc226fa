// Free lists of transactions and payload buffers, one pool for each worker thread.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
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
        if (t.payload != nullptr) {
            buffers_[t.payload_class].push_back(t.payload);
            t.payload = nullptr;
        }
        t.next_free = free_;
        free_ = &t;
        count_++;
    }

    // Moves surplus between two pools; no worker may be using them.
    static void level(Pool& a, Pool& b);

 private:
    static std::uint32_t class_of(std::uint32_t bytes) {
        return bytes <= 64 ? 0 : static_cast<std::uint32_t>(std::bit_width(bytes - 1)) - 6;
    }
    void grow();
    void grow(std::uint32_t payload_class);

    Transaction* free_ = nullptr;
    std::size_t count_ = 0;
    std::array<std::vector<std::uint8_t*>, kClasses> buffers_;
    std::vector<std::unique_ptr<Transaction[]>> transactions_;
    struct alignas(64) Line {  // of the host's cache: copies are quickest from line to line
        std::uint8_t byte[64];
    };
    std::vector<std::unique_ptr<Line[]>> slabs_;
};

}  // namespace ironbird::noc
