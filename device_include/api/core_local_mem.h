// A typed address in this core's L1 that behaves like a pointer.
#pragma once

#include <compare>
#include <cstddef>
#include <type_traits>

#include "api/dataflow/noc.h"
#include "api/lock.h"

template <typename T, typename AddressType = uintptr_t>
class CoreLocalMem {
    static_assert(std::is_unsigned_v<AddressType>, "an address is an unsigned integer");

 public:
    using difference_type = std::ptrdiff_t;

    CoreLocalMem(AddressType address) : address_(address) {}
    CoreLocalMem(T* ptr) : address_(static_cast<AddressType>(reinterpret_cast<uintptr_t>(ptr))) {}

    T* get_unsafe_ptr() const { return reinterpret_cast<T*>(uintptr_t(address_)); }
    AddressType get_address() const { return address_; }

    T& operator[](uint32_t index) const { return get_unsafe_ptr()[index]; }
    T& operator*() const { return *get_unsafe_ptr(); }
    T* operator->() const { return get_unsafe_ptr(); }
    explicit operator bool() const { return address_ != 0; }

    CoreLocalMem& operator+=(difference_type count) {
        address_ += count * sizeof(T);
        return *this;
    }
    CoreLocalMem& operator-=(difference_type count) { return *this += -count; }
    CoreLocalMem operator+(difference_type count) const { return CoreLocalMem(*this) += count; }
    CoreLocalMem operator-(difference_type count) const { return CoreLocalMem(*this) -= count; }
    CoreLocalMem& operator++() { return *this += 1; }
    CoreLocalMem& operator--() { return *this -= 1; }
    CoreLocalMem operator++(int) {
        const CoreLocalMem before = *this;
        ++*this;
        return before;
    }
    CoreLocalMem operator--(int) {
        const CoreLocalMem before = *this;
        --*this;
        return before;
    }
    difference_type operator-(const CoreLocalMem& other) const {
        return (difference_type(address_) - difference_type(other.address_)) /
               difference_type(sizeof(T));
    }

    auto operator<=>(const CoreLocalMem&) const = default;

    [[nodiscard]] auto scoped_lock(size_t num_elements) {
        return ironbird::claim<IB_CLAIM_MEMORY>(uint32_t(address_),
                                                uint32_t(num_elements * sizeof(T)));
    }

 private:
    AddressType address_;
};

#if !defined(COMPILE_FOR_TRISC)
template <typename T, typename AddressType>
struct noc_traits_t<CoreLocalMem<T, AddressType>>
    : ironbird::LocalMemoryTraits<
          CoreLocalMem<T, AddressType>,
          [](const CoreLocalMem<T, AddressType>& at) { return uint32_t(at.get_address()); },
          [](const CoreLocalMem<T, AddressType>& at) { return uint32_t(at.get_address()); }> {
    struct dst_args_mcast_type;  // not a target of multicasts
};
#endif
