// Which device holds an expert: a row for each expert, with a 1 for its device.
#pragma once

#include <utility>

#include "records.h"

namespace ttnn_ccl {

constexpr uint16_t kNowhere = 0xffff, kNotLookedUp = 0xfffe;

// The devices of a line among all of the mesh.
struct Members {
    uint32_t first, stride, length;
};

// One of the readers' three tensors: its address is a common argument, the size of its pages
// another.
template <typename Args>
auto accessor_of(Args args, uint32_t tensor) {
    return TensorAccessor(args, get_common_arg_val<uint32_t>(tensor),
                          get_common_arg_val<uint32_t>(12 + tensor));
}

// Rows of an interleaved tensor, a bank's together: they lie behind one another there, and one
// after the other each would wait for its own. Asked for in order; `room` bytes of them at a time.
template <typename From>
class Rows {
 public:
    // Arguments: banks, and bytes from row to row in each of them.
    Rows(const From& from, uint32_t arg, uint32_t end, uint32_t at, uint32_t room)
        : from_(from),
          banks_(get_common_arg_val<uint32_t>(arg)),
          stride_(get_common_arg_val<uint32_t>(arg + 1)),
          reciprocal_(((1u << kShift) + banks_ - 1) / banks_),
          of_bank_(room / (banks_ * stride_)),
          end_(end),
          at_(at) {}

    volatile tt_l1_ptr uint16_t* row(uint32_t i) {
        if (i < first_ || i >= first_ + count_) read(i);
        const uint32_t in_order = i - first_, of_bank = (in_order * reciprocal_) >> kShift;
        const uint32_t bank = in_order - of_bank * banks_;
        return reinterpret_cast<volatile tt_l1_ptr uint16_t*>(
            uintptr_t{at_ + (bank * of_bank_ + of_bank) * stride_});
    }

 private:
    void read(uint32_t i) {
        constexpr uint32_t kOthers = Ahead<0, kNoRecords>::kOthers;
        first_ = i - i % banks_;
        const uint32_t most = banks_ * of_bank_;
        count_ = end_ - first_ < most ? end_ - first_ : most;
        noc_async_read_set_trid(kOthers);
        for (uint32_t bank = 0; bank < banks_ && bank < count_; bank++)
            noc_async_read(from_.get_noc_addr(first_ + bank), at_ + bank * of_bank_ * stride_,
                           (count_ - bank + banks_ - 1) / banks_ * stride_);
        noc_async_read_barrier_with_trid(kOthers);
    }

    static constexpr uint32_t kShift = 18;  // exact for up to 2^18 / banks rows

    const From& from_;
    const uint32_t banks_, stride_, reciprocal_, of_bank_, end_, at_;
    uint32_t first_ = 0, count_ = 0;
};

// What the readers of tokens have in common: arguments, and in a scratch buffer the experts'
// places, the mapping and some rows of indices.
template <uint32_t scratch, typename Mapping, typename Indices>
struct Experts {
    uint32_t count, chosen;  // of all, for each token
    Members members;
    volatile tt_l1_ptr uint16_t* places;
    Rows<Mapping> mapping;
    Rows<Indices> tokens;

    // Tokens up to `end` are asked for.
    Experts(const Mapping& map, const Indices& indices, uint32_t arg, const Members& members,
            uint32_t end)
        : count(get_common_arg_val<uint32_t>(arg)),
          chosen(get_common_arg_val<uint32_t>(arg + 1)),
          members(members),
          places(reinterpret_cast<volatile tt_l1_ptr uint16_t*>(uintptr_t{get_write_ptr(scratch)})),
          mapping(map, 17, count, get_write_ptr(scratch) + get_common_arg_val<uint32_t>(19),
                  get_common_arg_val<uint32_t>(20)),
          tokens(indices, 15, end,
                 get_write_ptr(scratch) + get_common_arg_val<uint32_t>(19) +
                     get_common_arg_val<uint32_t>(20),
                 get_common_arg_val<uint32_t>(21)) {
        auto* words =
            reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{get_write_ptr(scratch)});
        for (uint32_t i = 0; i < (count + 1) / 2; i++) words[i] = kNotLookedUp * 0x10001u;
        mapping.row(0);  // and all others with it
    }
    volatile tt_l1_ptr uint16_t* experts_of(uint32_t token) { return tokens.row(token); }

    uint16_t place_of(uint32_t expert) {
        const uint16_t known = places[expert];
        if (known != kNotLookedUp) return known;
        const uint16_t place = place_in(mapping.row(expert));
        places[expert] = place;
        return place;
    }
    // Eight experts of a token at a time, whose loads do not wait for each other.
    static constexpr uint32_t kTogether = 8;
    // The ones that are at a place or were not looked up yet, as bits.
    uint32_t perhaps_at(const volatile tt_l1_ptr uint16_t* experts, uint32_t place) const {
        return of_eight(experts, [&](uint32_t i, uint16_t at) {
            return at == place || at == kNotLookedUp ? 1u << i : 0u;
        });
    }
    // The places of all of them, as bits.
    uint32_t places_of(const volatile tt_l1_ptr uint16_t* experts) {
        const uint32_t known = of_eight(experts, [](uint32_t, uint16_t at) {
            return at == kNotLookedUp ? kUnknown : at == kNowhere ? 0u : 1u << at;
        });
        if (known != kUnknown) return known;
        uint32_t all = 0;
        for (uint32_t i = 0; i < kTogether; i++)
            if (const uint16_t at = place_of(experts[i]); at != kNowhere) all |= 1u << at;
        return all;
    }
    // Whether it is at this place, if no other one is asked for.
    bool is_at(uint32_t expert, uint32_t place) {
        const uint16_t known = places[expert];
        if (known != kNotLookedUp) return known == place;
        const bool is = mapping.row(expert)[members.first + place * members.stride] == 1;
        places[expert] = is ? uint16_t(place) : kNowhere;
        return is;
    }
    // Experts of that place before one of them.
    uint32_t before(uint32_t expert, uint32_t place) {
        uint32_t all = 0;
        for (uint32_t e = 0; e < expert; e++)
            if (is_at(e, place)) all++;
        return all;
    }

 private:
    static constexpr uint32_t kUnknown = 0xffffffff;

    template <typename Bits>
    uint32_t of_eight(const volatile tt_l1_ptr uint16_t* experts, Bits&& bits) const {
        const auto* words = reinterpret_cast<const tt_l1_ptr uint32_t*>(
            const_cast<const tt_l1_ptr uint16_t*>(experts));
        const auto* table = const_cast<const tt_l1_ptr uint16_t*>(places);
        const uint32_t w[] = {words[0], words[1], words[2], words[3]};
        return [&]<size_t... i>(std::index_sequence<i...>) {
            const uint16_t at[] = {table[i % 2 == 0 ? w[i / 2] & 0xffff : w[i / 2] >> 16]...};
            return (bits(uint32_t(i), at[i]) | ...);
        }(std::make_index_sequence<kTogether>{});
    }
    uint16_t place_in(const volatile tt_l1_ptr uint16_t* flags) const {
        for (uint32_t place = 0; place < members.length; place++)
            if (flags[members.first + place * members.stride] == 1) return uint16_t(place);
        return kNowhere;
    }
};

}  // namespace ttnn_ccl
