// Pages for devices of a line, with a record for each that says where it goes.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

namespace ttnn_ccl {

// Where the parts of a tensor lie in the whole: unit u of part i is unit u / inner * step +
// i * shift + u % inner of the whole.
struct Parts {
    uint32_t inner, step, shift;
    uint32_t whole(uint32_t part, uint32_t unit) const {
        return unit / inner * step + part * shift + unit % inner;
    }
};

template <uint32_t cb>
void record(uint32_t places, uint32_t page, uint32_t offset) {
    cb_reserve_back(cb, 1);
    auto* to = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb));
    to[0] = places;
    to[1] = page;
    to[2] = offset;
    cb_push_back(cb, 1);
}
template <uint32_t cb>
void end_of_records() {
    record<cb>(0, 0, 0);
}

template <uint32_t cb, typename From>
void read_page(const From& from, uint32_t page, uint32_t offset, uint32_t bytes) {
    cb_reserve_back(cb, 1);
    noc_async_read(from.get_noc_addr(page, offset), get_write_ptr(cb), bytes);
    noc_async_read_barrier();
    cb_push_back(cb, 1);
}

}  // namespace ttnn_ccl
