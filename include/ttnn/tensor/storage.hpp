// Where the data of a tensor is: in host memory or on devices.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/tensor/host_tensor.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <tuple>
#include <variant>
#include <vector>

#include "ttnn/distributed/tensor_topology.hpp"
#include "ttnn/tensor/tensor_spec.hpp"
#include "ttnn/tensor/types.hpp"

namespace ttnn {

class HostStorage {
 public:
    explicit HostStorage(tt::tt_metal::HostTensor tensor) : tensor_(std::move(tensor)) {}

    const tt::tt_metal::DistributedHostBuffer& buffer() const { return tensor_.buffer(); }
    const tt::tt_metal::HostTensor& host_tensor() const { return tensor_; }
    tt::tt_metal::HostTensor& host_tensor() { return tensor_; }
    HostStorage transform(
        const std::function<tt::tt_metal::HostBuffer(const tt::tt_metal::HostBuffer&)>& callable)
        const {
        return HostStorage(tensor_.transform(callable));
    }

    static constexpr auto attribute_names = std::forward_as_tuple();
    auto attribute_values() const { return std::forward_as_tuple(); }

 private:
    tt::tt_metal::HostTensor tensor_;
};

// Copies share the device memory; whoever deallocates it does so for all of them.
struct DeviceStorage {
    using Coords = std::vector<tt::tt_metal::distributed::MeshCoordinate>;

    DeviceStorage() = default;  // of no memory
    explicit DeviceStorage(tt::tt_metal::MeshTensor mesh_tensor);
    DeviceStorage(tt::tt_metal::MeshTensor mesh_tensor, Coords coords);
    DeviceStorage(const DeviceStorage& other, Coords coords);
    // Another look at the memory of a storage, which stays alive as long as this one does.
    DeviceStorage(const DeviceStorage& owner, tt::tt_metal::MeshTensor reinterpreted);

    tt::tt_metal::Buffer* get_buffer() const;
    const tt::tt_metal::distributed::MeshBuffer& get_mesh_buffer() const;
    const tt::tt_metal::MeshTensor& get_mesh_tensor() const;
    tt::tt_metal::MeshTensor& get_mesh_tensor();
    // Takes it out: this storage and its copies have no memory any more.
    tt::tt_metal::MeshTensor release_mesh_tensor();
    // The devices that hold a shard.
    std::span<const tt::tt_metal::distributed::MeshCoordinate> get_coords() const;
    bool is_uniform_storage() const;

    void deallocate();
    bool is_allocated() const;
    bool is_sole_owner_of_device_memory() const;

    const tt::tt_metal::TensorSpec& get_tensor_spec() const;
    const tt::tt_metal::TensorTopology& get_tensor_topology() const;
    void update_tensor_topology(const tt::tt_metal::TensorTopology& topology);

    static constexpr auto attribute_names = std::forward_as_tuple();
    auto attribute_values() const { return std::forward_as_tuple(); }

 private:
    struct Memory;

    std::shared_ptr<Memory> memory_;
    std::shared_ptr<Memory> owner_;  // of a reinterpreted tensor
    Coords coords_;
};

using Storage = std::variant<HostStorage, DeviceStorage>;

}  // namespace ttnn
