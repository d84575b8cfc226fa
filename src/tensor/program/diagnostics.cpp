// Allocation contexts, and an inspector that is never there.
#include <algorithm>
#include <string>
#include <tt-metalium/experimental/allocation_context.hpp>
#include <tt-metalium/experimental/inspector.hpp>
#include <tt-metalium/experimental/inspector_config.hpp>
#include <vector>

namespace tt::tt_metal {

namespace {

std::vector<std::string>& contexts() {
    static thread_local std::vector<std::string> stack;
    return stack;
}

}  // namespace

// Allocations during a capture are not recorded here, so that no context is ever asked for.
bool trace_allocation_tracking_enabled() {
    return false;
}
bool trace_allocation_diagnostics_enabled() {
    return false;
}
bool trace_allocation_skip_program_cache_enabled() {
    return false;
}

void push_allocation_context(std::string_view ctx) {
    contexts().emplace_back(ctx);
}
void pop_allocation_context() {
    if (!contexts().empty()) contexts().pop_back();
}
const std::string& current_allocation_context() {
    static const std::string none;
    return contexts().empty() ? none : contexts().back();
}
bool allocation_context_contains(std::string_view ctx) {
    return std::ranges::find(contexts(), ctx) != contexts().end();
}

namespace experimental::inspector {

bool IsEnabled() {
    return false;
}
bool ShouldCaptureTensorSpecs() {
    return false;
}
std::optional<distributed::MeshTraceId> GetCurrentMeshTraceId(distributed::MeshDevice*) {
    return std::nullopt;
}
void EmitMeshWorkloadDebugEntry(distributed::MeshWorkload&, uint64_t, std::string_view,
                                // NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's
                                std::vector<TensorSpec>, std::optional<distributed::MeshTraceId>) {}
void ReleaseTraceDebugEntries(distributed::MeshTraceId) {}

}  // namespace experimental::inspector

// Nobody asks for the settings of a library.
// NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
void inspector::add_config_callback(ConfigCallback) {}

}  // namespace tt::tt_metal
