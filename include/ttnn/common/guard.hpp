// Something that is done when a scope ends.
#pragma once

#include <functional>
#include <utility>

namespace ttnn {

template <typename CloseFunction>
class Guard {
 public:
    Guard(CloseFunction&& close) : close_(std::move(close)) {}
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() {
        if (close_) close_();
    }

    void release() { close_ = {}; }

 private:
    CloseFunction close_;
};

using ScopeGuard = Guard<std::function<void()>>;

template <typename CloseFunction>
ScopeGuard make_guard(CloseFunction&& close) {
    return ScopeGuard(std::forward<CloseFunction>(close));
}

}  // namespace ttnn
