// Softmax along lines of tiles, in three passes over each: the greatest number, the sum of what is
// left in exponentials, and exp(x - greatest - log(sum)). All of it in 32 bits in Dst.
#include "api/compute/bcast.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"
#include "lines.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kMask = tt::CBIndex::c_1, kGreatest = tt::CBIndex::c_2,
                   kLog = tt::CBIndex::c_3, kOut = tt::CBIndex::c_16;
constexpr uint32_t kX = 0, kOther = 1, kTaken = 2, kSum = 3;  // tiles of Dst

// The unpacker changes between CBs of different formats.
void copy_from(uint32_t before, uint32_t cb, uint32_t place, uint32_t dst) {
    reconfig_data_format_srca(before, cb);
    copy_tile_init(cb);
    copy_tile(cb, place, dst);
}

void pack_stat(uint32_t dst, uint32_t cb) {
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb, 1);
    pack_reconfig_data_format(kOut, cb);
    pack_tile(dst, cb);
    pack_reconfig_data_format(cb, kOut);
    cb_push_back(cb, 1);
    tile_regs_release();
}

void load_stat(uint32_t cb, uint32_t dst) {
    cb_wait_front(cb, 1);
    copy_from(kIn, cb, 0, dst);
    reconfig_data_format_srca(cb, kIn);
}

void take_off(uint32_t stat) {
    sub_binary_tile_init();
    sub_binary_tile(kX, stat, kX);
}

// What the program says of its lines, a bit for each in an argument.
struct Kind {
    bool rows, columns;  // along which a tile is reduced
    bool whole;          // the CBs hold lines
    bool stable;         // the greatest number is taken off
    bool masked;
    bool mask_row;  // the mask's first row is for all
    bool scaled, fast;

    explicit Kind(uint32_t word)
        : rows(word & 1),
          columns(word & 2),
          whole(word & 4),
          stable(word & 8),
          masked(word & 16),
          mask_row(word & 32),
          scaled(word & 64),
          fast(word & 128) {}
};

class Lines {
 public:
    Lines(const Kind& kind, uint32_t length, uint32_t scale)
        : kind_(kind), length_(length), scale_(scale) {}

    void run() const {
        if (kind_.stable) greatest();
        logarithm_of_sum();
        results();
        numbers_.end(length_);
        if (kind_.masked) masks_.end(length_);
    }

 private:
    void load_mask(uint32_t i) const {
        const uint32_t place = masks_.wait(i);
        if (kind_.mask_row) {
            reconfig_data_format(kIn, kMask, kIn, kMask);
            unary_bcast_init<BroadcastType::ROW>(kMask);
            unary_bcast<BroadcastType::ROW>(kMask, place, kOther);
            reconfig_data_format(kMask, kIn, kMask, kIn);
        } else {
            copy_from(kIn, kMask, place, kOther);
            reconfig_data_format_srca(kMask, kIn);
        }
        add_binary_tile_init();
        add_binary_tile(kX, kOther, kX);
    }

    // A number of the line, scaled and masked, in kX. The unpacker is set up for it before and
    // after.
    void load(uint32_t i) const {
        copy_tile_init(kIn);
        copy_tile(kIn, numbers_.wait(i), kX);
        if (kind_.scaled) {
            binop_with_scalar_tile_init();
            mul_unary_tile(kX, scale_);
        }
        if (kind_.masked) load_mask(i);
    }

    void next() const {
        numbers_.next();
        if (kind_.masked) masks_.next();
    }

    void exponential() const {
        if (kind_.fast) {
            exp_tile_init<true>();
            exp_tile<true>(kX);
        } else {
            exp_tile_init<false>();
            exp_tile<false>(kX);
        }
    }

    template <PoolType pool>
    uint32_t reduced(uint32_t from) const {
        return reduce_and_spread<pool>(kind_.rows, kind_.columns, from, kOther);
    }

    // The first number of a line is its own greatest.
    void greatest() const {
        tile_regs_acquire();
        for (uint32_t i = 0; i < length_; ++i) {
            load(i);
            if (i == 0) {
                copy_dest_values_init();
                copy_dest_values(kX, kTaken);
            } else {
                binary_max_tile_init();
                binary_max_tile(kTaken, kX, kTaken);
            }
            next();
        }
        pack_stat(reduced<PoolType::MAX>(kTaken), kGreatest);
    }

    void logarithm_of_sum() const {
        tile_regs_acquire();
        if (kind_.stable) load_stat(kGreatest, kTaken);
        fill_tile_init();
        fill_tile(kSum, 0.0f);
        for (uint32_t i = 0; i < length_; ++i) {
            load(i);
            if (kind_.stable) take_off(kTaken);
            exponential();
            add_binary_tile_init();
            add_binary_tile(kSum, kX, kSum);
            next();
        }
        const uint32_t sum = reduced<PoolType::SUM>(kSum);
        log_tile_init();
        log_tile(sum);
        pack_stat(sum, kLog);
    }

    void results() const {
        for (uint32_t i = 0; i < length_; ++i) {
            tile_regs_acquire();
            load(i);
            if (kind_.stable) {
                load_stat(kGreatest, kTaken);
                take_off(kTaken);
            }
            load_stat(kLog, kSum);
            take_off(kSum);
            exponential();
            tile_regs_commit();
            next();
            cb_reserve_back(kOut, 1);
            tile_regs_wait();
            pack_tile(kX, kOut);
            tile_regs_release();
            cb_push_back(kOut, 1);
        }
        if (kind_.stable) cb_pop_front(kGreatest, 1);
        cb_pop_front(kLog, 1);
    }

    const Kind kind_;
    const uint32_t length_, scale_;
    const LineBuffer numbers_{kIn, kind_.whole}, masks_{kMask, kind_.whole};
};

}  // namespace

void kernel_main() {
    const Lines lines(Kind(get_common_arg_val<uint32_t>(2)), get_common_arg_val<uint32_t>(0),
                      get_common_arg_val<uint32_t>(1));
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kIn, kIn, kOut);
    for (uint32_t line = 0; line < count; ++line) lines.run();
}
