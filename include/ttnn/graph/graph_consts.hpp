// Names in the JSON of captured graphs.
#pragma once

namespace ttnn::graph {

// Of nodes.
inline constexpr auto kNodeType = "node_type";
inline constexpr auto kCounter = "counter";
inline constexpr auto kConnections = "connections";
inline constexpr auto kParams = "params";
inline constexpr auto kArguments = "arguments";
inline constexpr auto kInputTensors = "input_tensors";
inline constexpr auto kDurationNs = "duration_ns";
inline constexpr auto kStackingLevel = "stacking_level";

// Their types.
inline constexpr auto kNodeBuffer = "buffer";
inline constexpr auto kNodeBufferAllocate = "buffer_allocate";
inline constexpr auto kNodeBufferDeallocate = "buffer_deallocate";
inline constexpr auto kNodeTensor = "tensor";
inline constexpr auto kNodeCBAllocate = "circular_buffer_allocate";
inline constexpr auto kNodeDataflowBufferAllocate = "dataflow_buffer_allocate";
inline constexpr auto kNodeScratchpadAllocate = "scratchpad_allocate";
inline constexpr auto kNodeCBDeallocateAll = "circular_buffer_deallocate_all";
inline constexpr auto kNodeFunctionStart = "function_start";
inline constexpr auto kNodeFunctionEnd = "function_end";
inline constexpr auto kNodeCaptureStart = "capture_start";
inline constexpr auto kNodeCaptureEnd = "capture_end";

// Of their parameters.
inline constexpr auto kName = "name";
inline constexpr auto kInputs = "inputs";
inline constexpr auto kTensorId = "tensor_id";
inline constexpr auto kType = "type";
inline constexpr auto kAddress = "address";
inline constexpr auto kSize = "size";
inline constexpr auto kLayout = "layout";
inline constexpr auto kShape = "shape";
inline constexpr auto kDtype = "dtype";
inline constexpr auto kMemoryConfig = "memory_config";
inline constexpr auto kBufferType = "buffer_type";
inline constexpr auto kNumCores = "num_cores";
inline constexpr auto kPageSize = "page_size";
inline constexpr auto kCoreRangeSet = "core_range_set";
inline constexpr auto kGloballyAllocated = "globally_allocated";
inline constexpr auto kBorrowsMemory = "borrows_memory";
inline constexpr auto kDeviceId = "device_id";
inline constexpr auto kMaxSizePerBank = "max_size_per_bank";

}  // namespace ttnn::graph
