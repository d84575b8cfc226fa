// Byte-pair merging of one word.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace qwen3 {

using TokenId = std::uint32_t;

class Merges {
 public:
    void set_byte(unsigned char byte, TokenId id) { bytes_[byte] = id; }
    // Merges are added in the order of their rank; the first of two equal ones counts.
    void add(TokenId left, TokenId right, TokenId merged);
    // The word's tokens: again and again the pair of lowest rank, the leftmost of equals, becomes
    // one token. O(n log n), since a "word" may be a whole text without spaces.
    void encode(std::string_view word, std::vector<TokenId>& out) const;

 private:
    struct Merge {
        std::uint32_t rank;
        TokenId merged;
    };
    const Merge* find(TokenId left, TokenId right) const;

    std::array<TokenId, 256> bytes_{};
    std::unordered_map<std::uint64_t, Merge> merges_;
};

}  // namespace qwen3
