// What a capture is told.
#include "core/track.hpp"

#include <cctype>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/graph_tracking.hpp>
#include <tt-metalium/mesh_device.hpp>

#include "ttnn/types.hpp"

namespace ttnn::detail {

using namespace tt::tt_metal;

namespace {

std::string text_of(const std::any& value) {
    if (const auto* text = std::any_cast<std::string>(&value)) return *text;
    const Tensor& tensor = std::any_cast<TensorRef>(value).get();
    return fmt::format("Tensor({}, {}, {}, {})", tensor.logical_shape(), tensor.dtype(),
                       tensor.layout(), tensor.memory_config());
}

std::vector<TrackedArgument> tracked(std::vector<std::string> arguments,
                                     std::span<const Tensor* const> inputs) {
    std::vector<TrackedArgument> all;
    for (std::string& argument : arguments)
        all.push_back({std::any(std::move(argument)), &text_of});
    for (const Tensor* input : inputs) all.push_back({std::any(TensorRef(*input)), &text_of});
    return all;
}

}  // namespace

bool somebody_captures() {
    return !GraphTracker::instance().get_processors().empty();
}
bool dispatch_is_off() {
    return GraphTracker::instance().get_hook() != nullptr;
}

Tracked::Tracked(std::string_view function, std::vector<std::string> arguments,
                 std::span<const Tensor* const> inputs) {
    auto all = tracked(std::move(arguments), inputs);
    for (const auto& each : GraphTracker::instance().get_processors())
        each->track_function_start(function, all);
}
Tracked::~Tracked() {
    for (const auto& each : GraphTracker::instance().get_processors()) {
        if (outputs_ != nullptr)
            each->track_function_end(std::any(TensorsRef(*outputs_)));
        else
            each->track_function_end();
    }
}

std::string device_operation_name(std::string_view operation) {
    std::string name;
    bool upper = true;
    for (const char c : operation) {
        if (c != '_') name += upper ? static_cast<char>(std::toupper(c)) : c;
        upper = c == '_';
    }
    return name + "DeviceOperation";
}

void track_program(const ProgramDescriptor& program, const IDevice& device) {
    GraphTracker& tracker = GraphTracker::instance();
    tracker.track_deallocate_cb(&device);
    std::uint64_t next = device.allocator()->get_base_allocator_addr(HalMemType::L1);
    for (const CBDescriptor& cb : program.cbs) {
        const Buffer* backing = cb.backing();
        tracker.track_allocate_cb(cb.core_ranges, backing != nullptr ? backing->address() : next,
                                  cb.total_size, backing != nullptr, &device);
        if (backing == nullptr) next += cb.total_size;
    }
}

}  // namespace ttnn::detail
