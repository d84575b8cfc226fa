// Which device holds an expert: a row for each expert, with a 1 for its device.
#pragma once

#include "records.h"

namespace ttnn_ccl {

constexpr uint16_t kNowhere = 0xffff;

// The devices of a line among all of the mesh.
struct Members {
    uint32_t first, stride, length;
};

// One of the readers' three tensors: its address is a common argument, the size of its pages
// another.
template <typename Args>
auto accessor_of(Args args, uint32_t tensor) {
    return TensorAccessor(args, get_common_arg_val<uint32_t>(tensor),
                          get_common_arg_val<uint32_t>(13 + tensor));
}

// Rows of the mapping that are read together: one after the other each would wait for its own.
constexpr uint32_t kRows = 16;

// Fills `places` with the place on the line of every expert; `rows` has room for kRows rows.
template <typename From>
void find_experts(const From& mapping, uint32_t experts, uint32_t devices, uint32_t rows,
                  const Members& members, volatile tt_l1_ptr uint16_t* places) {
    const uint32_t bytes = devices * sizeof(uint16_t), stride = (bytes + 63) / 64 * 64;
    for (uint32_t begin = 0; begin < experts; begin += kRows) {
        const uint32_t count = experts - begin < kRows ? experts - begin : kRows;
        for (uint32_t i = 0; i < count; i++)
            noc_async_read(mapping.get_noc_addr(begin + i), rows + i * stride, bytes);
        noc_async_read_barrier();
        for (uint32_t i = 0; i < count; i++) {
            const auto* flags = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(
                uintptr_t{rows + i * stride + members.first * uint32_t(sizeof(uint16_t))});
            uint16_t at = kNowhere;
            for (uint32_t place = 0; place < members.length; place++)
                if (flags[place * members.stride] == 1) at = uint16_t(place);
            places[begin + i] = at;
        }
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
    // Whether a token has named its expert k before.
    bool chosen_before(uint32_t k) const {
        for (uint32_t i = 0; i < k; i++)
            if (row[i] == row[k]) return true;
        return false;
    }
    // Experts of a place before one of them.
    uint32_t before(uint32_t expert, uint32_t place) const {
        uint32_t all = 0;
        for (uint32_t e = 0; e < expert; e++)
            if (places[e] == place) all++;
        return all;
    }
    template <typename From>
    void read_chosen(const From& indices, uint32_t token) {
        noc_async_read(indices.get_noc_addr(token), (uint32_t)(uintptr_t)row,
                       chosen * sizeof(uint16_t));
        noc_async_read_barrier();
    }
};

}  // namespace ttnn_ccl
