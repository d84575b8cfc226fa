// What a call would do and need, told without running it.
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

#include "ttnn/graph/graph_processor.hpp"
#include "ttnn/graph/graph_trace_utils.hpp"

namespace ttnn::graph {

// The graph of a call that allocates nothing; its results are gone before the capture ends.
template <class Callable>
auto query_trace(Callable&& callable) {
    ScopedGraphCapture capture(RunMode::NO_DISPATCH);
    std::forward<Callable>(callable)();
    return capture.end_graph_capture();
}

template <class Callable>
auto query_peak_L1_memory_usage(Callable&& callable) {
    return extract_peak_L1_memory_usage(query_trace(std::forward<Callable>(callable)));
}

template <class Callable>
auto query_output_info(Callable&& callable) {
    return extract_output_info(query_trace(std::forward<Callable>(callable)));
}

}  // namespace ttnn::graph
