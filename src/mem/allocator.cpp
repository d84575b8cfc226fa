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
    spare_ids_.clear();
    shrunk_ = 0;
    holes_.emplace(base_, Piece{base_ + size_, 0});
    ids_ = 1;
}

std::size_t FreeList::fresh_id() {
    if (spare_ids_.empty()) return ids_++;
    const std::size_t id = spare_ids_.back();
    spare_ids_.pop_back();
    return id;
}

Addr FreeList::rounded(Addr bytes) const {
    return round_up(std::max(bytes, alignment_), alignment_);
}

std::optional<Addr> FreeList::allocate(Addr bytes, bool bottom_up) {
    const Addr need = rounded(bytes);
    const auto fits = [&](const auto& hole) { return hole.second.end - hole.first >= need; };
    if (bottom_up) {
        const auto hole = std::find_if(holes_.begin(), holes_.end(), fits);
        if (hole == holes_.end()) return std::nullopt;
        const Addr begin = hole->first;
        take(hole, begin, begin + need);
        return begin;
    }
    const auto from_top = std::find_if(holes_.rbegin(), holes_.rend(), fits);
    if (from_top == holes_.rend()) return std::nullopt;
    const Addr end = from_top->second.end;
    take(std::prev(from_top.base()), end - need, end);
    return end - need;
}

bool FreeList::allocate_at(Addr address, Addr bytes) {
    const Addr end = address + rounded(bytes);
    auto hole = holes_.upper_bound(address);
    if (hole == holes_.begin()) return false;
    --hole;
    if (end > hole->second.end) return false;
    take(hole, address, end);
    return true;
}

void FreeList::take(Pieces::iterator hole, Addr begin, Addr end) {
    const auto [hole_begin, piece] = *hole;
    holes_.erase(hole);
    if (hole_begin < begin) holes_.emplace(hole_begin, Piece{begin, fresh_id()});
    if (end < piece.end) holes_.emplace(end, Piece{piece.end, fresh_id()});
    used_.emplace(begin, Piece{end, piece.id});
}

void FreeList::release(Addr address) {
    const auto block = used_.find(address);
    if (block == used_.end()) return;
    const auto [begin, piece] = *block;
    used_.erase(block);
    give(begin, piece);
}

// Adds a hole and joins it with its neighbours; the lowest number in memory stays.
void FreeList::give(Addr begin, Piece piece) {
    auto next = holes_.lower_bound(begin);
    if (next != holes_.begin() && std::prev(next)->second.end == begin) {
        const auto before = std::prev(next);
        spare_ids_.push_back(piece.id);
        piece.id = before->second.id;
        begin = before->first;
        next = holes_.erase(before);
    }
    if (next != holes_.end() && next->first == piece.end) {
        spare_ids_.push_back(next->second.id);
        piece.end = next->second.end;
        holes_.erase(next);
    }
    holes_.emplace(begin, piece);
}

std::optional<Addr> FreeList::lowest_occupied() const {
    if (used_.empty()) return std::nullopt;
    return used_.begin()->first;
}

std::optional<Addr> FreeList::size_of(Addr address) const {
    const auto block = used_.find(address);
    if (block == used_.end()) return std::nullopt;
    return block->second.end - block->first;
}

std::vector<Range> FreeList::allocated() const {
    std::vector<Range> out;
    out.reserve(used_.size());
    for (const auto& [begin, piece] : used_) out.push_back({begin, piece.end});
    return out;
}

std::vector<Block> FreeList::blocks() const {
    std::vector<Block> out;
    for (const auto& [begin, piece] : holes_) out.push_back({begin, piece.end, piece.id, false});
    for (const auto& [begin, piece] : used_) out.push_back({begin, piece.end, piece.id, true});
    std::ranges::sort(out, {}, &Block::begin);
    return out;
}

Statistics FreeList::statistics() const {
    Statistics s{.total = size()};
    for (const auto& [begin, piece] : used_) s.allocated += piece.end - begin;
    for (const auto& [begin, piece] : holes_) {
        s.free += piece.end - begin;
        s.largest_free = std::max(s.largest_free, piece.end - begin);
    }
    return s;
}

bool FreeList::shrink(Addr bytes) {
    if (bytes == 0) return true;
    const Addr begin = base_ + shrunk_;
    const auto hole = holes_.find(begin);
    if (hole == holes_.end() || hole->second.end < begin + bytes) return false;
    const Piece left = hole->second;
    holes_.erase(hole);
    if (begin + bytes < left.end)
        holes_.emplace(begin + bytes, left);
    else
        spare_ids_.push_back(left.id);
    shrunk_ += bytes;
    return true;
}

void FreeList::restore() {
    if (shrunk_ == 0) return;
    const auto lowest = holes_.find(base_ + shrunk_);
    if (lowest == holes_.end()) {
        holes_.emplace(base_, Piece{base_ + shrunk_, fresh_id()});
    } else {
        const Piece piece = lowest->second;
        holes_.erase(lowest);
        holes_.emplace(base_, piece);
    }
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
