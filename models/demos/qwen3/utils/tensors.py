"""Arrays to devices: the same for all chips, or a part for each."""

import numpy
import ttnn


def named(dtype):
    """A type by the name that configurations have for it."""
    return {"bfloat16": ttnn.bfloat16, "bfloat8_b": ttnn.bfloat8_b}[dtype]


def chips(device):
    return int(numpy.prod(list(device.shape)))


def _for_all(device):
    return ttnn.ReplicateTensorToMesh(device) if chips(device) > 1 else None


def same(array, device, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
    return ttnn.from_torch(numpy.ascontiguousarray(array), dtype, layout=layout, device=device,
                           mesh_mapper=_for_all(device))


def on_host(array, device, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
    """As `same`, still on the host: to be copied into a tensor that the device has already."""
    return ttnn.from_torch(numpy.ascontiguousarray(array), dtype, layout=layout, mesh_mapper=_for_all(device))


def parts_on_host(parts, device, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
    """As `each`, still on the host."""
    if len(parts) == 1:
        return on_host(parts[0], device, dtype, layout)
    mapper = ttnn.ShardTensorToMesh(device, dim=0)
    return ttnn.from_torch(numpy.concatenate(parts, 0), dtype, layout=layout, mesh_mapper=mapper)


def each(parts, device, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
    """One array for each chip, in the order of the mesh."""
    return ttnn.to_device(parts_on_host(parts, device, dtype, layout), device,
                          memory_config=ttnn.DRAM_MEMORY_CONFIG)


def read(tensor):
    """The arrays of all chips."""
    return [part.to_numpy() for part in ttnn.get_device_tensors(tensor)]


def precise():
    return ttnn.WormholeComputeKernelConfig(math_fidelity=ttnn.MathFidelity.HiFi4, math_approx_mode=False,
                                            fp32_dest_acc_en=True, packer_l1_acc=True)


def product(a, b, dtype=ttnn.bfloat16):
    return ttnn.matmul(a, b, memory_config=ttnn.DRAM_MEMORY_CONFIG, dtype=dtype, compute_kernel_config=precise())
