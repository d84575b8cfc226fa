// Tensors spread over a mesh and put together again.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <tt-metalium/experimental/distributed_tensor/topology/distributed_tensor_configs.hpp>
#include <tt-metalium/memory_pin.hpp>
#include <tt_stl/span.hpp>
#include <utility>
#include <vector>

#include "ttnn/common/queue_id.hpp"
#include "ttnn/distributed/types.hpp"
#include "ttnn/tensor/shape/shape.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace ttnn::distributed {

using tt::tt_metal::distributed::MeshComposerConfig;
using tt::tt_metal::distributed::MeshMapperConfig;

// Cuts a tensor along the dimensions that the placements name. A distribution of the mesh's rank
// that fits into it goes to that part of the mesh, any other to devices in row-major order.
class TensorToMesh {
 public:
    ~TensorToMesh();
    TensorToMesh(TensorToMesh&& other) noexcept;
    TensorToMesh& operator=(TensorToMesh&& other) noexcept;

    static TensorToMesh create(const MeshDevice& mesh_device, const MeshMapperConfig& config);
    static TensorToMesh create(const MeshShape& mesh_shape, const MeshMapperConfig& config);

    // Of a host tensor of one shard, a host tensor of one for each device.
    Tensor operator()(const Tensor& tensor) const;
    // Of logical elements row by row. Shards that lie in the buffer as they are wanted are borrowed
    // from it.
    template <typename T>
    Tensor operator()(ttsl::Span<T> buffer, const tt::tt_metal::Shape& shape,
                      const tt::tt_metal::MemoryPin& buffer_pin,
                      const tt::tt_metal::TensorLayout& layout, T pad_value = 0) const;

    const MeshMapperConfig& config() const;

 private:
    class Impl;
    explicit TensorToMesh(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

std::unique_ptr<TensorToMesh> create_mesh_mapper(MeshDevice& mesh_device,
                                                 const MeshMapperConfig& config);
std::unique_ptr<TensorToMesh> create_mesh_mapper(const MeshShape& mesh_shape,
                                                 const MeshMapperConfig& config);
std::unique_ptr<TensorToMesh> replicate_tensor_to_mesh_mapper(MeshDevice& mesh_device);
// Over all devices, or over one axis of the mesh and the same on the other.
std::unique_ptr<TensorToMesh> shard_tensor_to_mesh_mapper(
    MeshDevice& mesh_device, int dim, std::optional<int> cluster_axis = std::nullopt);

// Joins shards along a dimension of the tensor for each dimension of the mesh, the last one first.
class MeshToTensor {
 public:
    ~MeshToTensor();
    MeshToTensor(MeshToTensor&& other) noexcept;
    MeshToTensor& operator=(MeshToTensor&& other) noexcept;

    static MeshToTensor create(const MeshDevice& mesh_device, const MeshComposerConfig& config);

    Tensor compose(const Tensor& tensor) const;
    template <typename T>
    std::pair<std::vector<T>, tt::tt_metal::Shape> compose(const Tensor& tensor) const;

 private:
    class Impl;
    explicit MeshToTensor(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

std::unique_ptr<MeshToTensor> create_mesh_composer(MeshDevice& mesh_device,
                                                   const MeshComposerConfig& config);
std::unique_ptr<MeshToTensor> concat_mesh_to_tensor_composer(MeshDevice& mesh_device, int dim);

// Without a device the result stays on the host.
Tensor distribute_tensor(
    const Tensor& tensor, const TensorToMesh& mapper,
    std::optional<std::reference_wrapper<MeshDevice>> mesh_device = std::nullopt,
    std::optional<QueueId> cq_id = std::nullopt);
template <typename T>
Tensor create_distributed_tensor(
    ttsl::Span<T> buffer, const tt::tt_metal::Shape& global_shape,
    const tt::tt_metal::MemoryPin& buffer_pin, const tt::tt_metal::TensorLayout& shard_layout,
    const TensorToMesh& mapper,
    std::optional<std::reference_wrapper<MeshDevice>> mesh_device = std::nullopt,
    std::optional<QueueId> cq_id = std::nullopt, T pad_value = 0);
template <typename T>
Tensor create_distributed_tensor(
    ttsl::Span<const T> buffer, const tt::tt_metal::Shape& global_shape,
    const tt::tt_metal::TensorLayout& shard_layout, const TensorToMesh& mapper,
    std::optional<std::reference_wrapper<MeshDevice>> mesh_device = std::nullopt,
    std::optional<QueueId> cq_id = std::nullopt, T pad_value = 0);
Tensor aggregate_tensor(const Tensor& tensor, const MeshToTensor& composer);

}  // namespace ttnn::distributed
