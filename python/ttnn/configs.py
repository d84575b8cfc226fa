"""Settings of operations as plain values: for those whose operations take none of C++, or are not there yet."""

import dataclasses
import enum

import _ttnn
from ttnn._ttnn_names import CoreCoord, DataType, Layout



def _settings(name, **fields):
    """A class with keyword arguments; a default of Ellipsis means that the argument must be given."""
    described = []
    for field, default in fields.items():
        if default is ...:
            described.append((field, object))
        elif isinstance(default, (list, dict)) or type(default).__module__ == "_ttnn":
            described.append((field, object, dataclasses.field(default_factory=lambda value=default: value)))
        else:
            described.append((field, object, dataclasses.field(default=default)))
    return dataclasses.make_dataclass(name, described, kw_only=True, namespace={"__module__": "ttnn"})


_GRID = CoreCoord(1, 1)
_CONV = dict(
    weights_dtype=None, activation=None, deallocate_activation=False, reallocate_halo_output=True,
    config_tensors_in_dram=False, act_block_h_override=0, act_block_w_div=1, reshard_if_not_optimal=False,
    override_sharding_config=False, shard_layout=None, core_grid=None, transpose_shards=False,
    output_layout=Layout.TILE, enable_act_double_buffer=False, enable_weights_double_buffer=False,
    full_inner_dim=False, enable_kernel_stride_folding=None, enable_activation_reuse=False, force_split_reader=None,
    override_output_sharding_config=False, padding_mode=None)
_LAYER_NORM = dict(legacy_reduction=False, legacy_rsqrt=False, use_welford=False)

_CLASSES = {
    "SDPAProgramConfig": dict(compute_with_storage_grid_size=..., sub_core_grids=None, q_chunk_size=..., k_chunk_size=...,
                              exp_approx_mode=None, max_cores_per_head_batch=16),
    "PagedCacheGeometryOverride": dict(block_size=0, num_kv_heads=0),
    "SoftmaxDefaultProgramConfig": dict(),
    "SoftmaxShardedMultiCoreProgramConfig": dict(compute_with_storage_grid_size=..., subblock_w=..., block_h=...,
                                                 block_w=...),
    "LayerNormDefaultProgramConfig": _LAYER_NORM,
    "LayerNormShardedMultiCoreProgramConfig": dict(compute_with_storage_grid_size=..., subblock_w=..., block_h=...,
                                                   block_w=..., inplace=..., **_LAYER_NORM),
    "Conv2dConfig": _CONV,
    "Op2DSliceConfig": dict(slice_type=..., num_slices=0),
    "Conv3dConfig": dict(weights_dtype=DataType.BFLOAT16, output_layout=Layout.ROW_MAJOR, T_out_block=1, W_out_block=1,
                         H_out_block=1, C_out_block=0, C_in_block=0, dilation=(1, 1, 1), alignment=32,
                         compute_with_storage_grid_size=_GRID),
    "MinimalMatmulConfig": dict(M_block_size=..., K_block_size=..., N_block_size=..., subblock_h=..., subblock_w=...,
                                compute_with_storage_grid_size=...),
    "SlidingWindowParallelConfig": dict(grid=..., shard_scheme=..., shard_orientation=...),
}
_ENUMS = {
    "TileReshapeMapMode": ["CACHE", "RECREATE"],
    "PaddingMode": ["Zeros", "Replicate"],
    "LossReductionMode": ["NONE", "MEAN", "SUM"],
    "Op2DSliceType": ["L1Full", "DRAMSliceHeight", "DRAMSliceWidth"],
    "RoutedExpertActivation": ["Silu", "SwiGluOai", "SituGlu"],
    "LayerNormType": ["LAYERNORM", "RMSNORM"],
    "DistributedLayerNormStage": ["NOT_DISTRIBUTED", "PRE_ALL_GATHER", "POST_ALL_GATHER"],
    "ReduceType": ["Sum", "Mean", "Max", "Min", "Std", "Var"],
    "DispatchAlgorithm": ["SPARSE_UNICAST", "SPARSE_MCAST_LINEAR", "SPARSE_MCAST_SHORTEST_PATH"],
    "FabricType": ["MESH", "TORUS_X", "TORUS_Y", "TORUS_XY"],
    "H2DMode": ["HOST_PUSH", "DEVICE_PULL"],
}


def _made():
    yield from ((name, _settings(name, **fields)) for name, fields in _CLASSES.items())
    yield from ((name, enum.Enum(name, names, start=0, module="ttnn")) for name, names in _ENUMS.items())


# What the compiled module has is its own.
for _name, _value in _made():
    if not hasattr(_ttnn, _name):
        globals()[_name] = _value

Conv1dConfig = Conv2dConfig = globals().get("Conv2dConfig") or _ttnn.Conv2dConfig
Conv2dSliceConfig = Op2DSliceConfig = globals().get("Op2DSliceConfig") or _ttnn.Op2DSliceConfig
Op2DSliceType = globals().get("Op2DSliceType") or _ttnn.Op2DSliceType
Op2DL1Full = Conv2dL1Full = Op2DSliceType.L1Full
Op2DDRAMSliceHeight = Conv2dDRAMSliceHeight = Op2DSliceType.DRAMSliceHeight
Op2DDRAMSliceWidth = Conv2dDRAMSliceWidth = Op2DSliceType.DRAMSliceWidth
Conv2dL1FullSliceConfig = Op2DSliceConfig(slice_type=Op2DSliceType.L1Full, num_slices=1)


def _in_namespaces(namespace):
    """Enumerations that upstream keeps with their operations."""
    namespace("transformer").SparseKVFormat = enum.Enum("SparseKVFormat", ["BF16", "FP8_E4M3", "SCALED_FP8"], start=0)
    strategies = ["NONE", "SMALL_W", "SMALL_H", "LARGE_W", "LARGE_H", "LARGE_C"]
    for kind in ("SoftmaxOpParallelizationStrategy", "SoftmaxBackwardOpParallelizationStrategy"):
        setattr(namespace("operations.moreh"), kind, enum.Enum(kind, strategies, start=0))
    namespace("operations.conv2d").Conv2dConfig = Conv2dConfig


__all__ = [name for name in globals() if name[0].isupper() and name not in (
    "CoreCoord", "DataType", "Layout")]
