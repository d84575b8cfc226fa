// Names of what a thread is doing, for reports on allocations during trace capture.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tt::tt_metal {

// All false: such reports are not made here.
bool trace_allocation_tracking_enabled();
bool trace_allocation_diagnostics_enabled();
bool trace_allocation_skip_program_cache_enabled();

void push_allocation_context(std::string_view ctx);
void pop_allocation_context();
const std::string& current_allocation_context();
bool allocation_context_contains(std::string_view ctx);

class AllocationContextGuard {
 public:
    explicit AllocationContextGuard(std::string_view ctx)
        : pushed_(trace_allocation_tracking_enabled()) {
        if (pushed_) push_allocation_context(ctx);
    }
    ~AllocationContextGuard() {
        if (pushed_) pop_allocation_context();
    }
    AllocationContextGuard(const AllocationContextGuard&) = delete;
    AllocationContextGuard& operator=(const AllocationContextGuard&) = delete;

 private:
    bool pushed_;
};

inline std::optional<AllocationContextGuard> make_allocation_context_guard(std::string_view ctx) {
    using Guard = std::optional<AllocationContextGuard>;
    return trace_allocation_tracking_enabled() ? Guard(std::in_place, ctx) : Guard();
}

}  // namespace tt::tt_metal
