// Captured graphs: the calls, what they took of memory, what they returned.
#include <nlohmann/json.hpp>

#include "harness.hpp"
#include "ttnn/graph/graph_processor.hpp"
#include "ttnn/graph/graph_trace_utils.hpp"
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

}  // namespace
}  // namespace ttnn::test
