"""What goes with group_norm and layer_norm: how parameters and masks are laid out, and which cores are used."""

import math

import _ttnn
import numpy
from ttnn import decorators

_TILE = 32


def _is_divided(columns, groups, channels):
    return groups % columns == 0 and channels % columns == 0 and channels // columns % _TILE == 0


def dram_group_norm_virtual_columns(core_grid, num_channels, num_groups):
    """The most columns of cores that share channels in whole groups and whole tiles."""
    fitting = [c for c in range(1, min(core_grid.x, num_groups) + 1) if _is_divided(c, num_groups, num_channels)]
    assert fitting, f"no columns of {core_grid} for {num_channels} channels in {num_groups} groups"
    return fitting[-1]


def determine_expected_group_norm_dram_grid_size(*, device, num_channels, num_groups, input_nhw, num_batches=1):
    """The largest grid whose rows divide the tiles of all samples."""
    assert num_channels % num_groups == 0 and num_channels % _TILE == 0
    grid = device.compute_with_storage_grid_size()
    tiles = math.ceil(input_nhw / _TILE)
    for x in range(min(grid.x, num_groups), 0, -1):
        if not _is_divided(x, num_groups, num_channels):
            continue
        for y in range(grid.y, 0, -1):
            if tiles % y == 0 and (num_batches % y == 0 or y % num_batches == 0):
                return _ttnn.CoreGrid(x=x, y=y)
    return _ttnn.CoreGrid(x=1, y=1)


def _near(tiles, cores):
    return next(n for n in range(cores, 0, -1) if tiles % n == 0)


def determine_expected_group_norm_sharded_config_and_grid_size(
    *, device, num_channels, num_groups, input_nhw, is_height_sharded, is_row_major=False
):
    """Shards of whole tiles over as many cores as divide them, and the grid of these."""
    grid = device.compute_with_storage_grid_size()
    tiles = math.ceil(input_nhw / _TILE)
    wide = 1 if is_height_sharded else _near(math.gcd(num_channels // 8, num_groups), grid.x if is_row_major else grid.y)
    high = _near(tiles, grid.x * grid.y if is_height_sharded else grid.y if is_row_major else grid.x)
    if is_height_sharded:
        cores = _ttnn.num_cores_to_corerangeset(high, grid, True)
        shape = _ttnn.CoreGrid(x=min(high, grid.x), y=math.ceil(high / grid.x))
    else:
        x, y = (wide, high) if is_row_major else (high, wide)
        cores = _ttnn.CoreRangeSet([_ttnn.CoreRange(_ttnn.CoreCoord(0, 0), _ttnn.CoreCoord(x - 1, y - 1))])
        shape = _ttnn.CoreGrid(x=x, y=y)
    orientation = "ROW_MAJOR" if is_row_major or is_height_sharded else "COL_MAJOR"
    spec = _ttnn.ShardSpec(
        cores, [tiles // high * _TILE, num_channels // wide], getattr(_ttnn.ShardOrientation, orientation)
    )
    kind = "HEIGHT_SHARDED" if is_height_sharded else "BLOCK_SHARDED"
    memory = _ttnn.MemoryConfig(getattr(_ttnn.TensorMemoryLayout, kind), _ttnn.BufferType.L1, spec)
    return memory, shape


def get_group_norm_cores_across_channel(memory_layout, core_grid, shard_orientation=None):
    kinds = _ttnn.TensorMemoryLayout
    if memory_layout == kinds.HEIGHT_SHARDED:
        return 1
    if memory_layout != kinds.BLOCK_SHARDED:
        return core_grid.x * core_grid.y
    return core_grid.x if shard_orientation == _ttnn.ShardOrientation.ROW_MAJOR else core_grid.y


def create_group_norm_weight_bias_rm(input_tensor, num_channels, num_cores_x):
    """[1, 1, n, 32]: the channels of each column of cores begin a row, which zeros fill up."""
    import torch

    each = num_channels // num_cores_x
    rows = input_tensor.reshape(num_cores_x, each)
    return torch.nn.functional.pad(rows, (0, -each % _TILE)).reshape(1, 1, -1, _TILE)


def find_max_tile_span(W, group_size, tile_width):
    """The most tiles that a group of channels lies in."""
    begins = range(0, W, group_size)
    return max((b + group_size - 1) // tile_width - b // tile_width + 1 for b in begins)


def _mask(num_channel, num_groups, num_cores_across_channel):
    size = num_channel // num_groups
    span = find_max_tile_span(num_channel, size, _TILE)
    per_core = max(1, num_groups // num_cores_across_channel)
    mask = numpy.zeros((1, num_groups, _TILE, span * _TILE), numpy.float32)
    for group in range(num_groups):
        begin = group % per_core * size % _TILE
        mask[0, group, :, begin : begin + size] = 1
    return mask


def _on_host(array, dtype):
    from ttnn import conversion

    import torch

    return conversion.from_torch(torch.from_numpy(array), dtype=dtype, layout=_ttnn.Layout.TILE)


def create_group_norm_input_mask(num_channel, num_groups, num_cores_across_channel, data_type=None, rows_in_last_tile=0):
    """Which channels of its tiles belong to each group; with rows_in_last_tile, all groups again for a last tile with so
    many rows."""
    if not 0 <= rows_in_last_tile < _TILE:
        raise RuntimeError(
            f"create_group_norm_input_mask: rows_in_last_tile is {rows_in_last_tile}, 0 to {_TILE - 1} are allowed")
    mask = _mask(num_channel, num_groups, num_cores_across_channel)
    if rows_in_last_tile:
        last = mask.copy()
        last[:, :, rows_in_last_tile:] = 0
        mask = numpy.concatenate((mask, last), 1)
    return _on_host(mask, data_type or _ttnn.DataType.BFLOAT8_B)


def create_group_norm_input_negative_mask(num_channel, num_groups, num_cores_across_channel, data_type=None):
    mask = 1 - _mask(num_channel, num_groups, num_cores_across_channel)
    return _on_host(mask, data_type or _ttnn.DataType.BFLOAT8_B)


def dram_group_norm_params_from_torch(
    torch_params,
    channels_per_device,
    groups_per_device,
    device,
    mesh_axis=None,
    core_grid=None,
    return_mask=True,
    dtype=None,
):
    """Parameters, and the mask if it is wanted, as group_norm of interleaved tensors takes them."""
    import torch
    import ttnn

    dtype = dtype or _ttnn.DataType.BFLOAT16
    columns = dram_group_norm_virtual_columns(core_grid or device.core_grid, channels_per_device, groups_per_device)
    dims, parts = [None, None], 1
    if mesh_axis is not None:
        dims[mesh_axis], parts = 0, tuple(device.shape)[mesh_axis]
    mapper = ttnn.ShardTensor2dMesh(device, mesh_shape=tuple(device.shape), dims=dims) if mesh_axis is not None else None

    def laid_out(param):
        assert param.numel() // parts == channels_per_device, f"{param.numel()} values for {parts} devices"
        rows = [create_group_norm_weight_bias_rm(p, channels_per_device, columns) for p in param.chunk(parts)]
        return ttnn.from_torch(torch.cat(rows), dtype=dtype, device=device, mesh_mapper=mapper)

    single = isinstance(torch_params, torch.Tensor)
    made = laid_out(torch_params) if single else [laid_out(p) for p in torch_params]
    if not return_mask:
        return made
    mask = create_group_norm_input_mask(channels_per_device, groups_per_device, columns, dtype)
    return made, ttnn.to_device(mask, device)


def create_group_norm_reciprocals(N, C, H, W, num_groups, core_grid):
    """1, 1/2, 1/3, … for as many elements as a core has of a group, for each core."""
    import torch

    columns = dram_group_norm_virtual_columns(core_grid, C, num_groups)
    rows = core_grid.x // columns * core_grid.y
    share = 1 if N >= rows else rows // N
    count = C // num_groups * math.ceil(H * W / _TILE) // share
    return (1.0 / torch.arange(1, count + 1, dtype=torch.float32)).repeat(core_grid.x * core_grid.y, 1)


def create_layer_norm_reciprocals(device, core_range_set, width):
    """1, 1/2, … 1/width on each of the cores."""
    import torch
    import ttnn

    cores = core_range_set.num_cores()
    rows = (1.0 / torch.arange(1, width + 1, dtype=torch.float32)).repeat(cores, 1)
    spec = _ttnn.ShardSpec(core_range_set, [1, width], _ttnn.ShardOrientation.ROW_MAJOR)
    memory = _ttnn.MemoryConfig(_ttnn.TensorMemoryLayout.HEIGHT_SHARDED, _ttnn.BufferType.L1, spec)
    return ttnn.from_torch(
        rows, dtype=_ttnn.DataType.FLOAT32, layout=_ttnn.Layout.ROW_MAJOR, device=device, memory_config=memory
    )


def _install():
    there = decorators.namespace("operations.normalization")
    for name in ("dram_group_norm_virtual_columns", "find_max_tile_span"):
        setattr(there, name, globals()[name])


_install()
__all__ = [name for name in globals() if "norm" in name and not name.startswith("_")]
