// What both movers know: the rows of each item, and the order of columns. Common arguments: 17 the
// tokens that an expert has room for; each mover says where the order of columns begins.
#pragma once

#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"
#include "bmm.h"

constexpr uint32_t kMostWidth = 32;  // of a strip, bmm_plan.cpp

inline uint32_t room_for_tokens() {
    return get_common_arg_val<uint32_t>(17);
}

// What this core's group has of each item, as bmm.h has it.
class Plan {
 public:
    Plan(uint32_t address, uint32_t items) : address_(address), items_(items) {}

    uint32_t operator[](uint32_t item) const { return at<uint32_t>(address_ + 4 * item); }
    uint32_t first_row(uint32_t item) const { return (*this)[items_ + item]; }
    uint32_t zeros_from(uint32_t item) const { return (*this)[2 * items_ + item]; }
    void set(uint32_t item, uint32_t count, uint32_t first_row, uint32_t zeros_from) const {
        at<uint32_t>(address_ + 4 * item) = count;
        at<uint32_t>(address_ + 4 * (items_ + item)) = first_row;
        at<uint32_t>(address_ + 4 * (2 * items_ + item)) = zeros_from;
    }

 private:
    const uint32_t address_, items_;
};

// The column at a place of the group: units of columns have places by expert, in as many orders as
// there are classes of experts; without any they stand as they are. At a bank it is the place among
// the columns that the bank has.
class Order {
 public:
    Order(const Work& work, uint32_t first) : work_(work), first_(first) {}

    uint32_t operator()(uint32_t expert, uint32_t place) const {
        if (work_.banks != 0) return work_.bank_column(expert, place);
        if (classes_ == 0) return place;
        const uint32_t i = expert % classes_ * units_ + place / unit_;
        const uint32_t unit =
            get_common_arg_val<uint32_t>(first_ + 2 + i / 2) >> (i % 2 * 16) & 0xffff;
        return unit * unit_ + place % unit_;
    }

 private:
    const Work& work_;
    const uint32_t first_, unit_ = work_.unit;
    const uint32_t units_ = get_common_arg_val<uint32_t>(first_);
    const uint32_t classes_ = get_common_arg_val<uint32_t>(first_ + 1);
};
