// The type of generated tensor names: where the accessor's arguments lie.
#pragma once

#include "api/tensor/tensor_accessor_args.h"

namespace tensor_accessor {

template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
struct TensorBindingToken {
    static_assert(ADDR_CRTA_OFFSET % 4 == 0, "the offset of the address is in bytes, of a word");
    using args_t = TensorAccessorArgs<CTA_OFFSET>;
    static constexpr args_t args{};
    static constexpr uint32_t addr_crta_offset = ADDR_CRTA_OFFSET;
    // The accessor's own common arguments follow the address.
    using full_args_t = TensorAccessorArgs<CTA_OFFSET, ADDR_CRTA_OFFSET / 4 + 1>;
    static uint32_t address() { return get_common_arg_val<uint32_t>(ADDR_CRTA_OFFSET / 4); }
};

}  // namespace tensor_accessor
