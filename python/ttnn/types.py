"""Constants: data types, layouts, memory configurations, and the other short names."""

import enum

from ttnn import _ttnn_names as _names
from ttnn._ttnn_names import BufferType, DataType, Layout, MemoryConfig, StorageType, TensorMemoryLayout

for _member in DataType:
    if _member.name != "INVALID":
        globals()[_member.name.lower()] = _member

ROW_MAJOR_LAYOUT = Layout.ROW_MAJOR
TILE_LAYOUT = Layout.TILE
TILE_SIZE = 32
DEVICE_STORAGE_TYPE = StorageType.DEVICE

DRAM_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM)
L1_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.L1)
L1_BLOCK_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.BLOCK_SHARDED, BufferType.L1)
L1_HEIGHT_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1)
L1_WIDTH_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1)

Device = _names.MeshDevice
DefaultQueueId = _names.QueueId(0)


class ShardStrategy(enum.Enum):
    HEIGHT = 1
    WIDTH = 2
    BLOCK = 3


__all__ = [name for name in globals() if not name.startswith("_") and name != "enum"]
