// Scoped locks of every kind, arguments by name, and the ring of a remote circular buffer.
#include <ironbird/prelude.h>
#define IB_CB_TILE_BYTES 2048, 2048
#include <ironbird/kernel_begin.h>

#include "api/core_local_mem.h"
#include "api/dataflow/dataflow_buffer.h"
#include "experimental/kernel_args.h"
#if !defined(COMPILE_FOR_TRISC)
#include "api/remote_circular_buffer.h"
#endif

namespace args {
inline constexpr experimental::RtaArg<uint32_t> own{0};
inline constexpr experimental::CrtaArg<uint32_t> shared{4};
inline constexpr experimental::CtaVal<uint32_t> constant{7};
}  // namespace args

static_assert(get_arg(args::constant) == 7);

void kernel_main() {
    CoreLocalMem<uint32_t> memory(get_arg(args::own) + get_arg(args::shared));
    auto elements = memory.scoped_lock(4);
    CircularBuffer cb(0);
    auto ring = cb.scoped_lock();
    DataflowBuffer dfb(DFBBindingToken{1});
    auto back = dfb.scoped_write_lock(2);
    auto front = dfb.scoped_read_lock();
    *back.get_ptr() = *front.get_ptr();
#if !defined(COMPILE_FOR_TRISC)
    experimental::RemoteCircularBuffer remote(31);
    auto received = remote.scoped_lock();
    memory[0] = get_remote_receiver_cb_interface(31).fifo_start_addr;
#endif
}
#include <ironbird/kernel_end.h>
