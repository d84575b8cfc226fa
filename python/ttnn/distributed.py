"""Meshes of devices, and how tensors are cut for them and put together again."""

import contextlib
import enum

import _ttnn
import numpy
from ttnn._ttnn_names import MeshShape, PlacementReplicate, PlacementShard, get_device_tensors, using_distributed_env
from ttnn.device import DEFAULT_L1_SMALL_SIZE, DEFAULT_TRACE_REGION_SIZE, DEFAULT_WORKER_L1_SIZE, FabricTensixConfig


class FabricConfig(enum.Enum):
    DISABLED = 0
    FABRIC_1D_NEIGHBOR_EXCHANGE = 1
    FABRIC_1D = 2
    FABRIC_1D_RING = 3
    FABRIC_2D = 4
    FABRIC_2D_TORUS_X = 5
    FABRIC_2D_TORUS_Y = 6
    FABRIC_2D_TORUS_XY = 7
    CUSTOM = 8


class FabricReliabilityMode(enum.Enum):
    STRICT_INIT = 0
    RELAXED_INIT = 1
    DYNAMIC_RECONFIG = 2


class FabricUDMMode(enum.Enum):
    DISABLED = 0
    ENABLED = 1


class FabricManagerMode(enum.Enum):
    DEFAULT = 0
    ENABLED = 1
    INIT_FABRIC = 2
    TERMINATE_FABRIC = 3


class FabricRouterConfig:
    """Sizes of routers; None: the default."""

    def __init__(self, max_packet_payload_size_bytes=None):
        self.max_packet_payload_size_bytes = max_packet_payload_size_bytes


_fabric = FabricConfig.DISABLED


def set_fabric_config(config, reliability_mode=FabricReliabilityMode.STRICT_INIT, num_planes=None,
                      fabric_tensix_config=FabricTensixConfig.DISABLED, fabric_udm_mode=FabricUDMMode.DISABLED,
                      fabric_manager_mode=FabricManagerMode.DEFAULT, router_config=None):
    """Before devices are opened; DISABLED after they are closed."""
    global _fabric
    _ttnn.set_fabric_config(config.value, reliability_mode.value, num_planes, fabric_tensix_config.value,
                            fabric_udm_mode.value, getattr(router_config, "max_packet_payload_size_bytes", None))
    _fabric = config


def get_fabric_config():
    return _fabric


# ---- one process ---------------------------------------------------------------------------------


def distributed_context_is_initialized():
    """Programs of several hosts are not modelled: this one is alone."""
    return False


def distributed_context_get_rank():
    return 0


def distributed_context_get_size():
    return 1


def distributed_context_barrier():
    """There is nobody to wait for."""


# ---- devices -------------------------------------------------------------------------------------


def open_mesh_device(mesh_shape=None, l1_small_size=DEFAULT_L1_SMALL_SIZE,
                     trace_region_size=DEFAULT_TRACE_REGION_SIZE, num_command_queues=1, dispatch_core_config=None,
                     offset=None, physical_device_ids=(), worker_l1_size=DEFAULT_WORKER_L1_SIZE):
    """Several chips as one device; without a shape, all there are."""
    return _ttnn.open_mesh_device(mesh_shape, l1_small_size, trace_region_size, num_command_queues,
                                  dispatch_core_config, offset, list(physical_device_ids), worker_l1_size)


def close_mesh_device(mesh_device):
    _ttnn.close_device(mesh_device)


@contextlib.contextmanager
def create_mesh_device(mesh_shape=None, **kwargs):
    device = open_mesh_device(mesh_shape, **kwargs)
    try:
        yield device
    finally:
        close_mesh_device(device)


# ---- mappers and composers -----------------------------------------------------------------------


class MeshMapperConfig:
    """One placement for each dimension of the mesh."""

    def __init__(self, placements=None, mesh_shape_override=None, *, row_dim=None, col_dim=None):
        if placements is None:
            placements = [PlacementReplicate() if d is None else PlacementShard(d) for d in (row_dim, col_dim)]
        self.placements = list(placements)
        self.mesh_shape_override = mesh_shape_override

    def __repr__(self):
        return f"MeshMapperConfig({self.placements})"


class MeshComposerConfig:
    """Which dimension of the tensor each one of the mesh joins."""

    def __init__(self, dims, mesh_shape_override=None):
        self.dims = list(dims)
        self.mesh_shape_override = mesh_shape_override


class TensorToMesh:
    """Cuts a tensor along the dimensions that its placements name."""

    def __init__(self, mesh_device, config):
        self.mesh_device = mesh_device
        self.shape = config.mesh_shape_override or mesh_device.shape
        self.placements = config.placements
        self.config = config
        if len(self.placements) != len(list(self.shape)):
            raise RuntimeError(
                f"mesh mapper: {len(self.placements)} placements are given for a mesh of {self.shape}")

    def unwrap(self):
        return self

    def distribute(self, value, convert):
        parts = [value]
        for extent, placement in zip(self.shape, self.placements):
            if isinstance(placement, PlacementReplicate):
                parts = [part for part in parts for _ in range(extent)]
            else:
                parts = [cut for part in parts for cut in _cut(part, extent, placement.dim)]
        hosts = [convert(part) for part in parts]
        return _ttnn.from_host_shards(hosts, MeshShape(self._devices(len(hosts))), self.placements)

    def _devices(self, count):
        """Another shape of all devices that does not lie within the mesh is its devices in row-major order."""
        own, asked = list(self.mesh_device.shape), list(self.shape)
        within = len(own) == len(asked) and all(a <= b for a, b in zip(asked, own))
        return asked if within or count != self.mesh_device.get_num_devices() else own


def _cut(value, count, dim):
    extent = value.shape[dim]
    if extent % count:
        raise RuntimeError(f"mesh mapper: dimension {dim} of {tuple(value.shape)} is not divisible by {count}")
    step = extent // count
    index = [slice(None)] * value.ndim
    cuts = []
    for i in range(count):
        index[dim] = slice(i * step, (i + 1) * step)
        cuts.append(value[tuple(index)])
    return cuts


class MeshToTensor:
    """Joins the shards of a tensor, the last dimension of the mesh first."""

    def __init__(self, mesh_device, config):
        self.mesh_device = mesh_device
        self.shape = config.mesh_shape_override or mesh_device.shape
        self.dims = config.dims

    def unwrap(self):
        return self

    def _join(self, parts, concatenate):
        for extent, dim in reversed(list(zip(self.shape, self.dims))):
            parts = [concatenate(parts[i:i + extent], dim) for i in range(0, len(parts), extent)]
        return parts[0]

    def compose(self, tensor):
        import torch
        from ttnn import conversion

        parts = [conversion._torch_from(_ttnn.to_array(t), t.dtype) for t in get_device_tensors(tensor)]
        return self._join(parts, lambda some, dim: torch.cat(some, dim))

    def compose_arrays(self, tensor):
        from ttnn import conversion

        parts = [conversion.to_numpy(t) for t in get_device_tensors(tensor)]
        return self._join(parts, numpy.concatenate)


class _Line(MeshToTensor):
    """All shards along one dimension, in row-major order of the mesh."""

    def _join(self, parts, concatenate):
        return concatenate(parts, self.dims[0])


class _LineMapper(TensorToMesh):
    """One dimension over all devices, in row-major order of the mesh."""

    def __init__(self, mesh_device, dim):
        self.mesh_device, self.dim, self.shape = mesh_device, dim, mesh_device.shape
        self.placements = [PlacementShard(dim)] * len(list(self.shape))

    def distribute(self, value, convert):
        parts = _cut(value, self.mesh_device.get_num_devices(), self.dim)
        return _ttnn.from_host_shards([convert(p) for p in parts], self.shape, self.placements)


def create_mesh_mapper(mesh_device, config):
    return TensorToMesh(mesh_device, config)


def create_mesh_composer(mesh_device, config):
    return MeshToTensor(mesh_device, config)


def ReplicateTensorToMesh(mesh_device):
    return TensorToMesh(mesh_device, MeshMapperConfig([PlacementReplicate() for _ in mesh_device.shape]))


def ShardTensorToMesh(mesh_device, dim):
    return _LineMapper(mesh_device, dim)


def ShardTensor2dMesh(mesh_device, mesh_shape, dims):
    return TensorToMesh(mesh_device, MeshMapperConfig(
        [PlacementReplicate() if d is None else PlacementShard(d) for d in dims], MeshShape(list(mesh_shape))))


def ConcatMeshToTensor(mesh_device, dim):
    return _Line(mesh_device, MeshComposerConfig([dim]))


def ConcatMesh2dToTensor(mesh_device, mesh_shape, dims):
    return MeshToTensor(mesh_device, MeshComposerConfig(dims, MeshShape(list(mesh_shape))))


replicate_tensor_to_mesh_mapper = ReplicateTensorToMesh
shard_tensor_to_mesh_mapper = ShardTensorToMesh
concat_mesh_to_tensor_composer = ConcatMeshToTensor

_default = []


@contextlib.contextmanager
def distribute(default):
    """from_torch or to_torch in the block use this mapper or composer."""
    _default.append(default)
    try:
        yield
    finally:
        _default.pop()


def default_mapper():
    return next((d for d in reversed(_default) if isinstance(d, TensorToMesh)), None)


def default_composer():
    return next((d for d in reversed(_default) if isinstance(d, MeshToTensor)), None)


def from_host_shards(tensors, mesh_shape):
    shape = MeshShape(list(mesh_shape))
    return _ttnn.from_host_shards(list(tensors), shape, [PlacementReplicate() for _ in shape])


def distribute_tensor(tensor, mapper, mesh_device=None):
    import ttnn

    host = ttnn.from_torch(ttnn.to_torch(tensor), tensor.dtype, layout=tensor.layout, mesh_mapper=mapper)
    return host if mesh_device is None else ttnn.to_device(host, mesh_device)


def aggregate_tensor(tensor, composer):
    import ttnn

    return ttnn.from_torch(composer.compose(tensor), tensor.dtype, layout=tensor.layout)


__all__ = [name for name in globals() if not name.startswith("_") and name not in (
    "contextlib", "enum", "numpy", "default_mapper", "default_composer")]
