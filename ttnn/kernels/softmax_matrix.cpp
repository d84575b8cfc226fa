// Softmax along rows or columns of tiles, with differences, sums and products on the matrix unit:
// it is exact to 11 bits, which is enough for numbers of 16 bits. A line is taken in a few parts as
// they come, each against its own greatest number; what makes them one line follows at its end, so
// that a line is read while its exponentials are computed.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reduce.h"
#include "api/compute/tile_move_copy.h"
#include "exponential.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kPowers = tt::CBIndex::c_4, kOnes = tt::CBIndex::c_6,
                   kOut = tt::CBIndex::c_16;
// Of each part: the greatest number, the sum, how the part counts in the line, what its powers are
// multiplied with. Of the line: the greatest number, one over the sum.
constexpr uint32_t kGreatest = tt::CBIndex::c_2, kSums = tt::CBIndex::c_1,
                   kWeights = tt::CBIndex::c_5, kFactors = tt::CBIndex::c_3;
constexpr uint32_t kTop = tt::CBIndex::c_7, kInverse = tt::CBIndex::c_8;
constexpr bool kRows = get_compile_time_arg_val(0) != 0;
constexpr auto kDim = kRows ? ReduceDim::REDUCE_ROW : ReduceDim::REDUCE_COL;
constexpr auto kBroadcast = kRows ? BroadcastType::COL : BroadcastType::ROW;
constexpr uint32_t kGroup = 4;  // tiles of Dst

struct Part {
    uint32_t number, first, count;  // in the line
};

void pack(uint32_t dst, uint32_t cb) {
    cb_reserve_back(cb, 1);
    pack_tile(dst, cb);
    cb_push_back(cb, 1);
}

// What is in the first tiles of Dst, to a CB.
void finish(uint32_t cb, uint32_t count = 1) {
    tile_regs_commit();
    tile_regs_wait();
    for (uint32_t k = 0; k < count; ++k) pack(k, cb);
    tile_regs_release();
}

void copy(uint32_t cb, uint32_t place, uint32_t dst) {
    copy_tile_init(cb);
    copy_tile(cb, place, dst);
}

void invert(uint32_t dst) {
    recip_tile_init<false>();
    recip_tile<false>(dst);
}

template <PoolType pool>
void reduce_tiles(uint32_t cb, uint32_t first, uint32_t count, uint32_t to) {
    reduce_init<pool, kDim>(cb, kOnes, to);
    tile_regs_acquire();
    for (uint32_t i = first; i < first + count; ++i) {
        cb_wait_front(cb, i + 1);
        reduce_tile<pool, kDim>(cb, kOnes, i, 0, 0);
    }
}

// A part of minus infinities alone has a greatest number too that they are below.
void greatest(const Part& part) {
    constexpr uint32_t kLowest = 0xff7f0000u;
    reduce_tiles<PoolType::MAX>(kIn, 0, part.count, kGreatest);
    unary_max_tile_init();
    unary_max_tile(0, kLowest);
    finish(kGreatest);
    reduce_uninit(kIn);
}

// op on tiles and a number for each of their rows or columns, a few at a time.
template <EltwiseBinaryType op, typename Then>
void with_each(uint32_t cb, uint32_t first, uint32_t count, uint32_t other, uint32_t place,
               uint32_t to, Then then) {
    bcast_init<op, kBroadcast>(cb, other);
    cb_wait_front(other, place + 1);
    for (uint32_t i = 0; i < count; i += kGroup) {
        const uint32_t now = count - i < kGroup ? count - i : kGroup;
        tile_regs_acquire();
        for (uint32_t k = 0; k < now; ++k)
            any_tiles_bcast<op, kBroadcast>(cb, other, first + i + k, place, k);
        then(now);
        finish(to, now);
    }
}

void exponentials(uint32_t count) {
    exponential_init();
    for (uint32_t k = 0; k < count; ++k) exponential_tile(k);
}

void take_part(const Part& part, bool alone) {
    greatest(part);
    pack_reconfig_data_format(kGreatest, kPowers);
    with_each<EltwiseBinaryType::ELWSUB>(kIn, 0, part.count, kGreatest, part.number, kPowers,
                                         exponentials);
    cb_pop_front(kIn, part.count);
    reconfig_data_format_srca(kIn, kPowers);
    reduce_tiles<PoolType::SUM>(kPowers, part.first, part.count, kSums);
    if (alone) invert(0);
    finish(alone ? kFactors : kSums);
    reduce_uninit(kPowers);
    reconfig_data_format_srca(kPowers, kIn);
    pack_reconfig_data_format(kPowers, kGreatest);
}

void greatest_of_line(uint32_t parts) {
    cb_wait_front(kGreatest, parts);
    tile_regs_acquire();
    copy(kGreatest, 0, 0);
    for (uint32_t k = 1; k < parts; ++k) {
        copy(kGreatest, k, 1);
        binary_max_tile_init();
        binary_max_tile(0, 1, 0);
    }
    finish(kTop);
}

void weights(uint32_t parts) {
    cb_wait_front(kTop, 1);
    sub_init(kGreatest, kTop);
    tile_regs_acquire();
    for (uint32_t k = 0; k < parts; ++k) sub_tiles(kGreatest, kTop, k, 0, k);
    exponentials(parts);
    finish(kWeights, parts);
    cb_pop_front(kTop, 1);
}

void inverse_of_sum(uint32_t parts) {
    cb_wait_front(kWeights, parts);
    cb_wait_front(kSums, parts);
    tile_regs_acquire();
    fill_tile_init();
    fill_tile(0, 0.0f);
    for (uint32_t k = 0; k < parts; ++k) {
        copy(kWeights, k, 1);
        copy(kSums, k, 2);
        mul_binary_tile_init();
        mul_binary_tile(1, 2, 1);
        add_binary_tile_init();
        add_binary_tile(0, 1, 0);
    }
    invert(0);
    finish(kInverse);
    cb_pop_front(kSums, parts);
}

void factors(uint32_t parts) {
    cb_wait_front(kInverse, 1);
    for (uint32_t k = 0; k < parts; ++k) {
        tile_regs_acquire();
        copy(kWeights, k, 0);
        copy(kInverse, 0, 1);
        mul_binary_tile_init();
        mul_binary_tile(0, 1, 0);
        finish(kFactors);
    }
    cb_pop_front(kInverse, 1);
    cb_pop_front(kWeights, parts);
}

// Parts on a common scale.
void join(uint32_t parts) {
    reconfig_data_format_srca(kIn, kGreatest);
    greatest_of_line(parts);
    pack_reconfig_data_format(kTop, kWeights);
    weights(parts);
    reconfig_data_format_srca(kGreatest, kWeights);
    inverse_of_sum(parts);
    factors(parts);
    reconfig_data_format_srca(kWeights, kIn);
    pack_reconfig_data_format(kFactors, kGreatest);
}

class Line {
 public:
    Line(uint32_t length, uint32_t size)
        : length_(length), size_(size), parts_((length + size - 1) / size) {}

    void run() const {
        for (uint32_t k = 0; k < parts_; ++k) take_part(part(k), parts_ == 1);
        if (parts_ > 1) join(parts_);
        cb_pop_front(kGreatest, parts_);
        results();
    }

 private:
    Part part(uint32_t k) const {
        const uint32_t first = k * size_, left = length_ - first;
        return {k, first, left < size_ ? left : size_};
    }

    void results() const {
        reconfig_data_format(kIn, kPowers, kOnes, kFactors);
        pack_reconfig_data_format(kGreatest, kOut);
        for (uint32_t k = 0; k < parts_; ++k) {
            const Part p = part(k);
            with_each<EltwiseBinaryType::ELWMUL>(kPowers, p.first, p.count, kFactors, k, kOut,
                                                 [](uint32_t) {});
        }
        cb_pop_front(kPowers, length_);
        cb_pop_front(kFactors, parts_);
        reconfig_data_format(kPowers, kIn, kFactors, kOnes);
        pack_reconfig_data_format(kOut, kGreatest);
    }

    const uint32_t length_, size_, parts_;
};

}  // namespace

void kernel_main() {
    const Line line(get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(1));
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kIn, kOnes, kGreatest);
    cb_wait_front(kOnes, 1);
    for (uint32_t i = 0; i < count; ++i) line.run();
}
