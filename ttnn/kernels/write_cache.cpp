// Tiles of sequences from a CB into a cache, from some token on, of users that follow each other or
// that a list names.
#include "cache.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kTable = tt::CBIndex::c_1, kUsers = tt::CBIndex::c_2,
                   kValid = tt::CBIndex::c_3;
constexpr uint32_t kEntry = get_compile_time_arg_val(0);  // bytes of the table's; 0: no table
constexpr bool kNamed = get_compile_time_arg_val(1) != 0;
constexpr bool kPartly = get_compile_time_arg_val(2) != 0;  // a tensor says how much is valid
constexpr auto kCache = TensorAccessorArgs<3>();
constexpr auto kLists = TensorAccessorArgs<kCache.next_compile_time_args_offset()>();

uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}
auto list(uint32_t address, uint32_t bytes) {
    return TensorAccessor(kLists, common(address), common(bytes));
}

class Target {
 public:
    Target() {
        if constexpr (kNamed) users_.load(list(10, 11), 0, common(11));
        if constexpr (kPartly) {
            IndexRow<4> valid(kValid);
            valid.load(list(12, 13), 0, 4);
            valid_ = (valid[0] + 31) / 32;
        }
    }

    // The page for a tile of the input; kNoBlock: it is left out.
    uint32_t page(uint32_t tile) {
        const uint32_t column = tile % shape_.width, line = tile / shape_.width;
        const uint32_t token = line % rows_, head = line / rows_ % shape_.heads;
        const uint32_t at = token + start_;
        // Of tokens that fall on one place the last counts.
        if (at >= valid_ || (shape_.wrap != 0 && at + shape_.wrap < valid_)) return kNoBlock;
        const uint32_t first = first_page(line / rows_ / shape_.heads, head, shape_.wrapped(at));
        return first == kNoBlock ? kNoBlock : first + column;
    }

 private:
    uint32_t first_page(uint32_t sequence, uint32_t head, uint32_t at) {
        const uint32_t user = kNamed ? users_[sequence] : common(9) + sequence;
        if constexpr (kEntry == 0) {
            return shape_.page(user, head, at);
        } else {
            if (user != loaded_) {
                table_.load(list(14, 15), user, common(15));
                loaded_ = user;
            }
            const uint32_t block = table_[at / shape_.tokens];
            return block == kNoBlock ? kNoBlock : shape_.page(block, head, at % shape_.tokens);
        }
    }

    const CacheShape shape_{3};
    const uint32_t rows_ = common(7), start_ = common(8);
    uint32_t valid_ = start_ + rows_, loaded_ = kNoBlock;
    IndexRow<4> users_{kUsers};
    IndexRow<kEntry == 2 ? 2 : 4> table_{kTable};
};

}  // namespace

void kernel_main() {
    const uint32_t bytes = get_common_arg_val<uint32_t>(1), batch = get_common_arg_val<uint32_t>(2);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto cache = TensorAccessor(kCache, get_common_arg_val<uint32_t>(0));
    Target target;
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_wait_front(kIn, now);
        uint32_t from = get_read_ptr(kIn);
        for (uint32_t i = 0; i < now; ++i, from += bytes) {
            const uint32_t page = target.page(first + done + i);
            if (page != kNoBlock) noc_async_write_page(page, cache, from);
        }
        noc_async_writes_flushed();
        cb_pop_front(kIn, now);
        done += now;
    }
    noc_async_write_barrier();
}
