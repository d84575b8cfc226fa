// A set of lines of L1, one bit each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ironbird::check {

// Touched by the thread that runs the core.
class LineSet {
 public:
    void resize(std::uint32_t lines) { words_.resize(lines / kBits + 1); }

    // Adds lines `first` to `last`, both included.
    void add(std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t w = first / kBits; w <= last / kBits; w++)
            words_[w] |= mask(w, first, last);
        begin_ = std::min(begin_, first / kBits);
        end_ = std::max(end_, last / kBits + 1);
    }
    bool meets(std::uint32_t first, std::uint32_t last) const {
        std::uint64_t any = 0;
        for (std::uint32_t w = first / kBits; w <= last / kBits; w++)
            any |= words_[w] & mask(w, first, last);
        return any != 0;
    }
    void clear() {
        if (begin_ < end_) std::fill(words_.begin() + begin_, words_.begin() + end_, 0);
        begin_ = ~0u;
        end_ = 0;
    }

 private:
    static constexpr std::uint32_t kBits = 64;
    static std::uint64_t mask(std::uint32_t word, std::uint32_t first, std::uint32_t last) {
        const std::uint32_t low = word == first / kBits ? first % kBits : 0;
        const std::uint32_t high = word == last / kBits ? last % kBits : kBits - 1;
        return ~std::uint64_t{0} << low & ~std::uint64_t{0} >> (kBits - 1 - high);
    }

    std::vector<std::uint64_t> words_;
    std::uint32_t begin_ = ~0u, end_ = 0;  // words outside are 0
};

}  // namespace ironbird::check
