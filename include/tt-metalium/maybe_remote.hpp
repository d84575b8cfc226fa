// A value that this process holds, or a note that another process does; here it is always local.
#pragma once

#include <concepts>
#include <optional>
#include <sstream>
#include <string>
#include <tt_stl/assert.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace tt::tt_metal {
class IDevice;
}

namespace tt::tt_metal::distributed {

template <typename T>
concept MaybeRemoteLike = requires(T t) {
    typename T::value_type;
    { t.is_local() } -> std::convertible_to<bool>;
    { t.value() } -> std::same_as<typename T::value_type&>;
};

template <typename T>
class MaybeRemote {
 public:
    using value_type = T;

    static MaybeRemote local(T value) { return MaybeRemote(std::move(value)); }
    static MaybeRemote remote() { return MaybeRemote(); }

    bool is_local() const noexcept { return held_.has_value(); }
    bool is_remote() const noexcept { return !held_.has_value(); }

    T& value() { return held_ ? *held_ : absent(); }
    const T& value() const { return held_ ? *held_ : const_cast<MaybeRemote*>(this)->absent(); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    bool operator==(const MaybeRemote&) const = default;

    template <typename Local, typename Remote>
    decltype(auto) when(Local&& on_local, Remote&& on_remote) const {
        return held_ ? std::forward<Local>(on_local)(*held_) : std::forward<Remote>(on_remote)();
    }
    // Call if the value is here, or if it is not; what they return comes back as an optional.
    template <typename Local>
    auto if_local(Local&& on_local) const {
        return call_if(is_local(), [&] { return std::forward<Local>(on_local)(*held_); });
    }
    template <typename Remote>
    auto if_remote(Remote&& on_remote) const {
        return call_if(is_remote(), std::forward<Remote>(on_remote));
    }

    std::string to_string() const {
        std::ostringstream text;
        text << "MaybeRemote{";
        held_ ? text << *held_ : text << "remote";
        return text.str() + "}";
    }

 private:
    template <typename Call>
    static auto call_if(bool wanted, Call&& call) {
        using Result = std::invoke_result_t<Call>;
        if constexpr (std::is_void_v<Result>) {
            if (wanted) std::forward<Call>(call)();
        } else {
            return wanted ? std::optional<Result>(std::forward<Call>(call)()) : std::nullopt;
        }
    }

    MaybeRemote() = default;
    explicit MaybeRemote(T value) : held_(std::move(value)) {}
    [[noreturn]] T& absent() { TT_THROW("this process does not hold the device"); }

    std::optional<T> held_;
};

using MaybeRemoteDeviceId = MaybeRemote<int>;
using MaybeRemoteDevice = MaybeRemote<IDevice*>;

// The values that this process holds, in order.
template <typename Container>
    requires MaybeRemoteLike<typename Container::value_type>
auto extract_locals(const Container& all) {
    std::vector<typename Container::value_type::value_type> held;
    for (const auto& one : all)
        if (one.is_local()) held.push_back(one.value());
    return held;
}

template <typename Container>
auto wrap_to_maybe_remote(const Container& values) {
    using Held = MaybeRemote<typename Container::value_type>;
    std::vector<Held> all;
    for (const auto& value : values) all.push_back(Held::local(value));
    return all;
}

}  // namespace tt::tt_metal::distributed
