// Reads the same bytes of other cores again and again, one core after the other.
#include "api/dataflow/endpoints.h"
#include "stopwatch.hpp"

namespace {

constexpr bool kStateful = get_compile_time_arg_val(0) != 0;

struct Place {
    uint32_t x, y;
    explicit Place(uint32_t packed) : x(packed >> 16), y(packed & 0xffff) {}
};

void read_from(const Noc& noc, Place at, uint32_t from, uint32_t to, uint32_t bytes,
               uint32_t count) {
    const UnicastEndpoint core;
    if constexpr (kStateful) {
        noc.set_async_read_state(core, bytes, {at.x, at.y, from});
        for (uint32_t i = 0; i < count; ++i)
            noc.async_read_with_state(core, core, bytes, {at.x, at.y, from}, {.addr = to});
    } else {
        for (uint32_t i = 0; i < count; ++i)
            noc.async_read<NocOptions::CUSTOM_VC>(core, core, bytes, {at.x, at.y, from},
                                                  {.addr = to}, {.vc = 0});
    }
}

}  // namespace

void kernel_main() {
    const uint32_t from = get_arg_val<uint32_t>(0), to = get_arg_val<uint32_t>(1);
    const uint32_t bytes = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    const uint32_t places = get_arg_val<uint32_t>(5);
    const Place only(get_arg_val<uint32_t>(6));
    const Noc noc;
    const Stopwatch watch(get_arg_val<uint32_t>(4));
    if (places == 1) {  // the measured program knew it before
        read_from(noc, only, from, to, bytes, count);
    } else {
        for (uint32_t p = 0; p < places; ++p)
            read_from(noc, Place(get_arg_val<uint32_t>(6 + p)), from, to, bytes, count);
    }
    noc.async_read_barrier();
    watch.stop();
}
