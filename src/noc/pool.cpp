// Growing and levelling; neither happens in the steady state.
#include "noc/pool.hpp"

#include <algorithm>

namespace ironbird::noc {
namespace {

constexpr std::size_t kTransactions = 256;
constexpr std::size_t kSlabBytes = 64 * 1024;
constexpr std::size_t kSurplus = 512;

void level_buffers(std::vector<std::uint8_t*>& a, std::vector<std::uint8_t*>& b) {
    auto& more = a.size() > b.size() ? a : b;
    auto& less = a.size() > b.size() ? b : a;
    if (more.size() < less.size() + kSurplus) return;
    const std::size_t n = (more.size() - less.size()) / 2;
    less.insert(less.end(), more.end() - static_cast<std::ptrdiff_t>(n), more.end());
    more.resize(more.size() - n);
}

}  // namespace

void Pool::grow() {
    transactions_.push_back(std::make_unique<Transaction[]>(kTransactions));
    for (std::size_t i = 0; i < kTransactions; i++) {
        Transaction& t = transactions_.back()[i];
        t.next_free = free_;
        free_ = &t;
    }
    count_ += kTransactions;
}

void Pool::grow(std::uint32_t payload_class) {
    const std::size_t bytes = std::size_t{64} << payload_class;
    const std::size_t n = std::max<std::size_t>(1, kSlabBytes / bytes);
    slabs_.push_back(std::make_unique_for_overwrite<Line[]>(n * bytes / sizeof(Line)));
    for (std::size_t i = 0; i < n; i++)
        buffers_[payload_class].push_back(slabs_.back()[0].byte + i * bytes);
}

void Pool::level(Pool& a, Pool& b) {
    Pool& more = a.count_ > b.count_ ? a : b;
    Pool& less = a.count_ > b.count_ ? b : a;
    while (more.count_ > less.count_ + kSurplus) {
        Transaction* t = more.take();
        t->next_free = less.free_;
        less.free_ = t;
        less.count_++;
    }
    for (std::uint32_t c = 0; c < kClasses; c++) level_buffers(a.buffers_[c], b.buffers_[c]);
}

}  // namespace ironbird::noc
