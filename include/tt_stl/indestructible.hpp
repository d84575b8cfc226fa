// An object with static storage that is never destroyed, so that exit order does not matter.
#pragma once

#include <utility>

namespace ttsl {

template <typename T>
class Indestructible {
 public:
    template <typename... Args>
    explicit Indestructible(Args&&... args) : value_(std::forward<Args>(args)...) {}
    Indestructible(const Indestructible&) = delete;
    Indestructible& operator=(const Indestructible&) = delete;
    ~Indestructible() {}

    T& get() { return value_; }
    const T& get() const { return value_; }

 private:
    union {
        T value_;
    };
};

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl
