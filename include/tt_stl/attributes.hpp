// What a type says about itself: attribute_names with attribute_values, to_string, to_hash, or
// plain members.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <tt_stl/aggregate.hpp>
#include <tt_stl/concepts.hpp>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace ttsl::reflection {

template <typename T>
concept HasAttributes = requires(const T& object) {
    T::attribute_names;
    object.attribute_values();
};

template <typename T>
concept HasToString = requires(const T& object) {
    { object.to_string() } -> std::convertible_to<std::string>;
};

template <typename T>
concept HasToHash = requires(const T& object) {
    { object.to_hash() } -> std::convertible_to<std::size_t>;
};

template <typename T, template <typename...> class Template>
inline constexpr bool is_one_of = false;
template <typename... Args, template <typename...> class Template>
inline constexpr bool is_one_of<Template<Args...>, Template> = true;

template <typename T>
concept TupleLike = requires { typename std::tuple_size<T>::type; };

template <typename T>
concept Iterable = requires(const T& object) {
    object.begin();
    object.end();
};

// Calls f(name, value) for each attribute of an object that has any.
template <typename T, typename F>
void for_each_attribute(const T& object, F f) {
    if constexpr (HasAttributes<T>) {
        const auto values = object.attribute_values();
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (f(std::string_view(std::get<I>(T::attribute_names)), std::get<I>(values)), ...);
        }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(values)>>>{});
    } else {
        const auto values = aggregate::members(object);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (f(aggregate::member_name<T, I>(), std::get<I>(values)), ...);
        }(std::make_index_sequence<aggregate::count<T>()>{});
    }
}

namespace detail {

template <typename T>
inline constexpr bool supports_to_hash_v = HasToHash<T>;
template <typename T>
inline constexpr bool supports_to_string_v = HasToString<T>;
template <typename T>
inline constexpr bool supports_compile_time_attributes_v = HasAttributes<T>;
template <typename T>
inline constexpr bool supports_conversion_to_string_v = HasToString<T> || HasAttributes<T>;

}  // namespace detail
}  // namespace ttsl::reflection
