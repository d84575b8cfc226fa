// Programs on DRAM cores that feed global circular buffers; no chip here has such cores.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <tt-metalium/global_circular_buffer.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <vector>

namespace tt::tt_metal::experimental {

struct TensorPrefetcherConfig {};

struct TensorPrefetcherInput {
    std::reference_wrapper<const MeshTensor> tensor;
    uint32_t block_count = 0;
    std::vector<uint32_t> rotation = {};
};

bool IsTensorPrefetcherSupported(const distributed::MeshDevice& mesh_device);
void StartTensorPrefetcher(distributed::MeshDevice& mesh_device,
                           const TensorPrefetcherConfig& config);
void QueueTensorPrefetcherRequest(
    distributed::MeshDevice& mesh_device, const GlobalCircularBuffer& global_circular_buffer,
    const std::optional<distributed::MeshCoordinateRangeSet>& device_ranges,
    const std::vector<TensorPrefetcherInput>& inputs,
    distributed::MeshCommandQueue* mesh_cq = nullptr);
void WaitForCqOnTensorPrefetcher(
    distributed::MeshCommandQueue& mesh_cq,
    const std::optional<distributed::MeshCoordinateRangeSet>& device_ranges);
void StopTensorPrefetcher(distributed::MeshDevice& mesh_device);

}  // namespace tt::tt_metal::experimental
