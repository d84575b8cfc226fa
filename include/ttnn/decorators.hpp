// Named operations: objects that are called like functions.
//     struct Twice { static Tensor invoke(const Tensor& x, …); };
//     constexpr auto twice = ttnn::register_operation<"ttnn::twice", Twice>();
// An `invoke` whose first parameter is a QueueId is also called without one: queue 0 then.
#pragma once

#include <string_view>
#include <tt_stl/reflect.hpp>
#include <utility>

#include "ttnn/common/queue_id.hpp"
#include "ttnn/core.hpp"

namespace ttnn {

inline const QueueId DefaultQueueId{0};

namespace decorators {

template <reflect::fixed_string Name, typename Operation>
struct registered_operation_t {
    using operation_t = Operation;

    static constexpr std::string_view cpp_fully_qualified_name{Name.data, Name.size()};

    constexpr std::string_view base_name() const {
        return cpp_fully_qualified_name.substr(cpp_fully_qualified_name.rfind(':') + 1);
    }

    template <typename... Args>
        requires(
            requires(Args&&... args) { Operation::invoke(std::forward<Args>(args)...); } ||
            requires(Args&&... args) {
                Operation::invoke(DefaultQueueId, std::forward<Args>(args)...);
            })
    auto operator()(Args&&... args) const {
        if constexpr (requires { Operation::invoke(std::forward<Args>(args)...); })
            return Operation::invoke(std::forward<Args>(args)...);
        else
            return Operation::invoke(DefaultQueueId, std::forward<Args>(args)...);
    }
    // With the queue in front of an `invoke` that takes none.
    template <typename... Args>
        requires(
            !requires(QueueId queue, Args&&... args) {
                Operation::invoke(queue, std::forward<Args>(args)...);
            } && requires(Args&&... args) { Operation::invoke(std::forward<Args>(args)...); })
    auto operator()(QueueId queue, Args&&... args) const {
        const auto guard = with_command_queue_id(queue);
        return Operation::invoke(std::forward<Args>(args)...);
    }
};

}  // namespace decorators

template <reflect::fixed_string Name, typename Operation>
constexpr auto register_operation() {
    return decorators::registered_operation_t<Name, Operation>{};
}

}  // namespace ttnn
