"""Arrays to devices: the same for all chips, or a part for each."""

import numpy
import ttnn


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


def each(parts, device, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
    """One array for each chip, in the order of the mesh."""
    if len(parts) == 1:
        return same(parts[0], device, dtype, layout)
    mapper = ttnn.ShardTensorToMesh(device, dim=0)
    whole = numpy.concatenate([numpy.ascontiguousarray(part) for part in parts], 0)
    return ttnn.from_torch(whole, dtype, layout=layout, device=device, mesh_mapper=mapper)


def read(tensor):
    """The arrays of all chips."""
    return [part.to_numpy() for part in ttnn.get_device_tensors(tensor)]


def precise():
    return ttnn.WormholeComputeKernelConfig(math_fidelity=ttnn.MathFidelity.HiFi4, math_approx_mode=False,
                                            fp32_dest_acc_en=True, packer_l1_acc=True)


def product(a, b, dtype=ttnn.bfloat16):
    return ttnn.matmul(a, b, memory_config=ttnn.DRAM_MEMORY_CONFIG, dtype=dtype, compute_kernel_config=precise())
