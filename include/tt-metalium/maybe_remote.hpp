// A value that this process holds, or a note that another process does; here it is always local.
#pragma once

#include <optional>
#include <tt_stl/assert.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal::distributed {

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

 private:
    MaybeRemote() = default;
    explicit MaybeRemote(T value) : held_(std::move(value)) {}
    [[noreturn]] T& absent() { TT_THROW("this process does not hold the device"); }

    std::optional<T> held_;
};

// The values that this process holds, in order.
template <typename Container>
auto extract_locals(const Container& all) {
    std::vector<typename Container::value_type::value_type> held;
    for (const auto& one : all)
        if (one.is_local()) held.push_back(one.value());
    return held;
}

}  // namespace tt::tt_metal::distributed
