// The content of objects as bytes: equal keys mean equal objects, which a hash cannot promise.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tt_stl/hash.hpp>
#include <type_traits>

namespace ttsl::hash {
namespace detail {

inline constexpr char kSeparator = '\x1f';

template <typename T>
    requires std::is_trivially_copyable_v<T>
void add_raw(std::string& key, const T& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <typename T>
void add_key(std::string& key, const T& object);

template <typename Range>
void add_range(std::string& key, const Range& range) {
    add_raw(key, static_cast<std::uint64_t>(std::size(range)));
    for (const auto& element : range) add_key(key, element);
}

template <typename T>
void add_content(std::string& key, const T& object) {
    using namespace reflection;
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        add_raw(key, object);
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
        const std::string_view text = object;
        add_raw(key, static_cast<std::uint64_t>(text.size()));
        key += text;
    } else if constexpr (HasAttributes<T>) {
        add_key(key, object.attribute_values());
    } else if constexpr (is_one_of<T, std::optional>) {
        key += static_cast<char>(object.has_value());
        if (object) add_key(key, *object);
    } else if constexpr (is_one_of<T, std::variant>) {
        add_raw(key, static_cast<std::uint64_t>(object.index()));
        std::visit([&](const auto& value) { add_key(key, value); }, object);
    } else if constexpr (is_one_of<T, std::reference_wrapper>) {
        add_key(key, object.get());
    } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
        add_raw(key, static_cast<std::uint64_t>(object.size()));
        for (const bool bit : object) key += static_cast<char>(bit);
    } else if constexpr (is_one_of<T, std::unordered_map>) {
        add_range(key, in_order(object));
    } else if constexpr (Iterable<T> && requires { std::size(object); }) {
        add_range(key, object);
    } else if constexpr (TupleLike<T>) {
        std::apply([&](const auto&... values) { (add_key(key, values), ...); }, object);
    } else if constexpr (HasToHash<T>) {
        add_raw(key, static_cast<std::uint64_t>(object.to_hash()));
    } else if constexpr (concepts::Reflectable<T>) {
        add_key(key, aggregate::members(object));
    } else if constexpr (StdHashable<T>) {
        add_raw(key, static_cast<std::uint64_t>(std::hash<T>{}(object)));
    } else {
        static_assert(concepts::always_false_v<T>, "this type has no canonical key");
    }
}

template <typename T>
void add_key(std::string& key, const T& object) {
    key += kSeparator;
    add_content(key, object);
}

}  // namespace detail

template <typename... Ts>
std::string canonical_key(const Ts&... objects) {
    std::string key;
    (detail::add_key(key, objects), ...);
    return key;
}

}  // namespace ttsl::hash
