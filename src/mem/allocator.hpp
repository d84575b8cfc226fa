// Addresses of buffers: one first-fit free list per kind of memory, in lock-step over all its
// banks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace ironbird::mem {

using Addr = std::uint64_t;

struct Statistics {
    Addr total = 0, allocated = 0, free = 0, largest_free = 0;
};

struct Range {
    Addr begin = 0, end = 0;
    bool operator==(const Range&) const = default;
};

// A piece of a list, allocated or free. Numbers follow upstream's block table: whoever is cut keeps
// its number with the part that is handed out, whoever is joined gives it back.
struct Block {
    Addr begin = 0, end = 0;
    std::size_t id = 0;
    bool allocated = false;
};

// A range of addresses handed out in aligned pieces. Bottom-up takes the lowest hole that fits,
// top-down the highest; both are what upstream's allocator does, so addresses agree with the card.
class FreeList {
 public:
    FreeList(Addr base, Addr size, Addr alignment);

    std::optional<Addr> allocate(Addr bytes, bool bottom_up);
    bool allocate_at(Addr address, Addr bytes);
    void release(Addr address);  // an address that is not allocated is ignored, as upstream does
    void clear();

    std::optional<Addr> lowest_occupied() const;
    std::optional<Addr> size_of(Addr address) const;
    std::vector<Range> allocated() const;  // by address
    std::vector<Block> blocks() const;     // all of it, by address
    // Numbers that blocks have given back, the next to be used last.
    const std::vector<std::size_t>& spare_ids() const { return spare_ids_; }
    Statistics statistics() const;

    // Gives the lowest bytes away (to sub-devices) and takes them back; false if they are in use.
    bool shrink(Addr bytes);
    void restore();

    Addr size() const { return size_ - shrunk_; }
    Addr whole_size() const { return size_; }
    Addr base() const { return base_; }

 private:
    struct Piece {
        Addr end;
        std::size_t id;
    };
    using Pieces = std::map<Addr, Piece>;  // by their begin

    Addr rounded(Addr bytes) const;
    void take(Pieces::iterator hole, Addr begin, Addr end);
    void give(Addr begin, Piece piece);
    std::size_t fresh_id();

    Addr base_, size_, alignment_, shrunk_ = 0;
    Pieces holes_, used_;
    std::size_t ids_ = 0;
    std::vector<std::size_t> spare_ids_;
};

enum class Kind : std::uint8_t { dram, l1, l1_small, trace, count_ };

std::string_view name(Kind kind);  // upstream's BufferType spelling

struct AllocatorConfig {
    std::uint32_t dram_banks = 0;
    Addr dram_bank_bytes = 0, dram_base = 0;
    std::uint32_t dram_alignment = 32;
    std::uint32_t l1_banks = 0;
    Addr l1_bytes = 0, l1_base = 0;  // l1_base: first address of the unreserved area
    std::uint32_t l1_alignment = 16;
    Addr l1_small_bytes = 0;  // per core, at the top of L1
    Addr trace_bytes = 0;     // over all banks, at the top of DRAM
};

// One buffer: its padded size and page, and where it goes.
struct Request {
    Kind kind = Kind::dram;
    Addr bytes = 0, page_bytes = 0;
    bool bottom_up = true;
    std::optional<std::uint32_t> shards = {};  // cores that hold a shard; absent means interleaved
};

// Bytes that each bank gives to a buffer whose pages go round the banks.
Addr bytes_per_bank(Addr bytes, Addr page_bytes, std::uint32_t banks, std::uint32_t alignment);

// All allocatable memory of one device (or the L1 of one sub-device). Not synchronised.
class Allocator {
 public:
    explicit Allocator(const AllocatorConfig& config);

    Addr allocate(const Request& request);  // throws out-of-memory
    bool reserve(Kind kind, Addr address, Addr bytes);
    void release(Kind kind, Addr address);
    void release_all();

    std::uint32_t banks(Kind kind) const;
    std::uint32_t alignment(Kind kind) const;  // of a page in its bank
    Addr bank_bytes(Kind kind) const { return list(kind).size(); }
    Addr base(Kind kind) const { return list(kind).base(); }
    Statistics statistics(Kind kind) const { return list(kind).statistics(); }
    std::vector<Range> allocated(Kind kind) const { return list(kind).allocated(); }
    const FreeList& free_list(Kind kind) const { return list(kind); }
    std::optional<Addr> lowest_occupied(Kind kind) const { return list(kind).lowest_occupied(); }

    bool shrink(Kind kind, Addr bytes) { return list(kind).shrink(bytes); }
    void restore(Kind kind) { list(kind).restore(); }

    const AllocatorConfig& config() const { return config_; }

 private:
    const FreeList& list(Kind kind) const { return lists_[static_cast<std::size_t>(kind)]; }
    FreeList& list(Kind kind) { return lists_[static_cast<std::size_t>(kind)]; }

    AllocatorConfig config_;
    std::array<FreeList, static_cast<std::size_t>(Kind::count_)> lists_;
};

// The L1 bank id of each compute core, cores taken row by row. Upstream shuffles them with a fixed
// seed to spread neighbouring pages over the grid; kernels see the order through their bank tables.
std::vector<std::uint32_t> l1_bank_order(std::uint32_t cores);

}  // namespace ironbird::mem
