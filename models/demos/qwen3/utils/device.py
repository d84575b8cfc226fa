"""The mesh of a run: TT_MESHDEVICE_SHAPE=ROWS,COLUMNS, else 4x8 of 32 chips and one row of others."""

import os

import ttnn

TRACE_REGION = 128 << 20


def mesh_shape(chips):
    asked = os.environ.get("TT_MESHDEVICE_SHAPE")
    if asked:
        sides = asked.replace("x", ",").split(",")
        if len(sides) != 2 or not all(side.isdecimal() and int(side) for side in sides):
            raise ValueError(f"TT_MESHDEVICE_SHAPE is {asked}, it must be ROWS,COLUMNS, such as 1,8")
        return int(sides[0]), int(sides[1])
    return (4, 8) if chips == 32 else (1, chips)


def open_mesh(chips=None, trace_region_size=TRACE_REGION, fabric_config=ttnn.FabricConfig.FABRIC_1D):
    shape = mesh_shape(chips or ttnn.get_num_devices())
    if shape[0] * shape[1] > 1:
        ttnn.set_fabric_config(fabric_config)
    return ttnn.open_mesh_device(ttnn.MeshShape(*shape), trace_region_size=trace_region_size)


def close_mesh(device):
    ttnn.close_mesh_device(device)
    ttnn.set_fabric_config(ttnn.FabricConfig.DISABLED)
