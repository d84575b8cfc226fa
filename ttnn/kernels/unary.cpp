// One operation of the vector unit on each tile. The program brings several with their header, how
// each is set up and called, with `dst` and the parameters `p` in scope; an argument says which
// runs.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"
#ifdef TRISC_MATH  // the other processors are compiled once for all operations
#include TTNN_HEADER
#endif

void kernel_main() {
    constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16, dst = 0;
    const uint32_t count = get_arg_val<uint32_t>(0);
    [[maybe_unused]] const uint32_t p[] = {get_common_arg_val<uint32_t>(0),
                                           get_common_arg_val<uint32_t>(1)};
    unary_op_init_common(in, out);
    copy_tile_init(in);
    // Compiled for each operation: what a tile costs does not depend on how many there are.
    const auto each_tile = [&]([[maybe_unused]] auto init, [[maybe_unused]] auto tile) {
        MATH(init());
        for (uint32_t i = 0; i < count; ++i) {
            cb_wait_front(in, 1);
            cb_reserve_back(out, 1);
            tile_regs_acquire();
            copy_tile(in, 0, dst);
            MATH(tile());
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(dst, out);
            tile_regs_release();
            cb_pop_front(in, 1);
            cb_push_back(out, 1);
        }
    };
#ifdef TRISC_MATH
    switch (get_common_arg_val<uint32_t>(2)) { TTNN_CASES }
#else
    each_tile([] {}, [] {});
#endif
}
