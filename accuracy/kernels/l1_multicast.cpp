// Writes the same bytes to a rectangle of cores again and again; linked, all but the last keep the
// path.
#include "api/dataflow/endpoints.h"
#include "stopwatch.hpp"

namespace {

constexpr bool kLinked = get_compile_time_arg_val(0) != 0;
constexpr bool kInside = get_compile_time_arg_val(1) != 0;  // the sender is one of the receivers
constexpr auto kOptions = kInside ? NocOptions::MCAST_INCL_SRC : NocOptions::DEFAULT;

}  // namespace

void kernel_main() {
    const uint32_t from = get_arg_val<uint32_t>(0), to = get_arg_val<uint32_t>(1);
    const uint32_t bytes = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    const uint32_t receivers = get_arg_val<uint32_t>(5);
    const uint32_t first = get_arg_val<uint32_t>(6), last = get_arg_val<uint32_t>(7);
    const noc_traits_t<MulticastEndpoint>::dst_args_mcast_type cores = {
        first >> 16, first & 0xffff, last >> 16, last & 0xffff, to};
    const Noc noc;
    const UnicastEndpoint here;
    const MulticastEndpoint rectangle;
    const auto send = [&](bool linked) {
        noc.async_write_multicast<kOptions>(here, rectangle, bytes, receivers, {.addr = from},
                                            cores, linked);
    };
    const Stopwatch watch(get_arg_val<uint32_t>(4));
    for (uint32_t i = 1; i < count; ++i) send(kLinked);
    send(false);
    noc.async_write_barrier();
    watch.stop();
}
