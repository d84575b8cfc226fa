// Compile-time arguments, positional and named, and the tables of CB formats.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARGS 7, 8, 0xFFFFFFFF
#define KERNEL_COMPILE_TIME_ARG_MAP {"width", 3}, {"height", 4},
#define IB_CB_FORMATS 5, 255, 6
#define IB_CB_TILE_BYTES 2048, 0, 1088
#define IB_CB_TILE_ROWS 32, 32, 16
#include <ironbird/kernel_begin.h>

static_assert(get_compile_time_arg_val(0) == 7 && get_compile_time_arg_val(2) == 0xFFFFFFFF);
static_assert(kernel_compile_time_args.size() == 3 && kernel_compile_time_args[1] == 8);
static_assert(get_named_compile_time_arg_val("height") == 4);

static_assert(get_tile_size(0) == 2048 && get_tile_size(2) == 1088 && get_tile_size(9) == 0);
static_assert(get_dataformat(2) == DataFormat::Bfp8_b && get_dataformat(1) == DataFormat::Invalid);
static_assert(get_tile_hw(0) == 1024 && get_tile_hw(2) == 512);
static_assert(DataflowBuffer(2).get_tile_size() == 1088);

void kernel_main() {}
#include <ironbird/kernel_end.h>
