// Which pages of sums pass a device in one direction, and in which order: those that go farthest
// first. Reader and sender of reduce_scatter walk the same way.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

namespace ttnn_ccl {

struct Walk {
    uint32_t length, place, inner, step, half;
    bool backwards;
    uint32_t first, count, batch;  // pages of a slice; a batch is of one half
    uint32_t far[2];               // devices ahead to which pages of either half go
    uint32_t origin[2];            // sums for fewer devices ahead than this have been begun

    // A number that is the same on all cores, and one that is not.
    static uint32_t common(uint32_t i) { return get_common_arg_val<uint32_t>(i); }
    static uint32_t own(uint32_t i) { return get_arg_val<uint32_t>(i); }

    static constexpr uint32_t kOwn = 9;
    explicit Walk(uint32_t at)
        : length(common(at)),
          place(common(at + 1)),
          inner(common(at + 2)),
          step(common(at + 3)),
          half(own(8)),
          backwards(own(0) != 0),
          first(own(1)),
          count(own(2)),
          batch(own(3)),
          far{own(4), own(5)},
          origin{own(6), own(7)} {}

    uint32_t slice(uint32_t ahead) const {
        return (backwards ? place + length - ahead : place + ahead) % length;
    }
    // Pages of a slice from p on, by their numbers in the tensor.
    struct Pages {
        const Walk& walk;
        uint32_t page, left;  // of them until the next line of the slice

        uint32_t take() {
            const uint32_t now = page++;
            if (--left == 0) {
                left = walk.inner;
                page += walk.step - walk.inner;
            }
            return now;
        }
    };
    Pages pages(uint32_t slice, uint32_t p) const {
        const uint32_t line = p / inner, within = p - line * inner;
        return {*this, line * step + slice * inner + within, inner - within};
    }
    // f(devices ahead, first page of a batch, whether a partial sum comes from behind)
    template <typename F>
    void passing(F f) const {
        const uint32_t most = far[0] > far[1] ? far[0] : far[1];
        for (uint32_t ahead = most; ahead > 0; ahead--)
            own_batches([&](uint32_t p) {
                const uint32_t h = p < half ? 0 : 1;
                if (ahead <= far[h]) f(ahead, p, ahead < origin[h]);
            });
    }
    template <typename F>
    void own_batches(F f) const {
        for (uint32_t p = first; p < first + count; p += batch) f(p);
    }
};

}  // namespace ttnn_ccl
