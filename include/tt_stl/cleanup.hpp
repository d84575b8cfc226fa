// Runs a callable at the end of the scope unless it is cancelled.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

namespace ttsl {

template <typename Callable>
class Cleanup final {
 public:
    constexpr explicit Cleanup(Callable callable) : callable_(std::move(callable)) {}
    Cleanup(Cleanup&& other) noexcept : callable_(std::exchange(other.callable_, std::nullopt)) {}
    Cleanup& operator=(Cleanup&&) = delete;
    ~Cleanup() {
        if (callable_) (*callable_)();
    }

    void cancel() && { callable_.reset(); }

 private:
    std::optional<Callable> callable_;
};

template <typename Callable>
[[nodiscard]] auto make_cleanup(Callable&& callable) {
    return Cleanup<std::decay_t<Callable>>(std::forward<Callable>(callable));
}

}  // namespace ttsl
