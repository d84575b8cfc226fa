// For each piece of a token's row the sum of its rows' pieces times their weights. The order of the
// numbers within a piece does not matter: pieces count as tiles.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"

namespace {

constexpr uint32_t kPieces = tt::CBIndex::c_0, kTable = tt::CBIndex::c_1;
constexpr uint32_t kOut = tt::CBIndex::c_16, kBatch = 16;

uint32_t taken = 0;

void take(uint32_t dst, uint32_t weight) {
    cb_wait_front(kPieces, 1);
    copy_tile_init(kPieces);
    copy_tile(kPieces, 0, dst);
    cb_pop_front(kPieces, 1);
    ++taken;
    binop_with_scalar_tile_init();
    mul_unary_tile(dst, weight);
}

void sum(uint32_t line, uint32_t rows) {
    if (rows == 0) {
        fill_tile_init();
        fill_tile(0, 0.0f);
    }
    for (uint32_t row = 0; row < rows; ++row) {
        take(row == 0 ? 0 : 1, read_tile_value(kTable, 0, line + 1 + row));
        if (row == 0) continue;
        add_binary_tile_init();
        add_binary_tile(0, 1, 0);
    }
}

// Batches of pieces are whole: the rest of the last one holds nothing.
void skip() {
    const uint32_t rest = (kBatch - taken % kBatch) % kBatch;
    if (rest != 0) {
        cb_wait_front(kPieces, rest);
        cb_pop_front(kPieces, rest);
    }
    taken = 0;
}

}  // namespace

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    const uint32_t pieces = get_common_arg_val<uint32_t>(0);
    const uint32_t group = get_common_arg_val<uint32_t>(1);
    const uint32_t experts = get_common_arg_val<uint32_t>(2);
    unary_op_init_common(kPieces, kOut);
    for (uint32_t done = 0; done < count; done += group) {
        const uint32_t now = count - done < group ? count - done : group;
        cb_wait_front(kTable, 1);
        for (uint32_t i = 0; i < now; ++i) {
            const uint32_t line = i * (experts + 1), rows = read_tile_value(kTable, 0, line);
            for (uint32_t p = 0; p < pieces; ++p) {
                cb_reserve_back(kOut, 1);
                tile_regs_acquire();
                sum(line, rows);
                tile_regs_commit();
                tile_regs_wait();
                pack_tile(0, kOut);
                tile_regs_release();
                cb_push_back(kOut, 1);
            }
        }
        skip();
        cb_pop_front(kTable, 1);
    }
}
