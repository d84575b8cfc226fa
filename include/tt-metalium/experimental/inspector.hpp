// Notes on workloads for a debugger; there is none here, so that nothing is noted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tt-metalium/mesh_trace_id.hpp>
#include <tt-metalium/mesh_workload.hpp>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>
#include <vector>

namespace tt::tt_metal::distributed {
class MeshDevice;
}

namespace tt::tt_metal::experimental::inspector {

bool IsEnabled();
bool ShouldCaptureTensorSpecs();
std::optional<distributed::MeshTraceId> GetCurrentMeshTraceId(distributed::MeshDevice* mesh_device);
void EmitMeshWorkloadDebugEntry(distributed::MeshWorkload& workload, uint64_t runtime_id,
                                std::string_view operation_name,
                                std::vector<TensorSpec> tensor_specs,
                                std::optional<distributed::MeshTraceId> trace_id = std::nullopt);
void ReleaseTraceDebugEntries(distributed::MeshTraceId trace_id);

}  // namespace tt::tt_metal::experimental::inspector
