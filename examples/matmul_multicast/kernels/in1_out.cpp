// The right matrix, multicast down the columns; then the result, sub-block by sub-block, to DRAM.
#include "blocks.hpp"

namespace {

template <typename Matrix>
void write_out(const Matrix& out, uint32_t first, uint32_t pitch, const Block& core,
               const Block& sub) {
    const uint32_t bytes = get_tile_size(core.cb);
    for (uint32_t r = 0; r < core.rows; r += sub.rows)
        for (uint32_t c = 0; c < core.columns; c += sub.columns) {
            cb_wait_front(core.cb, sub.tiles());
            uint32_t from = get_read_ptr(core.cb);
            for (uint32_t i = 0; i < sub.rows; ++i)
                for (uint32_t j = 0; j < sub.columns; ++j, from += bytes)
                    noc_async_write_page(first + (r + i) * pitch + c + j, out, from);
            noc_async_writes_flushed();
            cb_pop_front(core.cb, sub.tiles());
        }
}

}  // namespace

void kernel_main() {
    constexpr uint32_t kColumns = get_compile_time_arg_val(0), kInner = get_compile_time_arg_val(1);
    constexpr uint32_t kBlocks = get_compile_time_arg_val(2), kPitch = get_compile_time_arg_val(3);
    constexpr uint32_t kRows = get_compile_time_arg_val(4);
    constexpr uint32_t kSubRows = get_compile_time_arg_val(5);
    constexpr uint32_t kSubColumns = get_compile_time_arg_val(6);
    constexpr auto in_args = TensorAccessorArgs<7>();
    constexpr auto out_args = TensorAccessorArgs<in_args.next_compile_time_args_offset()>();
    const Mover mover(0);
    const uint32_t ready = get_semaphore(get_arg_val<uint32_t>(7));
    const uint32_t arrived = get_semaphore(get_arg_val<uint32_t>(8));

    const auto matrix = TensorAccessor(in_args, mover.address, get_tile_size(tt::CBIndex::c_1));
    move_blocks({tt::CBIndex::c_1, kInner, kColumns, kPitch}, mover, matrix, kBlocks,
                kInner * kPitch, ready, arrived);

    const auto out =
        TensorAccessor(out_args, get_arg_val<uint32_t>(9), get_tile_size(tt::CBIndex::c_16));
    write_out(out, get_arg_val<uint32_t>(10), kPitch, {tt::CBIndex::c_16, kRows, kColumns, 0},
              {tt::CBIndex::c_16, kSubRows, kSubColumns, 0});
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
