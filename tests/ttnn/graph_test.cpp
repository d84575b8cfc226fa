// Captured graphs: the calls, what they took of memory, what they returned.
#include <nlohmann/json.hpp>

#include "harness.hpp"
#include "ttnn/graph/graph_operation_queries.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"

namespace ttnn::test {
namespace {

using namespace tt::tt_metal;
using graph::RunMode;

class Graphs : public OnDevice {};

TEST_F(Graphs, TellWhatAnOperationTook) {
    const tt::tt_metal::Shape shape({1, 1, 64, 64});
    const TensorSpec spec(shape, TensorLayout(DataType::BFLOAT16, Layout::TILE, L1_MEMORY_CONFIG));
    const Tensor a = tensor_of(Doubles(shape.volume(), 1), spec, &device());
    for (const RunMode mode : {RunMode::NORMAL, RunMode::NO_DISPATCH}) {
        graph::ScopedGraphCapture capture(mode);
        const Tensor sum = add(a, a);
        const nlohmann::json trace = capture.end_graph_capture();
        EXPECT_THAT(graph::extract_calltrace(trace),
                    testing::Contains(testing::HasSubstr("Binary")));
        const auto usage = graph::extract_resource_usage_per_core(trace);
        EXPECT_EQ(usage.peak_l1, 2048u);  // four tiles on four banks
        EXPECT_GT(usage.peak_cb, 0u);
        EXPECT_EQ(usage.peak_total, usage.peak_cb + usage.peak_l1);
        EXPECT_EQ(graph::extract_dram_usage(trace).total_allocations, 0);
        const std::vector<graph::TensorInfo> made = {{shape, 8192, BufferType::L1}};
        EXPECT_EQ(graph::extract_output_info(trace), made);
        EXPECT_EQ(graph::count_intermediate_and_output_tensors(trace).second, 1u);
    }
}

// Four tiles stay, and the program's buffers are what it took when it ran.
TEST_F(Graphs, QueriesRunNothing) {
    const tt::tt_metal::Shape shape({1, 1, 64, 64});
    const TensorSpec spec(shape, TensorLayout(DataType::BFLOAT16, Layout::TILE, L1_MEMORY_CONFIG));
    const Tensor a = tensor_of(Doubles(shape.volume(), 1), spec, &device());
    const auto call = [&] { return add(a, a); };
    const std::size_t programs = device().num_program_cache_entries();
    const auto peak = graph::query_peak_L1_memory_usage(call);
    const std::vector<graph::TensorInfo> made = {{shape, 8192, BufferType::L1}};
    EXPECT_EQ(graph::query_output_info(call), made);
    EXPECT_EQ(device().num_program_cache_entries(), programs);
    graph::ScopedGraphCapture capture(RunMode::NORMAL);
    {
        const Tensor sum = call();
    }
    EXPECT_EQ(graph::extract_peak_L1_memory_usage(capture.end_graph_capture()), peak);
}

}  // namespace
}  // namespace ttnn::test
