// Each A tile, then all B tiles, several reads under way at a time.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1;
constexpr auto kArgsA = TensorAccessorArgs<0>();
constexpr auto kArgsB = TensorAccessorArgs<kArgsA.next_compile_time_args_offset()>();

// Batches need not divide the buffer: each page goes to its own slot, and pages are pushed one by
// one, so that the write pointer meets the end of the buffer exactly.
class Batches {
 public:
    Batches(uint32_t depth, uint32_t most)
        : base_(get_write_ptr(kB)), page_(get_tile_size(kB)), depth_(depth), most_(most) {}

    template <class Accessor>
    void fetch_all(const Accessor& from, uint32_t count) {
        for (uint32_t done = 0; done < count;) {
            const uint32_t now = count - done < most_ ? count - done : most_;
            cb_reserve_back(kB, now);
            for (uint32_t i = 0; i < now; ++i)
                noc_async_read_page(done + i, from, base_ + next_slot() * page_);
            noc_async_read_barrier();
            for (uint32_t i = 0; i < now; ++i) cb_push_back(kB, 1);
            done += now;
        }
    }

 private:
    uint32_t next_slot() {
        const uint32_t slot = slot_;
        slot_ = slot_ + 1 == depth_ ? 0 : slot_ + 1;
        return slot;
    }

    const uint32_t base_, page_, depth_, most_;
    uint32_t slot_ = 0;
};

}  // namespace

void kernel_main() {
    const auto a = TensorAccessor(kArgsA, get_arg_val<uint32_t>(0), get_tile_size(kA));
    const auto b = TensorAccessor(kArgsB, get_arg_val<uint32_t>(1), get_tile_size(kB));
    const uint32_t first = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    const uint32_t addends = get_arg_val<uint32_t>(4);
    Batches batches(get_arg_val<uint32_t>(5), get_arg_val<uint32_t>(6));
    for (uint32_t tile = first; tile < first + count; ++tile) {
        cb_reserve_back(kA, 1);
        noc_async_read_page(tile, a, get_write_ptr(kA));
        noc_async_read_barrier();
        cb_push_back(kA, 1);
        batches.fetch_all(b, addends);
    }
}
