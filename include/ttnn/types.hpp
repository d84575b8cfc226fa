// Types of Metalium by their names in ttnn.
#pragma once

#include <cstddef>
#include <ostream>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/global_circular_buffer.hpp>
#include <tt-metalium/global_semaphore.hpp>
#include <tt-metalium/sub_device.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "ttnn/distributed/types.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/types.hpp"

namespace ttnn {
namespace types {

using tt::tt_metal::IDevice;
using tt::tt_metal::Program;

constexpr auto TILE_SIZE = 32;

using tt::tt_metal::BufferType;
using tt::tt_metal::DataType;
using tt::tt_metal::MemoryConfig;
using tt::tt_metal::ShardOrientation;
using tt::tt_metal::TensorMemoryLayout;

inline const MemoryConfig DRAM_MEMORY_CONFIG(TensorMemoryLayout::INTERLEAVED, BufferType::DRAM);
inline const MemoryConfig L1_MEMORY_CONFIG(TensorMemoryLayout::INTERLEAVED, BufferType::L1);
// Without a shard spec: operations choose one.
inline const MemoryConfig L1_BLOCK_SHARDED_MEMORY_CONFIG(TensorMemoryLayout::BLOCK_SHARDED,
                                                         BufferType::L1);
inline const MemoryConfig L1_HEIGHT_SHARDED_MEMORY_CONFIG(TensorMemoryLayout::HEIGHT_SHARDED,
                                                          BufferType::L1);
inline const MemoryConfig L1_WIDTH_SHARDED_MEMORY_CONFIG(TensorMemoryLayout::WIDTH_SHARDED,
                                                         BufferType::L1);

using tt::tt_metal::Layout;
inline constexpr auto ROW_MAJOR_LAYOUT = Layout::ROW_MAJOR;
inline constexpr auto TILE_LAYOUT = Layout::TILE;

using ttnn::StorageType;
inline constexpr auto DEVICE_STORAGE_TYPE = StorageType::DEVICE;
inline constexpr auto HOST_STORAGE_TYPE = StorageType::HOST;

using tt::tt_metal::CoreCoord;
using tt::tt_metal::CoreRange;
using tt::tt_metal::CoreRangeSet;

struct CoreGrid {
    std::size_t x;
    std::size_t y;

    CoreGrid(std::size_t x, std::size_t y) : x(x), y(y) {}
    CoreCoord to_CoreCoord() const { return {x, y}; }
};

inline std::ostream& operator<<(std::ostream& os, const CoreGrid& grid) {
    return os << "ttnn.CoreGrid(x=" << grid.x << ", y=" << grid.y << ")";
}

using tt::tt_metal::Buffer;
using tt::tt_metal::GlobalSemaphore;
using tt::tt_metal::SubDevice;
using tt::tt_metal::SubDeviceManagerId;
using tt::tt_metal::experimental::GlobalCircularBuffer;

}  // namespace types

using namespace types;

}  // namespace ttnn
