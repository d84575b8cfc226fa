// What copies of a tensor share.
#pragma once

#include <memory>

#include "ttnn/tensor/storage.hpp"

namespace ttnn {

class TensorAttributes : public std::enable_shared_from_this<TensorAttributes> {
 public:
    TensorAttributes(HostStorage storage) : storage_(std::move(storage)) {}
    TensorAttributes(DeviceStorage storage) : storage_(std::move(storage)) {}

    const Storage& get_storage() const { return storage_; }
    Storage& get_storage() { return storage_; }
    const tt::tt_metal::TensorSpec& get_tensor_spec() const;
    const tt::tt_metal::TensorTopology& get_tensor_topology() const;
    void update_tensor_topology(const tt::tt_metal::TensorTopology& tensor_topology);

 private:
    Storage storage_;
};

}  // namespace ttnn
