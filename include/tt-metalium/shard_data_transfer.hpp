// Host memory to be copied to or from the part of a mesh buffer on one device.
#pragma once

#include <optional>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/mesh_coord.hpp>

namespace tt::tt_metal::distributed {

class ShardDataTransfer {
 public:
    explicit ShardDataTransfer(const MeshCoordinate& shard_coord) : coord_(shard_coord) {}

    MeshCoordinate shard_coord() const { return coord_; }
    void* host_data() const { return data_; }
    std::optional<BufferRegion> region() const { return region_; }

    ShardDataTransfer& shard_coord(const MeshCoordinate& coord) { return coord_ = coord, *this; }
    ShardDataTransfer& host_data(void* data) { return data_ = data, *this; }
    ShardDataTransfer& region(std::optional<BufferRegion> part) { return region_ = part, *this; }

 private:
    MeshCoordinate coord_;
    void* data_ = nullptr;
    std::optional<BufferRegion> region_;
};

}  // namespace tt::tt_metal::distributed
