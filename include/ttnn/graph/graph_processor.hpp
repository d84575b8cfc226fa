// Captures what a thread runs: operations, tensors, buffers and circular buffers, as a list of
// nodes in JSON. With NO_DISPATCH nothing is allocated and nothing runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <tt-metalium/graph_tracking.hpp>

namespace ttnn::graph {

using RunMode = tt::tt_metal::IGraphProcessor::RunMode;

class GraphProcessor : public tt::tt_metal::IGraphProcessor {
 public:
    explicit GraphProcessor(RunMode mode);
    ~GraphProcessor() override;

    void track_allocate(const tt::tt_metal::Buffer* buffer) override;
    void track_deallocate(tt::tt_metal::Buffer* buffer) override;
    void track_allocate_cb(const tt::tt_metal::CoreRangeSet& cores, uint64_t addr, uint64_t size,
                           bool is_globally_allocated,
                           const tt::tt_metal::IDevice* device) override;
    void track_deallocate_cb(const tt::tt_metal::IDevice* device) override;
    void track_function_start(std::string_view function_name,
                              std::span<tt::tt_metal::TrackedArgument> arguments) override;
    void track_function_end() override;
    void track_function_end(const std::any& output) override;
    nlohmann::json end_capture() override;

    // Captures nest: the innermost ends first.
    static void begin_graph_capture(RunMode mode = RunMode::NORMAL);
    static nlohmann::json end_graph_capture();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

// From its making to end_graph_capture, or to its end.
class ScopedGraphCapture {
 public:
    explicit ScopedGraphCapture(RunMode mode);
    ~ScopedGraphCapture();
    ScopedGraphCapture(const ScopedGraphCapture&) = delete;
    ScopedGraphCapture& operator=(const ScopedGraphCapture&) = delete;
    nlohmann::json end_graph_capture();

 private:
    bool is_active_ = true;
};

}  // namespace ttnn::graph
