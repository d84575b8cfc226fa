// Raw bytes of a tensor on one device, in the order of its buffer's pages.
#pragma once

#include <cstddef>
#include <optional>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>

namespace tt::tt_metal {

namespace distributed {
class MeshCommandQueue;
}

void enqueue_read_tensor(distributed::MeshCommandQueue& queue, const MeshTensor& device_tensor,
                         std::byte* dst, const std::optional<BufferRegion>& region = std::nullopt,
                         bool blocking = true);
// Does not block; the bytes are copied before it returns.
void enqueue_write_tensor(distributed::MeshCommandQueue& queue, const std::byte* src,
                          MeshTensor& device_tensor,
                          const std::optional<BufferRegion>& region = std::nullopt);

}  // namespace tt::tt_metal
