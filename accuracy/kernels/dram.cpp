// Moves the same bytes between L1 and one page of DRAM, or all banks in turn, again and again.
#include "api/dataflow/endpoints.h"
#include "api/tensor/noc_traits.h"
#include "api/tensor/tensor_accessor.h"
#include "meeting.hpp"
#include "stopwatch.hpp"

namespace {

constexpr bool kReads = get_compile_time_arg_val(0) != 0;
constexpr bool kOneBank = get_compile_time_arg_val(1) != 0;
constexpr uint32_t kBanks = get_compile_time_arg_val(2);
constexpr auto kAccessor = TensorAccessorArgs<3>();

template <typename Pages>
void move(const Noc& noc, const Pages& pages, uint32_t page, uint32_t local, uint32_t bytes) {
    const UnicastEndpoint here;
    if constexpr (kReads)
        noc.async_read(pages, here, bytes, {.page_id = page}, {.addr = local});
    else
        noc.async_write(here, pages, bytes, {.addr = local}, {.page_id = page});
}

}  // namespace

void kernel_main() {
    const uint32_t address = get_arg_val<uint32_t>(0), local = get_arg_val<uint32_t>(1);
    const uint32_t bytes = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    const uint32_t first = get_arg_val<uint32_t>(5);
    const auto pages = TensorAccessor(kAccessor, address, bytes);
    const Noc noc;
    meet(get_arg_val<uint32_t>(6), get_arg_val<uint32_t>(7), get_arg_val<uint32_t>(8),
         get_arg_val<uint32_t>(9));

    const Stopwatch watch(get_arg_val<uint32_t>(4));
    for (uint32_t i = 0; i < count; ++i)
        move(noc, pages, kOneBank ? first : (first + i) % kBanks, local, bytes);
    if constexpr (kReads)
        noc.async_read_barrier();
    else
        noc.async_write_barrier();
    watch.stop();
}
