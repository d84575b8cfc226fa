// Writes the same bytes to other cores again and again, one core after the other.
#include "api/dataflow/endpoints.h"
#include "stopwatch.hpp"

namespace {

constexpr bool kStateful = get_compile_time_arg_val(0) != 0;
constexpr bool kOwnChannel = get_compile_time_arg_val(1) != 0;  // channel 0, not the default
constexpr auto kOptions = kOwnChannel ? NocOptions::CUSTOM_VC : NocOptions::DEFAULT;

void write_to(const Noc& noc, uint32_t place, uint32_t from, uint32_t to, uint32_t bytes,
              uint32_t count) {
    const UnicastEndpoint core;
    const uint32_t x = place >> 16, y = place & 0xffff;
    if constexpr (kStateful) {
        noc.set_async_write_state(core, bytes, {x, y, to});
        for (uint32_t i = 0; i < count; ++i)
            noc.async_write_with_state(core, core, bytes, {.addr = from}, {x, y, to});
    } else {
        for (uint32_t i = 0; i < count; ++i)
            noc.async_write<kOptions>(core, core, bytes, {.addr = from}, {x, y, to}, {.vc = 0});
    }
}

}  // namespace

void kernel_main() {
    const uint32_t from = get_arg_val<uint32_t>(0), to = get_arg_val<uint32_t>(1);
    const uint32_t bytes = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    const uint32_t places = get_arg_val<uint32_t>(5);
    const uint32_t only = get_arg_val<uint32_t>(6);
    const Noc noc;
    const Stopwatch watch(get_arg_val<uint32_t>(4));
    if (places == 1) {  // the measured program knew it before
        write_to(noc, only, from, to, bytes, count);
    } else {
        for (uint32_t p = 0; p < places; ++p)
            write_to(noc, get_arg_val<uint32_t>(6 + p), from, to, bytes, count);
    }
    noc.async_write_barrier();
    watch.stop();
}
