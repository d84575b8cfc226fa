// reduce_scatter: sums to the next device of the line, and those that end here into the output.
//
// A device is told by its neighbour that it may send. Sums that go on are counted at the same core
// of the next device, sums that end there at the core that puts them together. A count waits at the
// other end until all before it has landed, and nothing follows it meanwhile: so several batches
// are counted at once, unless there is nothing to send.
#include "partials.h"
#include "way.h"

using namespace ttnn_ccl;

namespace {

constexpr uint32_t kRaw = 3, kSum = 16;

template <typename To>
void send(Way& way, const To& to, const Walk& walk, uint32_t ahead, uint32_t p, uint32_t from,
          uint32_t together) {
    const uint32_t page = Walk::common(3);
    Walk::Pages pages = walk.pages(walk.slice(ahead), p);
    for (uint32_t i = 0; i < walk.batch; i += together) {
        uint64_t target[kMostChunks];
        for (uint32_t k = 0; k < together; k++)
            target[k] = to.get_noc_addr(pages.take(), 0, edm_to_local_chip_noc);
        if (together > 1)
            way.send(from + i * page, together * page, target, together, page);
        else
            way.send_page(from + i * page, page, target[0]);
        noc_async_writes_flushed();  // the header is used again
    }
}

// What has been sent and not been counted.
class Owed {
    static constexpr uint32_t kMost = 32;

 public:
    explicit Owed(Way& way) : way_(way) {}

    void add(uint64_t where, uint32_t pages) {
        if (where != where_) settle();
        where_ = where;
        pages_ += pages;
        if (pages_ >= kMost) settle();
    }
    void settle() {
        if (pages_ != 0) way_.increment(where_, pages_);
        pages_ = 0;
    }

 private:
    Way& way_;
    uint64_t where_ = 0;
    uint32_t pages_ = 0;
};

}  // namespace

void kernel_main() {
    constexpr auto partial_args = TensorAccessorArgs<0>();
    constexpr auto out_args = TensorAccessorArgs<partial_args.next_compile_time_args_offset()>();
    const auto out = TensorAccessor(out_args, Walk::common(2));
    const uint32_t page = Walk::common(3), ready = Walk::common(4), passing = Walk::common(5);
    const Walk walk(8);
    const auto to = TensorAccessor(partial_args, Walk::common(walk.backwards ? 1 : 0));
    const uint32_t ends = Walk::common(walk.backwards ? 7 : 6);
    const bool finishes = Walk::own(Walk::kOwn) != 0;
    // Where sums are put together, and where the other direction is sent.
    const uint64_t finish =
        get_noc_addr(Walk::own(Walk::kOwn + 1), Walk::own(Walk::kOwn + 2), ends);
    const uint64_t other =
        get_noc_addr(Walk::own(Walk::kOwn + 3), Walk::own(Walk::kOwn + 4), ready);
    size_t arg = Walk::kOwn + 5;
    Way ways[1];
    build(ways, arg);
    Way& way = ways[0];
    way.increment(other);
    wait_and_reset(ready, way.there ? 1 : 0);

    const uint32_t most = pages_of_packet(page), together = most < walk.batch ? most : walk.batch;
    const uint64_t next = get_noc_addr(my_x[0], my_y[0], passing);
    Owed owed(way);
    walk.passing([&](uint32_t ahead, uint32_t p, bool sum) {
        const uint32_t cb = sum ? kSum : kRaw;
        if (!cb_pages_available_at_front(cb, walk.batch)) owed.settle();
        cb_wait_front(cb, walk.batch);
        send(way, to, walk, ahead, p, get_read_ptr(cb), together);
        cb_pop_front(cb, walk.batch);
        owed.add(ahead == 1 ? finish : next, walk.batch);
    });
    owed.settle();
    if (finishes)
        walk.own_batches([&](uint32_t p) {
            cb_wait_front(kSum, walk.batch);
            for (uint32_t i = 0; i < walk.batch; i++)
                noc_async_write(get_read_ptr(kSum) + i * page, out.get_noc_addr(p + i), page);
            noc_async_writes_flushed();
            cb_pop_front(kSum, walk.batch);
        });
    close(ways);
}
