// The members of a plain struct under the names of the `reflect` library, which programs use too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tt_stl/aggregate.hpp>
#include <tt_stl/type_name.hpp>
#include <type_traits>
#include <utility>

namespace reflect {

// A literal that can be a template argument.
template <typename Char, std::size_t Size>
struct fixed_string {
    Char data[Size + 1]{};

    constexpr fixed_string(const Char (&text)[Size + 1]) { std::copy_n(text, Size + 1, data); }
    constexpr explicit(false) operator std::string_view() const { return {data, Size}; }
    static constexpr std::size_t size() { return Size; }
    friend constexpr bool operator==(const fixed_string&, const fixed_string&) = default;
    template <std::size_t Other>
        requires(Other != Size)
    friend constexpr bool operator==(const fixed_string&, const fixed_string<Char, Other>&) {
        return false;
    }
};
template <typename Char, std::size_t Size>
fixed_string(const Char (&)[Size]) -> fixed_string<Char, Size - 1>;

template <typename T>
concept aggregate = ttsl::aggregate::Walkable<std::remove_cvref_t<T>>;

template <aggregate T>
constexpr std::size_t size() {
    return ttsl::aggregate::count<std::remove_cvref_t<T>>();
}
template <aggregate T>
constexpr std::size_t size(const T&) {
    return size<T>();
}

template <typename T>
constexpr std::string_view type_name() {
    return ttsl::short_type_name<std::remove_cvref_t<T>>;
}
template <typename T>
constexpr std::string_view type_name(const T&) {
    return type_name<T>();
}

template <std::size_t I, aggregate T>
constexpr std::string_view member_name() {
    return ttsl::aggregate::member_name<std::remove_cvref_t<T>, I>();
}
template <std::size_t I, aggregate T>
constexpr std::string_view member_name(const T&) {
    return member_name<I, T>();
}

template <std::size_t I, aggregate T>
constexpr decltype(auto) get(T&& object) {
    return std::get<I>(ttsl::aggregate::members(object));
}

namespace detail {
template <fixed_string Name, aggregate T>
consteval std::size_t place_of() {
    using Plain = std::remove_cvref_t<T>;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        std::size_t place = sizeof...(I);
        ((member_name<I, Plain>() == std::string_view(Name) ? void(place = I) : void()), ...);
        return place;
    }(std::make_index_sequence<size<Plain>()>{});
}
}  // namespace detail

template <fixed_string Name, aggregate T>
    requires(detail::place_of<Name, T>() < size<T>())
constexpr decltype(auto) get(T&& object) {
    return get<detail::place_of<Name, T>()>(std::forward<T>(object));
}

// f takes the place of each member as a constant.
template <aggregate T, typename F>
constexpr void for_each(F&& f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (f(std::integral_constant<std::size_t, I>{}), ...);
    }(std::make_index_sequence<size<T>()>{});
}
template <typename F, aggregate T>
constexpr void for_each(F&& f, const T&) {
    for_each<T>(std::forward<F>(f));
}

template <template <typename...> class Tuple, aggregate T>
constexpr auto to(T&& object) {
    return std::apply(
        [](auto&... parts) { return Tuple<std::remove_cvref_t<decltype(parts)>...>(parts...); },
        ttsl::aggregate::members(object));
}

}  // namespace reflect
