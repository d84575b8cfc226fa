// Hashes of anything that std::hash knows, that describes itself, or that is made of such parts.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <tt_stl/attributes.hpp>
#include <tt_stl/small_vector.hpp>
#include <type_traits>
#include <unordered_map>

namespace ttsl::hash {

using hash_t = std::uint64_t;
inline constexpr hash_t DEFAULT_SEED = 1234;

namespace detail {

template <typename T>
concept StdHashable = requires(const T& object) {
    { std::hash<T>{}(object) } -> std::convertible_to<std::size_t>;
};

constexpr hash_t mix_into(hash_t seed, hash_t value) noexcept {
    return std::rotl(seed ^ value * 0x9E3779B97F4A7C15ULL, 29) * 0xBF58476D1CE4E5B9ULL;
}

template <typename T>
hash_t hash_object(const T& object) noexcept;

template <typename... Ts>
hash_t hash_objects(hash_t seed, const Ts&... objects) noexcept {
    ((seed = mix_into(seed, hash_object(objects))), ...);
    return seed;
}

template <typename Range>
hash_t hash_elements(const Range& range) noexcept {
    hash_t seed = 0;
    for (const auto& element : range) seed = hash_objects(seed, element);
    return seed;
}

// The entries of an unordered map in the order of their keys.
template <typename K, typename V, typename... Rest>
auto in_order(const std::unordered_map<K, V, Rest...>& map) {
    std::map<K, std::reference_wrapper<const V>> sorted;
    for (const auto& [key, value] : map) sorted.emplace(key, std::cref(value));
    return sorted;
}

template <typename T>
inline constexpr bool is_array = false;
template <typename T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;

// The choices stand in upstream's order: what a type offers first decides.
template <typename T>
hash_t hash_object(const T& object) noexcept {
    using namespace reflection;
    if constexpr (is_array<T>) {  // NOLINT(bugprone-branch-clone): the order matters
        return hash_elements(object);
    } else if constexpr (is_one_of<T, std::variant>) {
        return std::visit([&](const auto& value) { return hash_objects(object.index(), value); },
                          object);
    } else if constexpr (is_one_of<T, std::reference_wrapper>) {
        return hash_object(object.get());
    } else if constexpr (std::numeric_limits<T>::is_integer && std::is_integral_v<T>) {
        return static_cast<hash_t>(object);
    } else if constexpr (StdHashable<T>) {
        return std::hash<T>{}(object);
    } else if constexpr (HasToHash<T>) {
        return object.to_hash();
    } else if constexpr (HasAttributes<T>) {
        return hash_object(object.attribute_values());
    } else if constexpr (is_one_of<T, std::optional>) {
        return object ? hash_objects(1, *object) : 0;
    } else if constexpr (is_one_of<T, std::unordered_map>) {
        return hash_elements(in_order(object));
    } else if constexpr (Iterable<T>) {
        return hash_elements(object);
    } else if constexpr (TupleLike<T>) {
        return std::apply([](const auto&... values) { return hash_objects(0, values...); }, object);
    } else if constexpr (concepts::Reflectable<T>) {
        return hash_object(aggregate::members(object));
    } else {
        static_assert(concepts::always_false_v<T>,
                      "Type doesn't support hashing using ttsl::hash::hash_object");
    }
}

inline int next_type_number() {
    static int numbers = 0;
    return numbers++;
}

}  // namespace detail

// A number for each type, good within one process.
template <typename T>
inline const int type_hash = detail::next_type_number();

template <typename... Ts>
hash_t hash_objects(hash_t seed, const Ts&... objects) noexcept {
    return detail::hash_objects(seed, objects...);
}

template <typename... Ts>
hash_t hash_objects_with_default_seed(const Ts&... objects) noexcept {
    return detail::hash_objects(DEFAULT_SEED, objects...);
}

template <typename T>
void hash_combine(std::size_t& seed, const T& value) {
    seed = detail::mix_into(seed, std::hash<T>{}(value));
}

}  // namespace ttsl::hash

template <typename T, std::size_t N>
struct std::hash<ttsl::SmallVector<T, N>> {
    std::size_t operator()(const ttsl::SmallVector<T, N>& vector) const noexcept {
        return ttsl::hash::detail::hash_elements(vector);
    }
};
