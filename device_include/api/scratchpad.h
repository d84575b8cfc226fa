// A kernel's private area of L1 of a fixed size, seen as an array.
#pragma once

#include "api/core_local_mem.h"
#include "api/debug/assert.h"
#include "ironbird/arguments.h"

// The type of generated scratch:: names: the area's address is a common runtime argument.
class ScratchpadBindingToken {
 public:
    explicit constexpr ScratchpadBindingToken(uint32_t crta_offset, uint32_t size_in_bytes) noexcept
        : crta_offset_(crta_offset), size_in_bytes_(size_in_bytes) {}

 private:
    template <typename T>
    friend class Scratchpad;
    uint32_t crta_offset_, size_in_bytes_;
};

template <typename T>
class Scratchpad {
 public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = uint32_t;
    using pointer = CoreLocalMem<T>;
    using const_pointer = CoreLocalMem<const T>;
    using reference = T&;
    using const_reference = const T&;
    using iterator = pointer;

    explicit Scratchpad(const ScratchpadBindingToken& token)
        : base_(get_common_arg_val<uint32_t>(token.crta_offset_)), bytes_(token.size_in_bytes_) {
        ASSERT(base_ % alignof(T) == 0);
        ASSERT(bytes_ % sizeof(T) == 0);
    }

    reference operator[](uint32_t index) const {
        ASSERT(index < size());
        return begin()[index];
    }
    size_type size() const { return bytes_ / sizeof(T); }
    size_type size_in_bytes() const { return bytes_; }
    uint32_t get_base_address() const { return base_; }
    iterator begin() const { return pointer(uintptr_t(base_)); }
    iterator end() const { return pointer(uintptr_t(base_ + bytes_)); }
    pointer local_mem() const { return begin(); }

 private:
    uint32_t base_, bytes_;
};

#if !defined(COMPILE_FOR_TRISC)
template <typename T>
struct noc_traits_t<Scratchpad<T>>
    : ironbird::LocalMemoryTraits<Scratchpad<T>,
                                  [](const Scratchpad<T>& pad) { return pad.get_base_address(); },
                                  [](const Scratchpad<T>& pad) { return pad.get_base_address(); }> {
};
#endif
