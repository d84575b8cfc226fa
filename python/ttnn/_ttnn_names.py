"""Classes and functions of the compiled module that the package shows as they are."""

import sys

_module = sys.modules["ttnn._ttnn"]
# These have a form of their own in Python.
_HIDDEN = {
    "operations",
    "from_array",
    "to_array",
    "to_padded_array",
    "open_device",
    "close_device",
    "open_mesh_device",
    "dump_tensor",
    "load_tensor",
    "set_printoptions",
    "get_cluster_type",
    "DispatchCoreConfig",
    "allocate_tensor_on_device",
    "allocate_tensor_on_host",
    "set_validate_program_args",
    "set_call_line",
    "wants_call_lines",
    "set_fabric_config",
    "push_command_queue",
    "pop_command_queue",
    "current_command_queue",
    "multi_device",
    "table",
    "graph",
    "reports",
    "EnableMemoryReports",
    "DisableMemoryReports",
}

__all__ = [name for name in vars(_module) if not name.startswith("_") and name not in _HIDDEN]
globals().update({name: getattr(_module, name) for name in __all__})
