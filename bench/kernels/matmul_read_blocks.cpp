// Blocks of A and of B, each read from DRAM once by every core that needs them.
#include "../../examples/matmul_multicast/kernels/blocks.hpp"

void kernel_main() {
    constexpr uint32_t kRows = get_compile_time_arg_val(0), kColumns = get_compile_time_arg_val(1);
    constexpr uint32_t kBlock = get_compile_time_arg_val(2), kBlocks = get_compile_time_arg_val(3);
    constexpr uint32_t kPitchB = get_compile_time_arg_val(4);
    constexpr auto a_args = TensorAccessorArgs<5>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), get_tile_size(1));
    const uint32_t first_a = get_arg_val<uint32_t>(2), first_b = get_arg_val<uint32_t>(3);
    const Block of_a{0, kRows, kBlock, kBlock * kBlocks}, of_b{1, kBlock, kColumns, kPitchB};
    for (uint32_t block = 0; block < kBlocks; block++) {
        cb_reserve_back(0, of_a.tiles());
        cb_reserve_back(1, of_b.tiles());
        read_block(of_a, a, first_a + block * kBlock);
        read_block(of_b, b, first_b + block * kBlock * kPitchB);
        cb_push_back(0, of_a.tiles());
        cb_push_back(1, of_b.tiles());
    }
}
