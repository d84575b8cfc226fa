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

// Rows of the mapping or of indices, as many together as there is room for: one after the other
// each would wait for its own.
template <typename From>
class Rows {
 public:
    static constexpr uint32_t kBytes = 16384;

    Rows(const From& from, uint32_t bytes, uint32_t end, uint32_t at)
        : from_(from), bytes_(bytes), stride_((bytes + 63) / 64 * 64), end_(end), at_(at) {}

    // Rows are asked for in order, up to the end.
    volatile tt_l1_ptr uint16_t* row(uint32_t i) {
        if (i >= first_ + count_ || i < first_) read(i);
        return reinterpret_cast<volatile tt_l1_ptr uint16_t*>(
            uintptr_t{at_ + (i - first_) * stride_});
    }

 private:
    void read(uint32_t first) {
        constexpr uint32_t kOthers = Ahead<0, kNoRecords>::kOthers;
        const uint32_t room = kBytes < stride_ ? 1 : kBytes / stride_;
        first_ = first;
        count_ = end_ - first < room ? end_ - first : room;
        noc_async_read_set_trid(kOthers);
        for (uint32_t i = 0; i < count_; i++)
            noc_async_read(from_.get_noc_addr(first_ + i), at_ + i * stride_, bytes_);
        noc_async_read_barrier_with_trid(kOthers);
    }

    const From& from_;
    const uint32_t bytes_, stride_, end_, at_;
    uint32_t first_ = 0, count_ = 0;
};

// What the readers of tokens have in common: arguments, and the experts' places in a scratch
// buffer.
template <uint32_t scratch, typename Mapping, typename Indices>
struct Experts {
    uint32_t count, chosen;  // of all, for each token
    Members members;
    volatile tt_l1_ptr uint16_t* places;
    Rows<Indices> tokens;

    // Tokens up to `end` are asked for.
    Experts(const Mapping& mapping, const Indices& indices, uint32_t arg, const Members& members,
            uint32_t end)
        : count(get_common_arg_val<uint32_t>(arg)),
          chosen(get_common_arg_val<uint32_t>(arg + 1)),
          members(members),
          tokens(indices, chosen * sizeof(uint16_t), end, table_end()) {
        cb_reserve_back(scratch, 1);
        places = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(uintptr_t{get_write_ptr(scratch)});
        Rows<Mapping> rows(mapping, get_common_arg_val<uint32_t>(arg + 2) * sizeof(uint16_t), count,
                           table_end());
        for (uint32_t e = 0; e < count; e++) places[e] = place_in(rows.row(e));
    }
    // The rows of the mapping are gone by then.
    volatile tt_l1_ptr uint16_t* experts_of(uint32_t token) { return tokens.row(token); }

    // Experts of a place before one of them.
    uint32_t before(uint32_t expert, uint32_t place) const {
        uint32_t all = 0;
        for (uint32_t e = 0; e < expert; e++)
            if (places[e] == place) all++;
        return all;
    }

 private:
    uint32_t table_end() const { return get_write_ptr(scratch) + (count * 2 + 63) / 64 * 64; }
    uint16_t place_in(const volatile tt_l1_ptr uint16_t* flags) const {
        for (uint32_t place = 0; place < members.length; place++)
            if (flags[members.first + place * members.stride] == 1) return uint16_t(place);
        return kNowhere;
    }
};

}  // namespace ttnn_ccl
