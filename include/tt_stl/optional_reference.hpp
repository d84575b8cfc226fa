// A reference that may be absent; for parameters, never for storing.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <type_traits>

namespace ttsl {

template <typename T>
class optional_reference {
    template <typename U>
    static constexpr bool binds_const =
        std::is_const_v<T> && std::same_as<std::remove_const_t<T>, U>;

 public:
    optional_reference() = default;
    optional_reference(std::nullopt_t) {}

    optional_reference(T& value) noexcept : value_(std::addressof(value)) {}
    optional_reference(std::optional<T>& value)
        : value_(value ? std::addressof(*value) : nullptr) {}

    // A const reference also binds to temporaries, which live until the call ends.
    template <typename U>
        requires binds_const<U>
    optional_reference(const U& value) noexcept : value_(std::addressof(value)) {}
    template <typename U>
        requires binds_const<U>
    optional_reference(const std::optional<U>& value)
        : value_(value ? std::addressof(*value) : nullptr) {}

    bool has_value() const { return value_ != nullptr; }
    operator bool() const { return has_value(); }
    void reset() { value_ = nullptr; }

    T* operator->() const { return value_; }
    T& operator*() const { return *value_; }
    T& value() const { return *value_; }

    friend bool operator==(const optional_reference&, const optional_reference&) = default;

 private:
    T* value_ = nullptr;
};

}  // namespace ttsl
