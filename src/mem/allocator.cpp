// First fit over ordered holes, and the memory map of a device cut into four such lists.
#include "mem/allocator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "base/fault.hpp"

namespace ironbird::mem {
namespace {

Addr round_up(Addr value, Addr unit) {
    return (value + unit - 1) / unit * unit;
}

// Upstream's largest trace page; a bank's trace area holds whole pages.
constexpr Addr kTracePage = 8192;

Addr trace_per_bank(const AllocatorConfig& c) {
    if (c.trace_bytes == 0 || c.dram_banks == 0) return 0;
    const Addr share =
        (round_up(c.trace_bytes, c.dram_alignment) + c.dram_banks - 1) / c.dram_banks;
    return round_up(share, kTracePage);
}

// The lists in the order of Kind. Every list aligns to DRAM's alignment, so that a transfer
// between L1 and DRAM always agrees modulo the alignment.
std::array<FreeList, 4> lists_of(const AllocatorConfig& c) {
    const Addr trace = trace_per_bank(c);
    const Addr dram = c.dram_bank_bytes - c.dram_base - trace;
    const Addr small = round_up(c.l1_small_bytes, c.dram_alignment);
    const Addr l1 = c.l1_bytes - c.l1_base - small;
    return {FreeList(c.dram_base, dram, c.dram_alignment),
            FreeList(c.l1_base, l1, c.dram_alignment),
            FreeList(c.l1_base + l1, small, c.dram_alignment),
            FreeList(c.dram_base + dram, trace, c.dram_alignment)};
}

}  // namespace

FreeList::FreeList(Addr base, Addr size, Addr alignment)
    : base_(base), size_(size), alignment_(alignment) {
    clear();
}

void FreeList::clear() {
    used_.clear();
    holes_.clear();
    shrunk_ = 0;
    if (size_ > 0) holes_.emplace(base_, base_ + size_);
}

Addr FreeList::rounded(Addr bytes) const {
    return round_up(std::max(bytes, alignment_), alignment_);
}

std::optional<Addr> FreeList::allocate(Addr bytes, bool bottom_up) {
    const Addr need = rounded(bytes);
    const auto fits = [&](const auto& hole) { return hole.second - hole.first >= need; };
    if (bottom_up) {
        const auto hole = std::find_if(holes_.begin(), holes_.end(), fits);
        if (hole == holes_.end()) return std::nullopt;
        const Addr begin = hole->first;
        take(hole, begin, begin + need);
        return begin;
    }
    const auto from_top = std::find_if(holes_.rbegin(), holes_.rend(), fits);
    if (from_top == holes_.rend()) return std::nullopt;
    const Addr end = from_top->second;
    take(std::prev(from_top.base()), end - need, end);
    return end - need;
}

bool FreeList::allocate_at(Addr address, Addr bytes) {
    const Addr end = address + rounded(bytes);
    auto hole = holes_.upper_bound(address);
    if (hole == holes_.begin()) return false;
    --hole;
    if (end > hole->second) return false;
    take(hole, address, end);
    return true;
}

void FreeList::take(Blocks::iterator hole, Addr begin, Addr end) {
    const auto [hole_begin, hole_end] = *hole;
    holes_.erase(hole);
    if (hole_begin < begin) holes_.emplace(hole_begin, begin);
    if (end < hole_end) holes_.emplace(end, hole_end);
    used_.emplace(begin, end);
}

void FreeList::release(Addr address) {
    const auto block = used_.find(address);
    if (block == used_.end()) return;
    const auto [begin, end] = *block;
    used_.erase(block);
    give(begin, end);
}

// Adds a hole and joins it with its neighbours.
void FreeList::give(Addr begin, Addr end) {
    auto next = holes_.lower_bound(begin);
    if (next != holes_.end() && next->first == end) {
        end = next->second;
        next = holes_.erase(next);
    }
    if (next != holes_.begin() && std::prev(next)->second == begin) {
        std::prev(next)->second = end;
        return;
    }
    holes_.emplace(begin, end);
}

std::optional<Addr> FreeList::lowest_occupied() const {
    if (used_.empty()) return std::nullopt;
    return used_.begin()->first;
}

std::optional<Addr> FreeList::size_of(Addr address) const {
    const auto block = used_.find(address);
    if (block == used_.end()) return std::nullopt;
    return block->second - block->first;
}

std::vector<Range> FreeList::allocated() const {
    std::vector<Range> out;
    out.reserve(used_.size());
    for (const auto& [begin, end] : used_) out.push_back({begin, end});
    return out;
}

Statistics FreeList::statistics() const {
    Statistics s{.total = size()};
    for (const auto& [begin, end] : used_) s.allocated += end - begin;
    for (const auto& [begin, end] : holes_) {
        s.free += end - begin;
        s.largest_free = std::max(s.largest_free, end - begin);
    }
    return s;
}

bool FreeList::shrink(Addr bytes) {
    if (bytes == 0) return true;
    const Addr begin = base_ + shrunk_;
    const auto hole = holes_.find(begin);
    if (hole == holes_.end() || hole->second < begin + bytes) return false;
    const Addr end = hole->second;
    holes_.erase(hole);
    if (begin + bytes < end) holes_.emplace(begin + bytes, end);
    shrunk_ += bytes;
    return true;
}

void FreeList::restore() {
    if (shrunk_ == 0) return;
    give(base_, base_ + shrunk_);
    shrunk_ = 0;
}

std::string_view name(Kind kind) {
    constexpr std::string_view names[] = {"DRAM", "L1", "L1_SMALL", "TRACE"};
    return names[static_cast<std::size_t>(kind)];
}

Addr bytes_per_bank(Addr bytes, Addr page_bytes, std::uint32_t banks, std::uint32_t alignment) {
    const Addr pages = page_bytes == 0 ? 0 : bytes / page_bytes;
    return (pages + banks - 1) / banks * round_up(page_bytes, alignment);
}

Allocator::Allocator(const AllocatorConfig& config) : config_(config), lists_(lists_of(config)) {}

std::uint32_t Allocator::banks(Kind kind) const {
    const bool in_dram = kind == Kind::dram || kind == Kind::trace;
    return in_dram ? config_.dram_banks : config_.l1_banks;
}

std::uint32_t Allocator::alignment(Kind kind) const {
    const bool in_dram = kind == Kind::dram || kind == Kind::trace;
    return in_dram ? config_.dram_alignment : config_.l1_alignment;
}

Addr Allocator::allocate(const Request& r) {
    if (r.kind == Kind::l1_small && !r.shards)
        throw Error(Fault::buffer_size, "an L1_SMALL buffer has to be sharded");
    const std::uint32_t spread = r.shards.value_or(banks(r.kind));
    if (spread == 0 || (r.shards && spread > config_.l1_banks))
        throw Error(Fault::buffer_size, fmt::format("a {} buffer over {} cores, but there are {}",
                                                    name(r.kind), spread, config_.l1_banks));
    const Addr each = bytes_per_bank(r.bytes, r.page_bytes, spread, alignment(r.kind));
    if (const auto address = list(r.kind).allocate(each, r.bottom_up)) return *address;
    const Statistics s = statistics(r.kind);
    throw Error(
        Fault::out_of_memory,
        fmt::format("Out of Memory: Not enough space to allocate {} B {} buffer across {} banks",
                    r.bytes, name(r.kind), spread),
        {},
        fmt::format("each bank would hold {} B; of its {} B, {} B are allocated and {} B free, "
                    "{} B of them in one piece",
                    each, s.total, s.allocated, s.free, s.largest_free));
}

bool Allocator::reserve(Kind kind, Addr address, Addr bytes) {
    return list(kind).allocate_at(address, bytes);
}

void Allocator::release(Kind kind, Addr address) {
    list(kind).release(address);
}

void Allocator::release_all() {
    for (FreeList& l : lists_)
        for (const Range& r : l.allocated()) l.release(r.begin);
}

std::vector<std::uint32_t> l1_bank_order(std::uint32_t cores) {
    std::vector<std::uint32_t> ids(cores);
    std::iota(ids.begin(), ids.end(), 0u);
    std::shuffle(ids.begin(), ids.end(), std::default_random_engine(0));
    return ids;
}

}  // namespace ironbird::mem
