// Layer and root-mean-square normalisation along rows of tiles: the mean, the mean of the squares
// of what is left, and (x - mean) / sqrt(it + epsilon) * weight + bias. All of it in 32 bits in
// Dst.
#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"
#include "lines.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kMean = tt::CBIndex::c_4, kScale = tt::CBIndex::c_5,
                   kEdge = tt::CBIndex::c_6, kOut = tt::CBIndex::c_16;

constexpr uint32_t kX = 0, kOther = 1, kTaken = 2, kSum = 3;  // tiles of Dst

// All CBs but the first have their formats set up in between.
void copy_from(uint32_t cb, uint32_t place, uint32_t dst) {
    reconfig_data_format_srca(kIn, cb);
    copy_tile_init(cb);
    copy_tile(cb, place, dst);
    reconfig_data_format_srca(cb, kIn);
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

void clear_sum() {
    fill_tile_init();
    fill_tile(kSum, 0.0f);
}
void add_to_sum() {
    add_binary_tile_init();
    add_binary_tile(kSum, kX, kSum);
}
uint32_t mean_of_sum(uint32_t share) {
    const uint32_t sum = reduce_and_spread<PoolType::SUM>(true, false, kSum, kOther);
    binop_with_scalar_tile_init();
    mul_unary_tile(sum, share);
    return sum;
}

// Padding is zero before the mean is taken off, and must be so again.
void clear_padding() {
    copy_from(kEdge, 0, kOther);
    mul_binary_tile_init();
    mul_binary_tile(kX, kOther, kX);
}

// What the program says of its lines, in an argument.
struct Kind {
    bool centred;  // the mean is taken off
    bool whole;    // the CBs hold lines
    bool padded;   // the last tile is not full
    bool matrix;   // products of two numbers of 16 bits are exact on the matrix unit
    // CBs of what there may be beside the numbers; 0: there is none.
    uint32_t residual, weight, bias;

    explicit Kind(uint32_t word)
        : centred(word & 1),
          whole(word & 2),
          padded(word & 4),
          matrix(word & 8),
          residual(word >> 8 & 255),
          weight(word >> 16 & 255),
          bias(word >> 24) {}
};

class Lines {
 public:
    Lines(const Kind& kind, uint32_t length, uint32_t share, uint32_t epsilon)
        : kind_(kind), length_(length), share_(share), epsilon_(epsilon) {}

    void run() const {
        if (kind_.centred) mean();
        deviation();
        results();
        line(kIn).end(length_);
        if (kind_.residual != 0) line(kind_.residual).end(length_);
    }

 private:
    LineBuffer line(uint32_t cb) const { return {cb, kind_.whole}; }

    void copy_row(uint32_t cb, uint32_t i) const {
        reconfig_data_format(kIn, cb, kIn, cb);
        unary_bcast_init<BroadcastType::ROW>(cb);
        unary_bcast<BroadcastType::ROW>(cb, line(cb).wait(i), kOther);
        reconfig_data_format(cb, kIn, cb, kIn);
    }

    void load(uint32_t i) const {
        copy_tile_init(kIn);
        copy_tile(kIn, line(kIn).wait(i), kX);
        if (kind_.residual != 0) {
            copy_from(kind_.residual, line(kind_.residual).wait(i), kOther);
            add_binary_tile_init();
            add_binary_tile(kX, kOther, kX);
        }
    }

    // What comes tile by tile comes for every pass; what is held as lines stays: weights for all
    // lines.
    void next() const {
        if (kind_.whole) return;
        cb_pop_front(kIn, 1);
        for (const uint32_t cb : {kind_.residual, kind_.weight, kind_.bias})
            if (cb != 0) cb_pop_front(cb, 1);
    }

    void mean() const {
        tile_regs_acquire();
        clear_sum();
        for (uint32_t i = 0; i < length_; ++i) {
            load(i);
            add_to_sum();
            next();
        }
        pack_stat(mean_of_sum(share_), kMean);
    }

    // Products add up in Dst.
    void sum_of_products() const {
        mul_init(kIn, kIn);
        for (uint32_t i = 0; i < length_; ++i) {
            const uint32_t place = line(kIn).wait(i);
            mul_tiles(kIn, kIn, place, place, kSum);
        }
    }

    void sum_of_squares() const {
        if (kind_.centred) {
            cb_wait_front(kMean, 1);
            copy_from(kMean, 0, kTaken);
        }
        clear_sum();
        for (uint32_t i = 0; i < length_; ++i) {
            load(i);
            if (kind_.centred) {
                sub_binary_tile_init();
                sub_binary_tile(kX, kTaken, kX);
                if (kind_.padded && i == length_ - 1) clear_padding();
            }
            square_tile_init();
            square_tile(kX);
            add_to_sum();
            next();
        }
    }

    void deviation() const {
        tile_regs_acquire();
        if (kind_.matrix)
            sum_of_products();
        else
            sum_of_squares();
        const uint32_t squares = mean_of_sum(share_);
        add_unary_tile(squares, epsilon_);
        rsqrt_tile_init();
        rsqrt_tile(squares);
        pack_stat(squares, kScale);
    }

    void normalize(uint32_t i) const {
        if (kind_.centred) {
            copy_from(kMean, 0, kTaken);
            sub_binary_tile_init();
            sub_binary_tile(kX, kTaken, kX);
        }
        copy_from(kScale, 0, kTaken);
        mul_binary_tile_init();
        mul_binary_tile(kX, kTaken, kX);
        if (kind_.weight != 0) {
            copy_row(kind_.weight, i);
            mul_binary_tile_init();
            mul_binary_tile(kX, kOther, kX);
        }
        if (kind_.bias != 0) {
            copy_row(kind_.bias, i);
            add_binary_tile_init();
            add_binary_tile(kX, kOther, kX);
        }
    }

    // Tiles of a line from the first of Dst on.
    static void finish(uint32_t count) {
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t k = 0; k < count; ++k) {
            cb_reserve_back(kOut, 1);
            pack_tile(k, kOut);
            cb_push_back(kOut, 1);
        }
        tile_regs_release();
    }

    // x by the scale of its row.
    void scaled() const {
        constexpr uint32_t kGroup = 4;
        reconfig_data_format_srcb(kIn, kScale);
        bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::COL>(kIn, kScale);
        for (uint32_t i = 0; i < length_; i += kGroup) {
            const uint32_t now = length_ - i < kGroup ? length_ - i : kGroup;
            tile_regs_acquire();
            for (uint32_t k = 0; k < now; ++k)
                any_tiles_bcast<EltwiseBinaryType::ELWMUL, BroadcastType::COL>(
                    kIn, kScale, line(kIn).wait(i + k), 0, k);
            finish(now);
        }
        reconfig_data_format_srcb(kScale, kIn);
    }

    // x by the weight of its column, then by the scale, which stays beside a few tiles in Dst.
    void weighted() const {
        constexpr uint32_t kGroup = 3, kFactor = 3;
        const uint32_t weight = kind_.weight;
        for (uint32_t i = 0; i < length_; i += kGroup) {
            const uint32_t now = length_ - i < kGroup ? length_ - i : kGroup;
            tile_regs_acquire();
            reconfig_data_format_srcb(kIn, weight);
            mul_bcast_rows_init(kIn, weight);
            for (uint32_t k = 0; k < now; ++k)
                mul_tiles_bcast_rows(kIn, weight, line(kIn).wait(i + k), line(weight).wait(i + k),
                                     k);
            reconfig_data_format_srcb(weight, kIn);
            copy_from(kScale, 0, kFactor);
            mul_binary_tile_init();
            for (uint32_t k = 0; k < now; ++k) mul_binary_tile(k, kFactor, k);
            finish(now);
        }
    }

    void products() const {
        cb_wait_front(kScale, 1);
        if (kind_.weight != 0)
            weighted();
        else
            scaled();
        cb_pop_front(kScale, 1);
    }

    void results() const {
        if (kind_.matrix) return products();
        cb_wait_front(kScale, 1);
        for (uint32_t i = 0; i < length_; ++i) {
            tile_regs_acquire();
            load(i);
            normalize(i);
            tile_regs_commit();
            next();
            cb_reserve_back(kOut, 1);
            tile_regs_wait();
            pack_tile(kX, kOut);
            tile_regs_release();
            cb_push_back(kOut, 1);
        }
        if (kind_.centred) cb_pop_front(kMean, 1);
        cb_pop_front(kScale, 1);
    }

    const Kind kind_;
    const uint32_t length_, share_, epsilon_;  // share: of one number in the mean
};

}  // namespace

void kernel_main() {
    const Kind kind(get_common_arg_val<uint32_t>(3));
    const Lines lines(kind, get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(1),
                      get_common_arg_val<uint32_t>(2));
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kIn, kIn, kOut);
    if (kind.padded && kind.centred) cb_wait_front(kEdge, 1);
    for (uint32_t line = 0; line < count; ++line) lines.run();
}
