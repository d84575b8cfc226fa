// The rows of each token, in pieces of 1024 numbers: lists of experts are searched once for a group
// of tokens; how many rows a token has and their weights go to the compute kernel as a table.
#include "counts.h"

namespace {

constexpr uint32_t kPieces = tt::CBIndex::c_0, kTable = tt::CBIndex::c_1;
constexpr uint32_t kSources = tt::CBIndex::c_2, kCounts = tt::CBIndex::c_3;
constexpr uint32_t kMap = tt::CBIndex::c_4, kWeights = tt::CBIndex::c_5;
constexpr uint32_t kPart = 1024;  // entries of a list that are looked at together
constexpr uint32_t kLists = 8;    // and of so many lists
constexpr uint32_t kPieceBytes = 2048;
constexpr uint32_t kBatch = 16, kRing = 32;

using CountArgs = TensorAccessorArgs<0>;
using RowArgs = TensorAccessorArgs<CountArgs::next_compile_time_args_offset()>;
using MapArgs = TensorAccessorArgs<RowArgs::next_compile_time_args_offset()>;
using WeightArgs = TensorAccessorArgs<MapArgs::next_compile_time_args_offset()>;

uint32_t word(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}
uint32_t at_most(uint32_t value, uint32_t limit) {
    return value < limit ? value : limit;
}

// Tokens first to end, for each the number of its rows, their weights and where they are.
class Table {
 public:
    void find(uint32_t first, uint32_t end) {
        cb_reserve_back(kTable, 1);
        weights_ = get_write_ptr(kTable);
        for (uint32_t token = first; token < end; ++token) at<uint32_t>(line(token - first)) = 0;
        for (uint32_t e = 0; e < experts_; e += kLists) {
            const uint32_t last = at_most(e + kLists, experts_);
            for (uint32_t i = 0; read(e, last, i, first, end); i += kPart)
                for (uint32_t l = e; l < last; ++l) look(l, l - e, i, first, end);
        }
        cb_push_back(kTable, 1);
    }
    uint32_t rows(uint32_t i) const { return at<uint32_t>(line(i)); }
    uint32_t source(uint32_t i, uint32_t row) const {
        return at<uint32_t>(sources_ + 4 * (i * experts_ + row));
    }
    void read_counts() const { counts_.read_all(experts_); }

 private:
    uint32_t line(uint32_t i) const { return weights_ + 4 * i * (experts_ + 1); }

    // Where the results of an expert begin: all are added, or each expert has some of its own.
    uint32_t base(uint32_t e) const { return apart_ ? e * tokens_ : 0; }
    // Entries from `begin` on that may be of tokens first to end.
    uint32_t entries(uint32_t e, uint32_t begin, uint32_t first, uint32_t end) const {
        const uint32_t count = at_most(counts_[e], rows_);
        if (base(e) >= end || base(e) + tokens_ <= first || begin >= count) return 0;
        return at_most(kPart, count - begin);
    }
    bool read(uint32_t from, uint32_t to, uint32_t begin, uint32_t first, uint32_t end) const {
        bool any = false;
        for (uint32_t e = from; e < to; ++e) {
            const uint32_t count = entries(e, begin, first, end), list = (e - from) * kPart;
            if (count == 0) continue;
            any = true;
            noc_async_read(map_.get_noc_addr(e, 4 * begin), held_map_ + 4 * list, 4 * count);
            noc_async_read(shares_.get_noc_addr(e, 2 * begin), held_shares_ + 2 * list, 2 * count);
        }
        if (any) noc_async_read_barrier();
        return any;
    }
    void look(uint32_t e, uint32_t list, uint32_t begin, uint32_t first, uint32_t end) {
        const uint32_t count = entries(e, begin, first, end);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t at_list = list * kPart + i,
                           token = at<uint32_t>(held_map_ + 4 * at_list);
            const uint32_t unit = base(e) + token;
            if (token >= tokens_ || unit < first || unit >= end) continue;
            add(unit - first, e * rows_ + begin + i, at<uint16_t>(held_shares_ + 2 * at_list));
        }
    }
    void add(uint32_t i, uint32_t source, uint32_t weight) {
        const uint32_t row = rows(i);
        if (row == experts_) return;  // a token occurs once in a list
        at<uint32_t>(line(i) + 4 * (1 + row)) = weight << 16;
        at<uint32_t>(sources_ + 4 * (i * experts_ + row)) = source;
        at<uint32_t>(line(i)) = row + 1;
    }

    const uint32_t experts_ = word(9), rows_ = word(10), tokens_ = word(13);
    const bool apart_ = word(12) != 0;
    const uint32_t sources_ = get_write_ptr(kSources), held_map_ = get_write_ptr(kMap);
    const uint32_t held_shares_ = get_write_ptr(kWeights);
    const Counts<CountArgs> counts_{0, get_write_ptr(kCounts)};
    const TensorAccessor<tensor_accessor::SpecOf<MapArgs>> map_{MapArgs(), word(5), word(6)};
    const TensorAccessor<tensor_accessor::SpecOf<WeightArgs>> shares_{WeightArgs(), word(7),
                                                                      word(8)};
    uint32_t weights_ = 0;
};

// Batches of a fixed size, so that none wraps; what is left of the last one is skipped.
class Pieces {
 public:
    explicit Pieces(uint32_t last_bytes) {
        const uint32_t base = get_write_ptr(kPieces);
        for (uint32_t i = 0; i < kRing && last_bytes < kPieceBytes; ++i)
            fill(base + i * kPieceBytes, kPieceBytes, 0);
    }
    void add(uint64_t from, uint32_t bytes) {
        if (held_ == 0) cb_reserve_back(kPieces, kBatch);
        noc_async_read(from, get_write_ptr(kPieces) + held_ * kPieceBytes, bytes);
        if (++held_ == kBatch) push();
    }
    void push() {
        if (held_ == 0) return;
        noc_async_read_barrier();
        cb_push_back(kPieces, kBatch);
        held_ = 0;
    }

 private:
    uint32_t held_ = 0;
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), all = first + get_arg_val<uint32_t>(1);
    const uint32_t bytes = word(11), group = word(14);
    const uint32_t pieces = (bytes + kPieceBytes - 1) / kPieceBytes;
    const uint32_t last_bytes = bytes - (pieces - 1) * kPieceBytes;
    const auto rows = TensorAccessor(RowArgs(), word(3), word(4));
    Table table;
    table.read_counts();
    Pieces out(last_bytes);
    for (uint32_t begin = first; begin < all; begin += group) {
        const uint32_t end = at_most(begin + group, all);
        table.find(begin, end);
        for (uint32_t i = 0; i < end - begin; ++i)
            for (uint32_t p = 0; p < pieces; ++p)
                for (uint32_t row = 0; row < table.rows(i); ++row)
                    out.add(rows.get_noc_addr(table.source(i, row), p * kPieceBytes),
                            p + 1 < pieces ? kPieceBytes : last_bytes);
        out.push();
    }
}
