// Captures of what runs.
#include <nlohmann/json.hpp>
#include <optional>
#include <tt-metalium/mesh_device.hpp>
#include <unordered_map>
#include <vector>

#include "core/track.hpp"
#include "ttnn/graph/graph_processor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::graph {

using namespace tt::tt_metal;
using nlohmann::json;
using Clock = std::chrono::steady_clock;
using detail::TensorRef;
using detail::TensorsRef;

namespace {

using tt::tt_metal::distributed::MeshBuffer;

// Takes the place of the device.
class NoDispatch : public IGraphHooks {
 public:
    bool hook_allocate(const Buffer*) override { return true; }
    bool hook_deallocate(Buffer*) override { return true; }
    bool hook_program(Program*) override { return true; }
    bool hook_write_to_device(const Buffer*) override { return true; }
    bool hook_read_from_device(Buffer*) override { return true; }
    bool hook_read_from_device(const MeshBuffer*) override { return true; }
    bool hook_write_to_device(const MeshBuffer*) override { return true; }
};

json params_of(const Buffer& buffer) {
    return {{"size", std::to_string(buffer.size())},
            {"address", std::to_string(buffer.address())},
            {"type", buffer.is_dram() ? "DRAM" : "L1"},
            {"buffer_type", static_cast<int>(buffer.buffer_type())},
            {"layout", std::string(enchantum::to_string(buffer.buffer_layout()))},
            {"page_size", std::to_string(buffer.page_size())},
            {"num_cores", std::to_string(buffer.num_cores().value_or(0))},
            {"device_id", buffer.device()->id()},
            {"max_size_per_bank", std::to_string(buffer.aligned_size_per_bank())}};
}

json params_of(const Tensor& tensor) {
    json params = {{"tensor_id", std::to_string(tensor.tensor_id)},
                   {"shape", fmt::format("{}", tensor.logical_shape())},
                   {"dtype", fmt::format("{}", tensor.dtype())},
                   {"layout", fmt::format("{}", tensor.layout())},
                   {"memory_config", fmt::format("{}", tensor.memory_config())}};
    if (tensor.storage_type() == StorageType::DEVICE && tensor.is_allocated()) {
        params["device_id"] = tensor.device()->id();
        params["address"] = std::to_string(tensor.buffer()->address());
        params["buffer_type"] = static_cast<int>(tensor.buffer()->buffer_type());
    }
    return params;
}

std::uint64_t since(Clock::time_point begin) {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
}

}  // namespace

struct GraphProcessor::State {
    struct Open {
        std::size_t node;
        Clock::time_point begun;
    };

    json nodes = json::array();
    std::vector<Open> open;  // what has begun and not ended; the capture itself is the first
    std::unordered_map<std::size_t, std::size_t> buffers;
    std::unordered_map<std::uint64_t, std::size_t> tensors;
    std::optional<std::size_t> ended;  // the function that ended last
    bool blocks = false;

    std::size_t add(std::string_view type, json params, std::vector<std::size_t> to = {}) {
        const std::size_t counter = nodes.size();
        nodes.push_back({{"counter", counter},
                         {"node_type", type},
                         {"params", std::move(params)},
                         {"connections", std::move(to)},
                         {"arguments", json::array()},
                         {"input_tensors", json::array()},
                         {"stacking_level", open.size()}});
        return counter;
    }
    // Within what runs now.
    std::size_t add_inside(std::string_view type, json params, std::vector<std::size_t> to = {}) {
        const std::size_t counter = add(type, std::move(params), std::move(to));
        if (!open.empty()) connect(open.back().node, counter);
        return counter;
    }
    void connect(std::size_t from, std::size_t to) { nodes[from]["connections"].push_back(to); }

    std::size_t buffer(const Buffer& buffer) {
        const auto [at, is_new] = buffers.try_emplace(buffer.unique_id(), nodes.size());
        if (is_new) add_inside("buffer", params_of(buffer));
        return at->second;
    }
    std::size_t tensor(const Tensor& tensor) {
        const auto [at, is_new] = tensors.try_emplace(tensor.tensor_id, 0);
        if (is_new) {
            at->second = add("tensor", params_of(tensor));
            if (tensor.storage_type() == StorageType::DEVICE && tensor.is_allocated())
                connect(buffer(*tensor.buffer()), at->second);
        }
        return at->second;
    }
    void end(std::string_view type) {
        const Open last = open.back();
        open.pop_back();
        ended = add_inside(type, nodes[last.node]["params"]);
        nodes[*ended]["duration_ns"] = since(last.begun);
        connect(last.node, *ended);
    }
};

GraphProcessor::GraphProcessor(RunMode mode) : state_(std::make_unique<State>()) {
    state_->open.push_back({state_->add("capture_start", json::object()), Clock::now()});
    if (mode == RunMode::NO_DISPATCH)
        state_->blocks = GraphTracker::instance().add_hook(std::make_shared<NoDispatch>());
}
GraphProcessor::~GraphProcessor() = default;

void GraphProcessor::track_allocate(const Buffer* buffer) {
    const std::size_t node = state_->buffer(*buffer);
    state_->add_inside("buffer_allocate", params_of(*buffer), {node});
}
void GraphProcessor::track_deallocate(Buffer* buffer) {
    const std::size_t node = state_->buffer(*buffer);
    state_->add_inside("buffer_deallocate", params_of(*buffer), {node});
}

void GraphProcessor::track_allocate_cb(const CoreRangeSet& cores, uint64_t addr, uint64_t size,
                                       bool is_globally_allocated, const IDevice* device) {
    state_->add_inside("circular_buffer_allocate",
                       {{"size", std::to_string(size)},
                        {"address", std::to_string(addr)},
                        {"core_range_set", cores.str()},
                        {"globally_allocated", is_globally_allocated ? "1" : "0"},
                        {"device_id", device->id()}});
}
void GraphProcessor::track_deallocate_cb(const IDevice* device) {
    state_->add_inside("circular_buffer_deallocate_all", {{"device_id", device->id()}});
}

void GraphProcessor::track_function_start(std::string_view function_name,
                                          std::span<TrackedArgument> arguments) {
    State& s = *state_;
    std::vector<std::size_t> inputs;
    std::vector<std::string> texts;
    for (const TrackedArgument& argument : arguments) {
        if (const auto* tensor = std::any_cast<TensorRef>(&argument.value))
            inputs.push_back(s.tensor(tensor->get()));
        if (argument.to_string_fn != nullptr)
            texts.push_back(argument.to_string_fn(argument.value));
    }
    const std::size_t node = s.add_inside(
        "function_start", {{"name", function_name}, {"inputs", std::to_string(inputs.size())}});
    s.nodes[node]["arguments"] = texts;
    s.nodes[node]["input_tensors"] = inputs;
    for (const std::size_t input : inputs) s.connect(input, node);
    s.open.push_back({node, Clock::now()});
}

void GraphProcessor::track_function_end() {
    if (state_->open.size() > 1) state_->end("function_end");
}
void GraphProcessor::track_function_end(const std::any& output) {
    track_function_end();
    if (const auto* tensors = std::any_cast<TensorsRef>(&output))
        for (const Tensor& tensor : tensors->get())
            state_->connect(*state_->ended, state_->tensor(tensor));
}

json GraphProcessor::end_capture() {
    if (state_->blocks) GraphTracker::instance().clear_hook();
    while (state_->open.size() > 1) state_->end("function_end");
    state_->end("capture_end");
    return std::move(state_->nodes);
}

void GraphProcessor::begin_graph_capture(RunMode mode) {
    GraphTracker::instance().push_processor(std::make_shared<GraphProcessor>(mode));
}
json GraphProcessor::end_graph_capture() {
    GraphTracker& tracker = GraphTracker::instance();
    TT_FATAL(!tracker.get_processors().empty(), "end_graph_capture: no capture was begun");
    const auto innermost = tracker.get_processors().back();
    tracker.pop_processor();
    return innermost->end_capture();
}

ScopedGraphCapture::ScopedGraphCapture(RunMode mode) {
    GraphProcessor::begin_graph_capture(mode);
}
ScopedGraphCapture::~ScopedGraphCapture() {
    if (is_active_) GraphProcessor::end_graph_capture();
}
json ScopedGraphCapture::end_graph_capture() {
    is_active_ = false;
    return GraphProcessor::end_graph_capture();
}

}  // namespace ttnn::graph
