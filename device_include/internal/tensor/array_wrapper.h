// Lists of numbers as types: given when compiling, or only at run time.
#pragma once

#include <array>
#include <utility>

#include "ironbird/compile_time.h"

namespace tensor_accessor {

template <typename T, T... Elements>
struct ArrayStaticWrapper {
    static constexpr bool is_static = true;
    static constexpr uint32_t size = sizeof...(Elements);
    static constexpr std::array<T, size> elements = {Elements...};
};

template <uint32_t... Elements>
using ArrayStaticWrapperU32 = ArrayStaticWrapper<uint32_t, Elements...>;
template <uint16_t... Elements>
using ArrayStaticWrapperU16 = ArrayStaticWrapper<uint16_t, Elements...>;

struct ArrayDynamicWrapper {
    static constexpr bool is_static = false;
    static constexpr uint32_t size = ~0u;
    static constexpr std::array<uint32_t, 0> elements = {};
};

namespace detail {

template <uint32_t Base, uint32_t... I>
ArrayStaticWrapper<uint32_t, get_ct_arg<Base + I>()...> words(
    std::integer_sequence<uint32_t, I...>);

// Two to a word, the lower half first.
template <uint32_t Base, uint32_t... I>
ArrayStaticWrapper<uint16_t, uint16_t(get_ct_arg<Base + I / 2>() >> (I % 2 * 16))...> halves(
    std::integer_sequence<uint32_t, I...>);

}  // namespace detail

// The Count compile-time arguments from Base on, when Static says that they are there.
template <bool Static, uint32_t Base, uint32_t Count>
struct ArrayWrapperTypeSelectorU32 {
    using type = decltype(detail::words<Base>(std::make_integer_sequence<uint32_t, Count>()));
};
template <uint32_t Base, uint32_t Count>
struct ArrayWrapperTypeSelectorU32<false, Base, Count> {
    using type = ArrayDynamicWrapper;
};

template <bool Static, uint32_t Base, uint32_t Count>
struct ArrayWrapperTypeSelectorPackedU16 {
    using type = decltype(detail::halves<Base>(std::make_integer_sequence<uint32_t, Count>()));
};
template <uint32_t Base, uint32_t Count>
struct ArrayWrapperTypeSelectorPackedU16<false, Base, Count> {
    using type = ArrayDynamicWrapper;
};

}  // namespace tensor_accessor
