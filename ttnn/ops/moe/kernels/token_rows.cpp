// Which rows each token has: every core looks at some parts of the lists and tells those that have
// the tokens. Of 32 tokens at a time their rows go to the reader, and the weights, as matrices with
// a line for each token, to the compute kernel. Sums go to their tensor.
#include "token_rows.h"

#include "../../../kernels/local_copy.h"
#include "../../../kernels/pages.h"
#include "counts.h"

namespace {

constexpr uint32_t kShares = tt::CBIndex::c_1, kInfo = tt::CBIndex::c_3, kList = tt::CBIndex::c_4;
constexpr uint32_t kTable = tt::CBIndex::c_5, kZeros = tt::CBIndex::c_6;
constexpr uint32_t kCounts = tt::CBIndex::c_7, kEntries = tt::CBIndex::c_8;
constexpr uint32_t kOut = tt::CBIndex::c_16;
constexpr uint32_t kTileBytes = 2048, kSlot = 16;
constexpr uint32_t kPart = 32, kParts = 8;  // entries looked at together, reduce_tiles.cpp
constexpr uint32_t kMostCores = 160;        // reduce_tiles.cpp
constexpr uint32_t kPlaces = 15;            // common arguments from here on

using CountArgs = TensorAccessorArgs<0>;
using MapArgs = TensorAccessorArgs<CountArgs::next_compile_time_args_offset()>;
using WeightArgs = TensorAccessorArgs<MapArgs::next_compile_time_args_offset()>;
using OutArgs = TensorAccessorArgs<WeightArgs::next_compile_time_args_offset()>;

uint32_t word(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

// All cores, and the blocks of tokens that they have units of.
class Cores {
 public:
    explicit Cores(const TokenWork& work) {
        const uint32_t each = word(14) / count, more = word(14) % count;
        for (uint32_t i = 0, unit = 0; i < count; ++i) {
            first_[i] = unit / work.across;
            unit += each + (i < more ? 1 : 0);
            last_[i] = (unit - 1) / work.across;
        }
    }
    // The first core that has some of a block; blocks that are near each other are found soon.
    uint32_t of(uint32_t block) {
        while (last_[near_] < block) ++near_;
        while (near_ > 0 && last_[near_ - 1] >= block) --near_;
        return near_;
    }
    bool has(uint32_t core, uint32_t block) const { return core < count && first_[core] <= block; }
    uint32_t first_block(uint32_t core) const { return first_[core]; }
    static uint64_t at_core(uint32_t core, uint32_t address) {
        const uint32_t place = word(kPlaces + core);
        return get_noc_addr(place >> 16, place & 0xffff, address);
    }
    // All have come so far.
    void meet(uint32_t semaphore) const {
        const uint32_t here = get_semaphore(semaphore);
        for (uint32_t i = 0; i < count; ++i) noc_semaphore_inc(at_core(i, here), 1);
        noc_semaphore_wait_min(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(here), count);
    }

    const uint32_t count = word(13);

 private:
    uint16_t first_[kMostCores], last_[kMostCores];
    uint32_t near_ = 0;
};

// A place for each token of this core's blocks and each expert: its weight, of which the lowest bit
// says that there is one, and the row.
class Table {
 public:
    explicit Table(const TokenWork& work) : work_(work) {}

    void clear() const {
        fill(zeros_, kTileBytes, 0);
        settle(zeros_ + kTileBytes - 4);
        const uint32_t blocks = work_.end_block - work_.first_block;
        uint32_t to = table_, left = blocks * 32 * work_.experts * kSlot;
        for (; left > kTileBytes; left -= kTileBytes, to += kTileBytes) copy_zeros(to, kTileBytes);
        copy_zeros(to, left);
        noc_async_read_barrier();
    }
    void copy_zeros(uint32_t to, uint32_t bytes) const {
        noc_async_read(get_noc_addr(zeros_), to, bytes);
    }
    uint32_t place(uint32_t token, uint32_t first_block, uint32_t expert) const {
        return table_ + ((token - 32 * first_block) * work_.experts + expert) * kSlot;
    }

 private:
    const TokenWork& work_;
    const uint32_t table_ = get_write_ptr(kTable), zeros_ = get_write_ptr(kZeros);
};

// Parts of the lists are dealt to the cores in turn.
class Lists {
 public:
    Lists(const TokenWork& work, const Table& table, Cores& cores)
        : work_(work), table_(table), cores_(cores) {}

    void read_counts() const { counts_.read_all(work_.experts); }
    void tell() {
        const uint32_t index = get_arg_val<uint32_t>(2);  // of this core
        uint32_t part = 0;
        for (uint32_t e = 0; e < work_.experts; ++e) {
            const uint32_t count = kept(e);
            for (uint32_t begin = 0; begin < count; begin += kPart, ++part) {
                if (part == cores_.count) part = 0;
                if (part == index) add(e, begin, count - begin);
            }
        }
        look();
        noc_async_write_barrier();
    }

 private:
    uint32_t kept(uint32_t e) const {
        const uint32_t count = counts_[e];
        return count < work_.rows ? count : work_.rows;
    }
    void add(uint32_t expert, uint32_t begin, uint32_t left) {
        if (held_ == kParts) look();
        noc_async_read(map_.get_noc_addr(expert, 4 * begin), tokens_ + held_ * kPart * 4,
                       kPart * 4);
        noc_async_read(shares_.get_noc_addr(expert, 2 * begin), weights_ + held_ * kPart * 2,
                       kPart * 2);
        experts_[held_] = expert;
        begins_[held_] = begin;
        counts_held_[held_++] = left < kPart ? left : kPart;
    }
    void look() {
        noc_async_read_barrier();
        for (uint32_t part = 0; part < held_; ++part) {
            write_entries(part);
            for (uint32_t i = 0; i < counts_held_[part]; ++i)
                if (heard_[i] < work_.tokens) send(heard_[i], part, i);
        }
        held_ = 0;
        noc_async_writes_flushed();
    }
    // Four at a time, as loads take their time; what stands behind the last one is not sent.
    void write_entries(uint32_t part) {
        const uint32_t first = part * kPart;
        uint32_t entry = entries_ + first * kSlot;
        uint32_t source = experts_[part] * work_.rows + begins_[part];
        for (uint32_t i = 0; i < counts_held_[part]; i += 4, source += 4, entry += 4 * kSlot) {
            const uint32_t tokens = tokens_ + 4 * (first + i), weights = weights_ + 2 * (first + i);
            heard_[i] = at<uint32_t>(tokens);
            heard_[i + 1] = at<uint32_t>(tokens + 4);
            heard_[i + 2] = at<uint32_t>(tokens + 8);
            heard_[i + 3] = at<uint32_t>(tokens + 12);
            const uint32_t two = at<uint32_t>(weights), more = at<uint32_t>(weights + 4);
            write_entry(entry, two << 16, source);
            write_entry(entry + kSlot, two & kHigh, source + 1);
            write_entry(entry + 2 * kSlot, more << 16, source + 2);
            write_entry(entry + 3 * kSlot, more & kHigh, source + 3);
        }
        settle(entry - kSlot + 4);
    }
    static void write_entry(uint32_t entry, uint32_t weight, uint32_t source) {
        at<uint32_t>(entry) = weight | 1;
        at<uint32_t>(entry + 4) = source;
    }
    void send(uint32_t token, uint32_t part, uint32_t i) {
        const uint32_t entry = entries_ + (part * kPart + i) * kSlot, block = token / 32;
        for (uint32_t core = cores_.of(block); cores_.has(core, block); ++core)
            noc_async_write(
                entry,
                cores_.at_core(core, table_.place(token, cores_.first_block(core), experts_[part])),
                kSlot);
    }

    static constexpr uint32_t kHigh = 0xffff0000;

    const TokenWork& work_;
    const Table& table_;
    Cores& cores_;
    const Counts<CountArgs> counts_{5, get_write_ptr(kCounts)};
    const TensorAccessor<tensor_accessor::SpecOf<MapArgs>> map_{MapArgs(), word(8), word(9)};
    const TensorAccessor<tensor_accessor::SpecOf<WeightArgs>> shares_{WeightArgs(), word(10),
                                                                      word(11)};
    const uint32_t entries_ = get_write_ptr(kEntries);
    const uint32_t tokens_ = entries_ + kParts * kPart * kSlot;
    const uint32_t weights_ = tokens_ + kParts * kPart * 4;
    uint32_t experts_[kParts], begins_[kParts], counts_held_[kParts], held_ = 0;
    uint32_t heard_[kPart];
};

// The rows of a block and their weights.
class Blocks {
 public:
    Blocks(const TokenWork& work, const Table& table) : work_(work), table_(table) {}

    void make(uint32_t block) const {
        cb_reserve_back(kList, 1);
        cb_reserve_back(kInfo, 1);
        cb_reserve_back(kShares, work_.experts);
        const uint32_t list = get_write_ptr(kList), matrix = get_write_ptr(kShares);
        for (uint32_t i = 0; i < work_.experts; ++i)
            table_.copy_zeros(matrix + i * kTileBytes, kTileBytes);
        noc_async_read_barrier();
        uint32_t rows = 0, last = matrix;
        const auto add = [&](uint32_t t, uint32_t slot, uint32_t weight) {
            if (weight == 0) return;
            at<uint32_t>(list + 4 * (1 + rows)) = at<uint32_t>(slot + 4);
            last = matrix + rows / 32 * kTileBytes + 2 * in_tile(t, rows % 32);
            at<uint16_t>(last) = weight >> 16;
            ++rows;
        };
        uint32_t slot = table_.place(32 * block, work_.first_block, 0);
        for (uint32_t t = 0; t < 32; ++t) {
            uint32_t e = 0;
            for (; e + 4 <= work_.experts; e += 4, slot += 4 * kSlot) {
                const uint32_t a = at<uint32_t>(slot), b = at<uint32_t>(slot + kSlot);
                const uint32_t c = at<uint32_t>(slot + 2 * kSlot),
                               d = at<uint32_t>(slot + 3 * kSlot);
                if ((a | b | c | d) == 0) continue;
                add(t, slot, a);
                add(t, slot + kSlot, b);
                add(t, slot + 2 * kSlot, c);
                add(t, slot + 3 * kSlot, d);
            }
            for (; e < work_.experts; ++e, slot += kSlot) add(t, slot, at<uint32_t>(slot));
        }
        at<uint32_t>(list) = rows;
        const uint32_t info = get_write_ptr(kInfo);
        at<uint32_t>(info) = matrices(rows);
        at<uint32_t>(info + 4) = work_.end(block) - work_.begin(block);
        settle(last);
        settle(info + 4);
        cb_push_back(kShares, work_.experts);
        cb_push_back(kInfo, 1);
        cb_push_back(kList, 1);
    }

 private:
    static uint32_t in_tile(uint32_t row, uint32_t column) {
        return (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
    }

    const TokenWork& work_;
    const Table& table_;
};

void write(const TokenWork& work, uint32_t block) {
    const uint32_t bytes = page_bytes(kOut);
    const auto out = TensorAccessor(OutArgs(), word(12), bytes);
    for (uint32_t unit = work.begin(block); unit < work.end(block); ++unit) {
        cb_wait_front(kOut, work.width);
        const uint32_t page = block * work.columns + unit * work.width;
        for (uint32_t i = 0; i < work.width; ++i)
            noc_async_write_page(page + i, out, get_read_ptr(kOut) + i * bytes);
        noc_async_writes_flushed();
        cb_pop_front(kOut, work.width);
    }
}

}  // namespace

void kernel_main() {
    const TokenWork work;
    Cores cores(work);
    const Table table(work);
    Lists lists(work, table, cores);
    table.clear();
    lists.read_counts();
    cores.meet(0);
    lists.tell();
    cores.meet(1);
    const Blocks blocks(work, table);
    for (uint32_t block = work.first_block; block < work.end_block; ++block) {
        if (block == work.first_block) blocks.make(block);
        if (block + 1 < work.end_block) blocks.make(block + 1);
        write(work, block);
    }
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
