// A value that only converts explicitly, told apart from its like by a tag.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>
#include <ostream>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ttsl {

template <typename T, typename Tag = decltype([]() {})>
class StrongType {
 public:
    using value_type = T;
    using tag_type = Tag;

    constexpr StrongType() noexcept
        requires std::default_initializable<T>
        : value_{} {}
    constexpr explicit StrongType(T v) noexcept : value_(std::move(v)) {}

    constexpr const T& operator*() const { return value_; }
    constexpr const T& get() const { return value_; }

    constexpr bool operator==(const StrongType& other) const noexcept
        requires std::equality_comparable<T>
    {
        return value_ == other.value_;
    }
    constexpr auto operator<=>(const StrongType& other) const noexcept
        requires std::three_way_comparable<T>
    {
        return value_ <=> other.value_;
    }

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    constexpr auto attribute_values() const { return std::forward_as_tuple(value_); }

 private:
    T value_;
};

template <typename T>
inline constexpr bool is_strong_type_v = false;
template <typename T, typename Tag>
inline constexpr bool is_strong_type_v<StrongType<T, Tag>> = true;
template <typename T>
using is_strong_type = std::bool_constant<is_strong_type_v<T>>;

// In ttsl so that argument-dependent lookup finds it from any namespace.
template <typename T, typename Tag>
std::ostream& operator<<(std::ostream& os, const StrongType<T, Tag>& strong) {
    return os << *strong;
}

}  // namespace ttsl

template <typename T, typename Tag>
struct std::hash<ttsl::StrongType<T, Tag>> {
    std::size_t operator()(const ttsl::StrongType<T, Tag>& strong) const noexcept {
        return std::hash<T>{}(*strong);
    }
};

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl
