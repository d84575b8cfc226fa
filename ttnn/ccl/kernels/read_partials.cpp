// reduce_scatter: pages of this device, and the partial sums that come for them.
#include "partials.h"

using namespace ttnn_ccl;

namespace {

constexpr uint32_t kOwnPages = 0, kPartial = 1, kOther = 2, kRaw = 3;

template <typename From>
void read(uint32_t cb, const From& from, const Walk& walk, uint32_t slice, uint32_t p) {
    const uint32_t bytes = Walk::common(3);
    uint32_t to = get_write_ptr(cb);
    Walk::Pages pages = walk.pages(slice, p);
    for (uint32_t i = 0; i < walk.batch; i++, to += bytes)
        noc_async_read(from.get_noc_addr(pages.take()), to, bytes);
}

// Counts what has come into a word; 0 again at the end.
struct Arrivals {
    volatile tt_l1_ptr uint32_t* word;
    uint32_t seen = 0;
    explicit Arrivals(uint32_t address)
        : word(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{address})) {}
    void wait(uint32_t more) { noc_semaphore_wait_min(word, seen += more); }
    void forget() const {
        if (seen > 0) noc_semaphore_set(word, 0);
    }
};

}  // namespace

void kernel_main() {
    constexpr auto in_args = TensorAccessorArgs<0>();
    constexpr auto partial_args = TensorAccessorArgs<in_args.next_compile_time_args_offset()>();
    const auto in = TensorAccessor(in_args, Walk::common(0));
    const auto ahead_sums = TensorAccessor(partial_args, Walk::common(1));
    const auto back_sums = TensorAccessor(partial_args, Walk::common(2));
    const Walk walk(7);
    const bool left = (Walk::own(Walk::kOwn) & 1) != 0, right = (Walk::own(Walk::kOwn) & 2) != 0;
    const auto with = [&](uint32_t cb, uint32_t slice, uint32_t p, const auto& from) {
        cb_reserve_back(cb, walk.batch);
        read(cb, from, walk, slice, p);
    };
    Arrivals passing(Walk::common(4));
    walk.passing([&](uint32_t ahead, uint32_t p, bool sum) {
        const uint32_t slice = walk.slice(ahead);
        if (sum) passing.wait(walk.batch);
        with(sum ? kOwnPages : kRaw, slice, p, in);
        if (sum) with(kPartial, slice, p, walk.backwards ? back_sums : ahead_sums);
        noc_async_read_barrier();
        cb_push_back(sum ? kOwnPages : kRaw, walk.batch);
        if (sum) cb_push_back(kPartial, walk.batch);
    });
    passing.forget();
    if (!left && !right) return;
    Arrivals from_left(Walk::common(5)), from_right(Walk::common(6));
    walk.own_batches([&](uint32_t p) {
        if (left) from_left.wait(walk.batch);
        if (right) from_right.wait(walk.batch);
        with(kOwnPages, walk.place, p, in);
        with(kPartial, walk.place, p, left ? ahead_sums : back_sums);
        if (left && right) with(kOther, walk.place, p, back_sums);
        noc_async_read_barrier();
        for (const uint32_t cb : {kOwnPages, kPartial, kOther})
            if (cb != kOther || (left && right)) cb_push_back(cb, walk.batch);
    });
    from_left.forget();
    from_right.forget();
}
