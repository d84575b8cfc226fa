// The part of a tensor that lies in this core's own L1.
#pragma once

#include "api/core_local_mem.h"
#include "api/tensor/tensor_binding_token.h"

template <typename T>
class LocalTensorAccessor {
 public:
    template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
    explicit LocalTensorAccessor(
        tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET> token)
        : LocalTensorAccessor(token.address()) {
        static_assert(!decltype(token)::args_t::is_dram,
                      "a tensor in DRAM has no part in this core's L1");
    }
    explicit LocalTensorAccessor(uint32_t bank_base_address)
        : memory_(uintptr_t(bank_base_address)) {}

    T& operator[](uint32_t index) const { return memory_[index]; }
    uint32_t get_bank_base_address() const { return memory_.get_address(); }
    CoreLocalMem<T> local_mem() const { return memory_; }

 private:
    CoreLocalMem<T> memory_;
};
