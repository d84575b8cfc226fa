// Rows of a tensor, one for each user and head, into the tiles of a cache: other rows stay.
#include "cache.h"
#include "local_copy.h"

namespace {

constexpr uint32_t kRows = tt::CBIndex::c_0, kTiles = tt::CBIndex::c_1, kTable = tt::CBIndex::c_2,
                   kPositions = tt::CBIndex::c_3;
constexpr uint32_t kEntry = get_compile_time_arg_val(0);      // bytes of the table's; 0: no table
constexpr bool kListed = get_compile_time_arg_val(1) != 0;    // positions are in a tensor
constexpr uint32_t kBits = get_compile_time_arg_val(2);       // of an element
constexpr bool kUserRows = get_compile_time_arg_val(3) != 0;  // a tile has users, or heads
constexpr bool kShared = get_compile_time_arg_val(4) != 0;    // users have one cache together
constexpr bool kBlockFloat = kBits < 16;
constexpr uint32_t kHalfBytes = 2 * kBits;  // sixteen elements
constexpr auto kCache = TensorAccessorArgs<5>();
constexpr auto kFrom = TensorAccessorArgs<kCache.next_compile_time_args_offset()>();
constexpr auto kLists = TensorAccessorArgs<kFrom.next_compile_time_args_offset()>();
constexpr uint32_t kFirstPosition = 15;

uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

auto list(uint32_t address, uint32_t bytes) {
    return TensorAccessor(kLists, common(address), common(bytes));
}

constexpr uint32_t half_bytes_at(uint32_t row, uint32_t half) {
    return (kBlockFloat ? 64 : 0) + half_row(row, half) * kBits / 8;
}

class Update {
 public:
    Update() {
        if constexpr (kListed) positions_.load(list(11, 12), 0, common(12));
    }

    void row(uint32_t user, uint32_t head) {
        const uint32_t position =
            kListed ? positions_[user] : get_common_arg_val<uint32_t>(kFirstPosition + user);
        if (static_cast<int32_t>(position) < 0) return;
        const uint32_t to = target(user, head, shape_.wrapped(position / 32));
        if (to == kNoBlock) return;
        const uint32_t place = kUserRows ? user + offset_ : head;
        const uint32_t line = (kUserRows ? head : user) * lines_ + place / 32;
        fetch(line * shape_.width, to);
        for (uint32_t i = 0; i < shape_.width; ++i) put(to + i, i, place % 32, position % 32);
        noc_async_write_barrier();
    }

 private:
    uint32_t target(uint32_t user, uint32_t head, uint32_t at) {
        if constexpr (kEntry == 0) return shape_.page(kShared ? 0 : user, head, at);
        table_.load(list(13, 14), user, common(14));
        const uint32_t block = table_[at / shape_.tokens];
        return block == kNoBlock ? kNoBlock : shape_.page(block, head, at % shape_.tokens);
    }

    void fetch(uint32_t from, uint32_t to) const {
        const auto input = TensorAccessor(kFrom, common(1));
        for (uint32_t i = 0; i < shape_.width; ++i) {
            noc_async_read_page(from + i, input, rows_ + i * bytes_);
            if constexpr (kBlockFloat) noc_async_read_page(to + i, cache_, tiles_ + i * bytes_);
        }
        noc_async_read_barrier();
    }

    void put(uint32_t page, uint32_t i, uint32_t from, uint32_t to) const {
        const uint32_t source = rows_ + i * bytes_, tile = tiles_ + i * bytes_;
        for (uint32_t half = 0; half < 2; ++half) {
            const uint32_t a = source + half_bytes_at(from, half), b = half_bytes_at(to, half);
            if constexpr (kBlockFloat) {
                move(tile + b, a, kHalfBytes);
                at<uint8_t>(tile + half_row(to, half) / 16) =
                    at<uint8_t>(source + half_row(from, half) / 16);
            } else {
                noc_async_write(a, cache_.get_noc_addr(page, b), kHalfBytes);
            }
        }
        if constexpr (kBlockFloat) {
            settle(tile + half_row(to, 1) / 16);
            noc_async_write_page(page, cache_, tile);
        }
    }

    const CacheShape shape_{3};
    const uint32_t bytes_ = common(2), lines_ = common(7), offset_ = common(8);
    const uint32_t rows_ = get_write_ptr(kRows), tiles_ = get_write_ptr(kTiles);
    decltype(TensorAccessor(kCache, 0u)) cache_ = TensorAccessor(kCache, common(0));
    IndexRow<4> positions_{kPositions};
    IndexRow<kEntry == 2 ? 2 : 4> table_{kTable};
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t users = common(9), heads = common(10);
    Update update;
    for (uint32_t unit = first; unit < first + count; ++unit) {
        if constexpr (kShared)  // rows of several users may lie in one tile
            for (uint32_t user = 0; user < users; ++user) update.row(user, unit);
        else
            update.row(unit / heads, unit % heads);
    }
}
