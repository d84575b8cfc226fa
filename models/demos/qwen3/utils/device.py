"""The mesh of a run: TT_MESHDEVICE_SHAPE=ROWS,COLUMNS, else 4x8 of 32 chips and one row of others."""

import os

import ttnn

TRACE_REGION = 128 << 20


def mesh_shape(chips):
    asked = os.environ.get("TT_MESHDEVICE_SHAPE")
    if asked:
        rows, columns = (int(n) for n in asked.split(","))
        return rows, columns
    return (4, 8) if chips == 32 else (1, chips)


def open_mesh(chips=None):
    shape = mesh_shape(chips or ttnn.get_num_devices())
    if shape[0] * shape[1] > 1:
        ttnn.set_fabric_config(ttnn.FabricConfig.FABRIC_1D)
    return ttnn.open_mesh_device(ttnn.MeshShape(*shape), trace_region_size=TRACE_REGION)


def close_mesh(device):
    ttnn.close_mesh_device(device)
    ttnn.set_fabric_config(ttnn.FabricConfig.DISABLED)
