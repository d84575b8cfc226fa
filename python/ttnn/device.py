"""Opening and closing devices, the default device, and what the system consists of."""

import contextlib
import enum

import _ttnn
from ttnn._ttnn_names import Arch, DispatchCoreAxis, DispatchCoreType, MeshDevice, synchronize_device
from _ttnn import DisableMemoryReports, EnableMemoryReports  # noqa: F401

Device = MeshDevice
DEFAULT_L1_SMALL_SIZE = 0
DEFAULT_TRACE_REGION_SIZE = 0
DEFAULT_WORKER_L1_SIZE = 0


class FabricTensixConfig(enum.Enum):
    DISABLED = 0
    MUX = 1


class DispatchCoreConfig(_ttnn.DispatchCoreConfig):
    """Which cores dispatch; without an axis the chip's own."""

    def __init__(self, type=None, axis=None, fabric_tensix_config=None):
        type = type or DispatchCoreType.WORKER
        if type == DispatchCoreType.ETH and axis == DispatchCoreAxis.COL:
            raise ValueError("COL axis is not supported for ETH dispatch core type")
        if axis == DispatchCoreAxis.ROW and is_blackhole() and fabric_tensix_config != FabricTensixConfig.MUX:
            raise ValueError(
                "ROW dispatch core axis is not supported for blackhole arch unless fabric tensix MUX is enabled"
            )
        super().__init__(type) if axis is None else super().__init__(type, axis)


def get_arch_name():
    return _ttnn.get_arch_name()


def is_wormhole_b0(device=None):
    return get_arch_name() == "wormhole_b0" if device is None else device.arch() == Arch.WORMHOLE_B0


def is_blackhole(device=None):
    return get_arch_name() == "blackhole" if device is None else device.arch() == Arch.BLACKHOLE


def open_device(
    *,
    device_id,
    l1_small_size=DEFAULT_L1_SMALL_SIZE,
    trace_region_size=DEFAULT_TRACE_REGION_SIZE,
    num_command_queues=1,
    dispatch_core_config=None,
    worker_l1_size=DEFAULT_WORKER_L1_SIZE,
):
    """A chip by its number, as a mesh of one."""
    return _ttnn.open_device(
        device_id, l1_small_size, trace_region_size, num_command_queues, dispatch_core_config, worker_l1_size
    )


def close_device(device):
    _ttnn.close_device(device)


def CreateDevice(
    device_id,
    num_command_queues=1,
    l1_small_size=DEFAULT_L1_SMALL_SIZE,
    trace_region_size=DEFAULT_TRACE_REGION_SIZE,
    dispatch_core_config=None,
    *,
    worker_l1_size=DEFAULT_WORKER_L1_SIZE,
):
    return open_device(
        device_id=device_id,
        l1_small_size=l1_small_size,
        trace_region_size=trace_region_size,
        num_command_queues=num_command_queues,
        dispatch_core_config=dispatch_core_config,
        worker_l1_size=worker_l1_size,
    )


def CreateDevices(device_ids, *args, **kwargs):
    return {device_id: CreateDevice(device_id, *args, **kwargs) for device_id in device_ids}


CloseDevice = close_device


def CloseDevices(devices):
    for device in devices.values():
        close_device(device)


@contextlib.contextmanager
def manage_device(device_id):
    device = open_device(device_id=device_id)
    try:
        yield device
    finally:
        close_device(device)


_default = None


def SetDefaultDevice(device):
    global _default
    _default = device


def GetDefaultDevice():
    return _default


def ClearDefaultDevice():
    SetDefaultDevice(None)


def get_num_devices():
    return _ttnn.GetNumAvailableDevices()


def get_num_pcie_devices():
    return _ttnn.GetNumPCIeDevices()


def get_device_ids():
    return list(range(get_num_devices()))


def get_pcie_device_ids():
    return [_ttnn.GetPCIeDeviceID(i) for i in range(get_num_pcie_devices())]


def ReadDeviceProfiler(device):
    """Waits for the device; what ran is in the report of `ironbird profile`."""
    synchronize_device(device)


def dump_device_memory_state(device, prefix=""):
    _ttnn.dump_device_memory_state(device, prefix)


__all__ = [
    "Arch",
    "CloseDevice",
    "CloseDevices",
    "CreateDevice",
    "CreateDevices",
    "DispatchCoreConfig",
    "FabricTensixConfig",
    "GetDefaultDevice",
    "ReadDeviceProfiler",
    "SetDefaultDevice",
    "close_device",
    "dump_device_memory_state",
    "get_arch_name",
    "get_device_ids",
    "get_num_devices",
    "get_num_pcie_devices",
    "get_pcie_device_ids",
    "manage_device",
    "open_device",
]
