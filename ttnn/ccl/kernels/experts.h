// Which device holds an expert: a row for each expert, with a 1 for its device.
#pragma once

#include "records.h"

namespace ttnn_ccl {

constexpr uint16_t kNowhere = 0xffff;

// The devices of a line among all of the mesh.
struct Members {
    uint32_t first, stride, length;
    uint16_t place_of(uint32_t device) const {
        if (device < first || (device - first) % stride != 0) return kNowhere;
        const uint32_t place = (device - first) / stride;
        return place < length ? uint16_t(place) : kNowhere;
    }
};

// Fills `places` with the place on the line of every expert; `row` has room for one row.
template <typename From>
void find_experts(const From& mapping, uint32_t experts, uint32_t devices, uint32_t row,
                  const Members& members, volatile tt_l1_ptr uint16_t* places) {
    const auto* flags = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(uintptr_t{row});
    for (uint32_t e = 0; e < experts; e++) {
        noc_async_read(mapping.get_noc_addr(e), row, devices * sizeof(uint16_t));
        noc_async_read_barrier();
        places[e] = kNowhere;
        for (uint32_t d = 0; d < devices; d++)
            if (flags[d] == 1 && members.place_of(d) != kNowhere) places[e] = members.place_of(d);
    }
}

// What the readers of tokens have in common: arguments, and the experts' places in a scratch
// buffer.
template <uint32_t scratch, typename Mapping>
struct Experts {
    uint32_t count, chosen;  // of all, for each token
    volatile tt_l1_ptr uint16_t *places, *row;

    Experts(const Mapping& mapping, uint32_t arg, const Members& members)
        : count(get_common_arg_val<uint32_t>(arg)), chosen(get_common_arg_val<uint32_t>(arg + 1)) {
        cb_reserve_back(scratch, 1);
        const uint32_t at = get_write_ptr(scratch), table = (count * 2 + 63) / 64 * 64;
        places = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(uintptr_t{at});
        row = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(uintptr_t{at + table});
        find_experts(mapping, count, get_common_arg_val<uint32_t>(arg + 2), at + table, members,
                     places);
    }
    template <typename From>
    void read_chosen(const From& indices, uint32_t token) {
        noc_async_read(indices.get_noc_addr(token), (uint32_t)(uintptr_t)row,
                       chosen * sizeof(uint16_t));
        noc_async_read_barrier();
    }
};

}  // namespace ttnn_ccl
