// The left matrix: the first core of each row reads its blocks and multicasts them along the row.
#include "blocks.hpp"

void kernel_main() {
    constexpr uint32_t kRows = get_compile_time_arg_val(0), kInner = get_compile_time_arg_val(1);
    constexpr uint32_t kBlocks = get_compile_time_arg_val(2), kPitch = get_compile_time_arg_val(3);
    constexpr auto args = TensorAccessorArgs<4>();
    const Mover mover(0);
    const uint32_t ready = get_semaphore(get_arg_val<uint32_t>(7));
    const uint32_t arrived = get_semaphore(get_arg_val<uint32_t>(8));

    const auto matrix = TensorAccessor(args, mover.address, get_tile_size(tt::CBIndex::c_0));
    move_blocks({tt::CBIndex::c_0, kRows, kInner, kPitch}, mover, matrix, kBlocks, kInner, ready,
                arrived);
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
