"""Queries about tensors, sharded memory configurations, and other helpers without a device."""

import math

import _ttnn
from ttnn._ttnn_names import (
    CoreCoord,
    CoreGrid,
    CoreRange,
    CoreRangeSet,
    BufferType,
    MemoryConfig,
    Shape,
    ShardOrientation,
    ShardSpec,
    StorageType,
    TensorMemoryLayout,
    TensorSpec,
)
from ttnn.decorators import command_queue  # noqa: F401
from ttnn.types import DRAM_MEMORY_CONFIG, ShardStrategy, TILE_SIZE

_LAYOUTS = {
    ShardStrategy.HEIGHT: TensorMemoryLayout.HEIGHT_SHARDED,
    ShardStrategy.WIDTH: TensorMemoryLayout.WIDTH_SHARDED,
    ShardStrategy.BLOCK: TensorMemoryLayout.BLOCK_SHARDED,
}


def divup(a, b):
    return -(-a // b)


def roundup(a, b):
    return divup(a, b) * b


def pad_to_tile_shape(shape):
    """The shape with its last two dimensions rounded up to tiles."""
    dims = list(shape)
    return dims[:-2] + [roundup(dim, TILE_SIZE) for dim in dims[-2:]]


def is_tensor_storage_on_device(tensor):
    return tensor.storage_type() == StorageType.DEVICE


def has_storage_type_of(tensor, storage_type):
    return tensor.storage_type() == storage_type


def is_sharded(tensor):
    return tensor.is_sharded()


def get_memory_config(tensor):
    return tensor.memory_config() if is_tensor_storage_on_device(tensor) else None


def has_tile_padding(tensor, *, dim=None):
    logical, padded = list(tensor.shape), list(tensor.padded_shape)[-len(list(tensor.shape)):]
    if dim is not None:
        return logical[dim] != padded[dim]
    return logical[-2:] != padded[-2:]


def num_cores_to_core_grid(x, y):
    return CoreGrid(x=x, y=y)


def _grid_ranges(core_grid):
    """Cores as ranges, with their extent where they form one rectangle."""
    if isinstance(core_grid, CoreGrid):
        return [core_grid], CoreRangeSet([CoreRange(CoreCoord(0, 0), CoreCoord(core_grid.x - 1, core_grid.y - 1))])
    if isinstance(core_grid, (list, tuple)):
        if len(core_grid) != 2 or not all(isinstance(g, CoreGrid) for g in core_grid):
            raise RuntimeError("create_sharded_memory_config: a list of core grids must have two")
        first, second = core_grid
        ranges = [CoreRange(CoreCoord(0, 0), CoreCoord(first.x - 1, first.y - 1)),
                  CoreRange(CoreCoord(0, first.y), CoreCoord(second.x - 1, first.y + second.y - 1))]
        return list(core_grid), CoreRangeSet(ranges)
    if isinstance(core_grid, CoreRangeSet):
        return None, core_grid
    if isinstance(core_grid, CoreRange):
        return None, CoreRangeSet([core_grid])
    raise RuntimeError("create_sharded_memory_config: core_grid must be a CoreGrid or a CoreRangeSet")


def _divided(name, extent, cores, rounding):
    if extent % cores and not rounding:
        raise RuntimeError(f"create_sharded_memory_config: {name} {extent} is not divisible by {cores} cores")
    return divup(extent, cores)


def _shard_shape(shape, grids, cores, strategy, orientation, rounding=False):
    height, width = math.prod(list(shape)[:-1]), list(shape)[-1]
    if strategy == ShardStrategy.HEIGHT:
        return _divided("height", height, cores, rounding), width
    if strategy == ShardStrategy.WIDTH:
        return height, _divided("width", width, cores, rounding)
    rows, columns = grids[0].y, grids[0].x
    if orientation == ShardOrientation.COL_MAJOR:
        rows, columns = columns, rows
    return _divided("height", height, rows, rounding), _divided("width", width, columns, rounding)


def create_sharded_memory_config(shape, core_grid, strategy, orientation=None,
                                 use_height_and_width_as_shard_shape=False):
    """An L1 configuration with the shards that follow from a shape, or that are the shape."""
    return create_sharded_memory_config_(shape, core_grid, strategy, orientation,
                                         use_height_and_width_as_shard_shape, _strict=True)


def create_sharded_memory_config_(shape, core_grid, strategy, orientation=None,
                                  use_height_and_width_as_shard_shape=False, *, tile_layout=False, _strict=False):
    """The same, rounded up instead of refused."""
    if not isinstance(shape, (tuple, list, Shape)):
        raise RuntimeError("create_sharded_memory_config: shape must be a tuple, a list or a Shape")
    if isinstance(strategy, TensorMemoryLayout):
        strategy = next((s for s, layout in _LAYOUTS.items() if layout == strategy), None)
    if strategy not in _LAYOUTS:
        raise RuntimeError("create_sharded_memory_config: strategy must be a ShardStrategy")
    orientation = orientation or ShardOrientation.ROW_MAJOR
    if not isinstance(orientation, ShardOrientation):
        raise RuntimeError("create_sharded_memory_config: orientation must be a ShardOrientation")
    grids, cores = _grid_ranges(core_grid)
    if use_height_and_width_as_shard_shape:
        height, width = math.prod(list(shape)[:-1]), list(shape)[-1]
        if orientation == ShardOrientation.COL_MAJOR:
            height, width = width, height
    elif grids is None and _strict:
        raise RuntimeError(
            "create_sharded_memory_config: a CoreRangeSet needs use_height_and_width_as_shard_shape=True")
    else:
        if grids is None:
            box = cores.bounding_box().grid_size()
            grids = [CoreGrid(x=box.x, y=box.y)]
        height, width = _shard_shape(shape, grids, cores.num_cores(), strategy, orientation, not _strict)
    if tile_layout:
        height, width = roundup(height, TILE_SIZE), roundup(width, TILE_SIZE)
    return MemoryConfig(_LAYOUTS[strategy], BufferType.L1, ShardSpec(cores, [height, width], orientation))


def allocate_tensor_on_device(*args, **kwargs):
    """(spec, device) or (shape, dtype, layout, device, memory_config)."""
    return _allocate(_ttnn.allocate_tensor_on_device, *args, **kwargs)


def allocate_tensor_on_host(*args, **kwargs):
    return _allocate(_ttnn.allocate_tensor_on_host, *args, **kwargs)


def _allocate(function, spec, *args, dtype=None, layout=None, device=None, mesh_device=None, memory_config=None):
    if isinstance(spec, TensorSpec):
        return function(spec, args[0] if args else mesh_device or device)
    values = dict(zip(("dtype", "layout", "device", "memory_config"), args))
    values = {**dict(dtype=dtype, layout=layout, device=device or mesh_device, memory_config=memory_config), **values}
    memory = values["memory_config"] or DRAM_MEMORY_CONFIG
    return function(TensorSpec(Shape(list(spec)), values["dtype"], values["layout"], memory), values["device"])



class RuntimeArgs:
    """Arguments by core: args[x][y] = [...]."""

    def __init__(self):
        self._columns = {}

    def __getitem__(self, x):
        return self._columns.setdefault(x, {})

    def pairs(self):
        return [(CoreCoord(x, y), list(args)) for x, column in self._columns.items() for y, args in column.items()]


__all__ = [
    "RuntimeArgs",
    "allocate_tensor_on_device",
    "allocate_tensor_on_host",
    "command_queue",
    "create_sharded_memory_config",
    "create_sharded_memory_config_",
    "get_memory_config",
    "has_storage_type_of",
    "has_tile_padding",
    "is_sharded",
    "is_tensor_storage_on_device",
    "pad_to_tile_shape",
]
