// A move-only value of any type up to a size, kept without allocation.
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace ttsl {

template <auto MAX_STORAGE_SIZE, auto ALIGNMENT>
class unique_any final {
 public:
    template <typename Type, typename Value = std::decay_t<Type>>
        requires(!std::is_same_v<Value, unique_any>)
    unique_any(Type&& object) : actions_(&actions_for<Value>) {
        static_assert(sizeof(Value) <= MAX_STORAGE_SIZE && ALIGNMENT % alignof(Value) == 0);
        new (storage_.data()) Value(std::forward<Type>(object));
    }
    unique_any(unique_any&& other) noexcept : actions_(other.actions_) {
        if (actions_ != nullptr) actions_->move(storage_.data(), other.storage_.data());
    }
    unique_any& operator=(unique_any&& other) noexcept {
        if (this == &other) return *this;
        destruct();
        actions_ = other.actions_;
        if (actions_ != nullptr) actions_->move(storage_.data(), other.storage_.data());
        return *this;
    }
    ~unique_any() { destruct(); }

    void destruct() noexcept {
        if (actions_ != nullptr) actions_->destroy(storage_.data());
        actions_ = nullptr;
    }

    template <typename T>
    T& get() {
        return *std::launder(reinterpret_cast<T*>(storage_.data()));
    }
    template <typename T>
    const T& get() const {
        return *std::launder(reinterpret_cast<const T*>(storage_.data()));
    }

 private:
    struct Actions {
        void (*destroy)(std::byte*);
        void (*move)(std::byte* to, std::byte* from);
    };
    template <typename T>
    static constexpr Actions actions_for = {
        [](std::byte* at) { std::launder(reinterpret_cast<T*>(at))->~T(); },
        [](std::byte* to, std::byte* from) {
            new (to) T(std::move(*std::launder(reinterpret_cast<T*>(from))));
        },
    };

    alignas(ALIGNMENT) std::array<std::byte, MAX_STORAGE_SIZE> storage_;
    const Actions* actions_ = nullptr;
};

}  // namespace ttsl
