// Queries, keys, values and masks of units. What a query may not see is masked: keys after it or
// too long before it, and what lies beyond the last key.
#include "../../../kernels/padding.h"
#include "attention.h"

namespace {

constexpr uint32_t kQ = tt::CBIndex::c_0, kK = tt::CBIndex::c_1, kV = tt::CBIndex::c_2,
                   kMask = tt::CBIndex::c_3, kInfo = tt::CBIndex::c_4, kOnes = tt::CBIndex::c_5,
                   kSink = tt::CBIndex::c_6, kPatterns = tt::CBIndex::c_7,
                   kTable = tt::CBIndex::c_17, kPositions = tt::CBIndex::c_18,
                   kScratch = tt::CBIndex::c_19;
constexpr bool kDecode = Attention::kDecode;
constexpr bool kCausal = get_compile_time_arg_val(1) != 0;
constexpr bool kMasked = get_compile_time_arg_val(2) != 0;  // a mask is given
constexpr uint32_t kEntry = get_compile_time_arg_val(3);    // bytes of the table's; 0: no table
constexpr bool kListed = get_compile_time_arg_val(4) != 0;  // positions are in a tensor
constexpr bool kSinks = get_compile_time_arg_val(5) != 0;
constexpr auto kQArgs = TensorAccessorArgs<6>();
constexpr auto kKArgs = TensorAccessorArgs<kQArgs.next_compile_time_args_offset()>();
constexpr auto kVArgs = TensorAccessorArgs<kKArgs.next_compile_time_args_offset()>();
constexpr auto kMaskArgs = TensorAccessorArgs<kVArgs.next_compile_time_args_offset()>();
constexpr auto kSinkArgs = TensorAccessorArgs<kMaskArgs.next_compile_time_args_offset()>();
constexpr auto kLists = TensorAccessorArgs<kSinkArgs.next_compile_time_args_offset()>();
constexpr uint32_t kFirstPosition = 32;

constexpr uint32_t kPatternBytes = 2048;
constexpr uint16_t kLowest = 0xff80, kOne = 0x3f80;

// Which keys a query sees, by position.
struct Sight {
    const int32_t keys = common(8);
    const int32_t window = common(10);

    int32_t last(int32_t query) const {
        const int32_t end = kCausal ? query : window != 0 ? query + window / 2 : keys - 1;
        return end < keys - 1 ? end : keys - 1;
    }
    int32_t first(int32_t query) const {
        if (window == 0) return 0;
        const int32_t begin = kCausal ? query - window + 1 : query - window / 2;
        return begin > 0 ? begin : 0;
    }
    // Of queries from one position to another and keys from one to another.
    bool all(int32_t q0, int32_t q1, int32_t k0, int32_t k1) const {
        return k0 >= first(q1) && k1 <= last(q0);
    }
    bool none(int32_t q0, int32_t q1, int32_t k0, int32_t k1) const {
        return k1 < first(q0) || k0 > last(q1);
    }
};

// Tiles of a mask: nothing, all, and those in between that were made last.
class Patterns {
 public:
    explicit Patterns(const Sight& sight) : sight_(sight), place_(get_write_ptr(kPatterns)) {
        fill_tile_part<uint16_t>(place_, 0, 0, 0);
        fill_tile_part<uint16_t>(place_ + kPatternBytes, 0, 0, kLowest);
    }

    // Of a tile of queries from q0 on (the same for all rows if they do not follow each other) and
    // keys from k0 on.
    uint32_t find(int32_t q0, int32_t k0) {
        const int32_t q1 = kDecode ? q0 : q0 + 31;
        if (sight_.all(q0, q1, k0, k0 + 31)) return place_;
        if (sight_.none(q0, q1, k0, k0 + 31)) return place_ + kPatternBytes;
        for (uint32_t i = 0; i < kKept; ++i)
            if (q_[i] == q0 && k_[i] == k0) return place_ + (2 + i) * kPatternBytes;
        if (same_as_diagonal(q0, k0)) return place_ + 2 * kPatternBytes;
        return make(q0, k0);
    }

 private:
    static constexpr uint32_t kKept = 4;

    // In a causal sequence tiles on the diagonal look alike.
    bool same_as_diagonal(int32_t q0, int32_t k0) const {
        return !kDecode && kCausal && sight_.window == 0 && q_[0] >= 0 && q_[0] == k_[0] &&
               q0 == k0 && q0 + 32 <= sight_.keys && q_[0] + 32 <= sight_.keys;
    }

    uint32_t make(int32_t q0, int32_t k0) {
        const uint32_t slot = next_;
        next_ = next_ + 1 == kKept ? 0 : next_ + 1;
        q_[slot] = q0;
        k_[slot] = k0;
        const uint32_t tile = place_ + (2 + slot) * kPatternBytes;
        auto* element = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(tile);
        for (uint32_t row = 0; row < 32; ++row) {
            const int32_t query = kDecode ? q0 : q0 + int32_t(row);
            const int32_t first = sight_.first(query) - k0, last = sight_.last(query) - k0;
            for (int32_t half = 0; half < 2; ++half)
                for (int32_t c = 0; c < 16; ++c) {
                    const int32_t column = half * 16 + c;
                    element[half_row(row, half) + c] =
                        column >= first && column <= last ? 0 : kLowest;
                }
        }
        return tile;
    }

    const Sight& sight_;
    const uint32_t place_;
    int32_t q_[kKept] = {-1, -1, -1, -1}, k_[kKept] = {-1, -1, -1, -1};
    uint32_t next_ = 0;
};

void clean(uint32_t cb, uint32_t tile, uint32_t rows, uint32_t columns) {
    const uint32_t bytes = page_bytes(cb);
    if (bytes == 4096)
        fill_tile_part<uint32_t>(tile, rows, columns, 0);
    else if (bytes == 2048)
        fill_tile_part<uint16_t>(tile, rows, columns, 0);
    else
        fill_tile_part<uint8_t>(tile + 64, rows, columns, 0);
}

class Reader {
 public:
    Reader() {
        if constexpr (kListed) {
            const auto list = TensorAccessor(kLists, common(29), common(30));
            positions_.load(list, 0, common(30));
        }
        cb_reserve_back(kOnes, 1);
        fill_tile_part<uint16_t>(get_write_ptr(kOnes), 0, 0, kOne);
        cb_push_back(kOnes, 1);
    }

    void unit(uint32_t number) {
        const Unit unit(all_, number);
        const int32_t start = position(kDecode ? unit.user : 0);
        const int32_t q0 = kDecode ? start : start + int32_t(unit.row * 32);
        const int32_t q1 = kDecode ? q0 : q0 + int32_t(all_.height * 32) - 1;
        const bool skipped = kDecode && kCausal && start < 0;
        const uint32_t begin = sight_.first(q0) / 32, end = sight_.last(q1) / 32 + 1;
        const uint32_t chunks = skipped ? 0 : (end - begin + all_.chunk - 1) / all_.chunk;
        tell(q0, q1, begin, chunks);
        if (chunks == 0) return;
        if constexpr (kEntry != 0) load_table(unit.user);
        queries(unit);
        if constexpr (kSinks) sink(unit);
        for (uint32_t i = 0; i < chunks; ++i) {
            const uint32_t first = begin + i * all_.chunk;
            keys(unit, first, end);
            if (i < lead_ || i >= trail_) mask(unit, q0, first, end);
            values(unit, first, end);
        }
    }

 private:
    static int32_t given_position(uint32_t i) { return int32_t(common(kFirstPosition + i)); }
    int32_t position(uint32_t user) const {
        if constexpr (kListed) return int32_t(positions_[user]);
        if constexpr (kDecode) return kCausal ? given_position(user) : sight_.keys - 1;
        return given_position(0);
    }

    // Number of chunks, and which of them are masked: the first so many and those from another on.
    void tell(int32_t q0, int32_t q1, uint32_t begin, uint32_t chunks) {
        const int32_t size = all_.chunk * 32;
        lead_ = 0;
        trail_ = chunks;
        const auto sees = [&](uint32_t i) {
            const int32_t k0 = begin * 32 + int32_t(i) * size;
            return sight_.all(q0, q1, k0, k0 + size - 1);
        };
        while (lead_ < chunks && !sees(lead_)) ++lead_;
        while (trail_ > lead_ && !sees(trail_ - 1)) --trail_;
        if constexpr (kMasked) lead_ = chunks;
        cb_reserve_back(kInfo, 1);
        auto* info = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(kInfo));
        info[0] = chunks;
        info[1] = lead_;
        info[2] = trail_;
        cb_push_back(kInfo, 1);
    }

    void load_table(uint32_t user) {
        const auto list = TensorAccessor(kLists, common(27), common(28));
        table_.load(list, user, common(28));
    }

    // The line of tiles of a cache with these keys.
    uint32_t line(const Unit& unit, uint32_t tile) const {
        const uint32_t at = cache_.wrapped(tile);
        if constexpr (kEntry == 0)
            return cache_.page(unit.user * common(12), unit.kv_head, at);
        else
            return cache_.page(table_[at / cache_.tokens], unit.kv_head, at % cache_.tokens);
    }

    // Rows and columns of a tile of keys that count.
    uint32_t rows_at(uint32_t tile) const {
        const uint32_t left = sight_.keys - tile * 32;
        return left < 32 ? left : 32;
    }
    static uint32_t columns_at(uint32_t i, uint32_t width, uint32_t tail) {
        return i + 1 == width && tail != 0 ? tail : 32;
    }

    void queries(const Unit& unit) const {
        const auto from = TensorAccessor(kQArgs, common(22), page_bytes(kQ));
        const uint32_t bytes = page_bytes(kQ), count = all_.height * all_.width;
        cb_reserve_back(kQ, count);
        const uint32_t place = get_write_ptr(kQ);
        uint32_t to = place;
        for (uint32_t i = 0; i < all_.height; ++i)
            for (uint32_t d = 0; d < all_.width; ++d, to += bytes)
                noc_async_read_page(unit.line(all_, i) * all_.width + d, from, to);
        noc_async_read_barrier();
        if (tail_ != 0)
            for (uint32_t i = 1; i <= all_.height; ++i)
                clean(kQ, place + (i * all_.width - 1) * bytes, 32, tail_);
        cb_push_back(kQ, count);
    }

    // Keys stand as a product with their transpose needs them: a line for each column of tiles.
    void keys(const Unit& unit, uint32_t first, uint32_t end) const {
        const auto from = TensorAccessor(kKArgs, common(23), page_bytes(kK));
        const uint32_t bytes = page_bytes(kK), count = all_.chunk * all_.width;
        cb_reserve_back(kK, count);
        const uint32_t place = get_write_ptr(kK);
        for (uint32_t s = 0; s < all_.chunk; ++s) {
            const uint32_t page = line(unit, at_most(first + s, end - 1)) * all_.width;
            for (uint32_t d = 0; d < all_.width; ++d)
                noc_async_read_page(page + d, from, place + (d * all_.chunk + s) * bytes);
        }
        noc_async_read_barrier();
        for (uint32_t s = 0; s < all_.chunk; ++s)
            for (uint32_t d = 0; d < all_.width; ++d) {
                const uint32_t rows = rows_at(at_most(first + s, end - 1));
                const uint32_t columns = columns_at(d, all_.width, tail_);
                if (rows < 32 || columns < 32)
                    clean(kK, place + (d * all_.chunk + s) * bytes, rows, columns);
            }
        cb_push_back(kK, count);
    }

    void values(const Unit& unit, uint32_t first, uint32_t end) const {
        const auto from = TensorAccessor(kVArgs, common(24), page_bytes(kV));
        const uint32_t bytes = page_bytes(kV), count = all_.chunk * all_.value_width;
        cb_reserve_back(kV, count);
        const uint32_t place = get_write_ptr(kV);
        uint32_t to = place;
        for (uint32_t s = 0; s < all_.chunk; ++s) {
            const uint32_t page = line(unit, at_most(first + s, end - 1)) * common(13);
            for (uint32_t d = 0; d < all_.value_width; ++d, to += bytes)
                noc_async_read_page(page + d, from, to);
        }
        noc_async_read_barrier();
        to = place;
        for (uint32_t s = 0; s < all_.chunk; ++s) {
            const uint32_t rows = rows_at(at_most(first + s, end - 1));
            for (uint32_t d = 0; d < all_.value_width; ++d, to += bytes)
                if (rows < 32) clean(kV, to, rows, 32);
        }
        cb_push_back(kV, count);
    }

    void mask(const Unit& unit, int32_t q0, uint32_t first, uint32_t end) {
        const uint32_t count = all_.height * all_.chunk;
        cb_reserve_back(kMask, count);
        uint32_t to = get_write_ptr(kMask);
        for (uint32_t i = 0; i < all_.height; ++i)
            for (uint32_t s = 0; s < all_.chunk; ++s, to += kPatternBytes) {
                const int32_t query = kDecode ? q0 : q0 + int32_t(i * 32);
                if (kMasked && first + s < end)
                    read_mask(unit, i, first + s, to);
                else
                    noc_async_read(get_noc_addr(patterns_.find(query, (first + s) * 32)), to,
                                   kPatternBytes);
            }
        noc_async_read_barrier();
        if constexpr (kMasked) clean_masks(first, end);
        cb_push_back(kMask, count);
    }
    void read_mask(const Unit& unit, uint32_t i, uint32_t tile, uint32_t to) const {
        const auto from = TensorAccessor(kMaskArgs, common(25));
        const uint32_t row = at_most(unit.row + i, all_.rows - 1);
        const uint32_t matrix = unit.user * common(14) + unit.head * common(15);
        noc_async_read_page((matrix * all_.rows + row) * common(16) + tile, from, to);
    }
    void clean_masks(uint32_t first, uint32_t end) const {
        const uint32_t last = (sight_.keys - 1) / 32, columns = rows_at(last);
        if (columns == 32 || last < first || last >= first + all_.chunk || last >= end) return;
        for (uint32_t i = 0; i < all_.height; ++i)
            fill_tile_part<uint16_t>(
                get_write_ptr(kMask) + (i * all_.chunk + last - first) * kPatternBytes, 32, columns,
                kLowest);
    }

    // A number of each head: for all rows of its queries, or one for each row.
    void sink(const Unit& unit) const {
        const auto from = TensorAccessor(kSinkArgs, common(26));
        auto* scratch = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(get_write_ptr(kScratch));
        cb_reserve_back(kSink, all_.height);
        const uint32_t place = get_write_ptr(kSink);
        for (uint32_t i = 0; i < all_.height; ++i) {
            auto* tile = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(place + i * kPatternBytes);
            for (uint32_t row = 0; row < 32; ++row) {
                const uint32_t head = kDecode ? (unit.row + i) * 32 + row : unit.head;
                if (row == 0 || kDecode) {
                    // [heads, 1, 1] in tiles, or [heads, 32]: rows of one tile after another.
                    const uint32_t page = common(17) == 0 ? at_most(head, all_.heads - 1)
                                                          : at_most(head, all_.heads - 1) / 32;
                    noc_async_read_page(page, from, get_write_ptr(kScratch));
                    noc_async_read_barrier();
                }
                tile[half_row(row, 0)] = scratch[common(17) == 0 ? 0 : half_row(head % 32, 0)];
            }
        }
        cb_push_back(kSink, all_.height);
    }

    static uint32_t at_most(uint32_t value, uint32_t last) { return value < last ? value : last; }

    const Attention all_;
    const Sight sight_;
    const CacheShape cache_{18};
    const uint32_t tail_ = common(11);
    uint32_t lead_ = 0, trail_ = 0;
    Patterns patterns_{sight_};
    IndexRow<4> positions_{kPositions};
    IndexRow<kEntry == 2 ? 2 : 4> table_{kTable};
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Reader reader;
    for (uint32_t i = 0; i < count; ++i) reader.unit(first + i);
}
