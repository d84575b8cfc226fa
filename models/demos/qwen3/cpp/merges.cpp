// A queue of pairs over a list of symbols.
#include "merges.hpp"

#include <queue>

namespace qwen3 {
namespace {

constexpr std::int32_t kNone = -1;

struct Symbol {
    TokenId id;
    std::int32_t before, after;
    bool alive = true;
};

struct Pair {
    std::uint32_t rank;
    std::int32_t left;
    TokenId left_id, right_id, merged;  // the ids tell whether the pair is still there
    // The queue gives out the largest.
    bool operator<(const Pair& other) const {
        return rank != other.rank ? rank > other.rank : left > other.left;
    }
};

std::uint64_t key(TokenId left, TokenId right) {
    return static_cast<std::uint64_t>(left) << 32 | right;
}

}  // namespace

void Merges::add(TokenId left, TokenId right, TokenId merged) {
    merges_.emplace(key(left, right), Merge{static_cast<std::uint32_t>(merges_.size()), merged});
}

const Merges::Merge* Merges::find(TokenId left, TokenId right) const {
    const auto found = merges_.find(key(left, right));
    return found == merges_.end() ? nullptr : &found->second;
}

void Merges::encode(std::string_view word, std::vector<TokenId>& out) const {
    std::vector<Symbol> symbols;
    const auto count = static_cast<std::int32_t>(word.size());
    for (std::int32_t i = 0; i < count; ++i)
        symbols.push_back(
            {bytes_[static_cast<unsigned char>(word[i])], i - 1, i + 1 < count ? i + 1 : kNone});
    std::priority_queue<Pair> queue;
    const auto offer = [&](std::int32_t left) {
        if (left == kNone || symbols[left].after == kNone) return;
        const TokenId right = symbols[symbols[left].after].id;
        if (const Merge* merge = find(symbols[left].id, right))
            queue.push({merge->rank, left, symbols[left].id, right, merge->merged});
    };
    for (std::int32_t i = 0; i < count; ++i) offer(i);
    while (!queue.empty()) {
        const Pair pair = queue.top();
        queue.pop();
        Symbol& left = symbols[pair.left];
        if (!left.alive || left.id != pair.left_id || left.after == kNone) continue;
        Symbol& right = symbols[left.after];
        if (right.id != pair.right_id) continue;
        right.alive = false;
        left.id = pair.merged;
        left.after = right.after;
        if (left.after != kNone) symbols[left.after].before = pair.left;
        offer(left.before);
        offer(pair.left);
    }
    for (std::int32_t i = 0; i != kNone && i < count; i = symbols[i].after)
        out.push_back(symbols[i].id);
}

}  // namespace qwen3
