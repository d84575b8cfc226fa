"""Writes the parameters of every operation to a file of its own; with fast runtime mode off, when the program was
started with --trace-params."""

import contextlib
import datetime
import json
import pathlib
import sys

from ttnn import decorators

_ENABLE_TRACE = "--trace-params" in sys.argv
_SERIALIZE_TENSOR_VALUES = False
_OPERATION_COUNTER = 0


def enable_tensor_value_serialization(enable=True):
    """Values of tensors are written too."""
    global _SERIALIZE_TENSOR_VALUES
    _SERIALIZE_TENSOR_VALUES = enable


def _device(device):
    return {"type": "MeshDevice", "repr": repr(device), "shape": list(device.shape),
            "device_ids": list(device.get_device_ids())}


def _tensor(tensor):
    import ttnn

    described = {"type": "ttnn.Tensor", "shape": list(tensor.shape), "dtype": str(tensor.dtype),
                 "layout": str(tensor.layout), "storage_type": str(tensor.storage_type()),
                 "memory_config": json.loads(tensor.memory_config().to_json())}
    if not tensor.is_allocated():
        return described
    topology = tensor.tensor_topology()
    placement = {"placements": [repr(p) for p in topology.placements()],
                 "distribution_shape": list(topology.distribution_shape())}
    device = tensor.device()
    if device is not None:
        described["mesh_device"] = {**_device(device), **placement}
    described["tensor_placement"] = placement
    if _SERIALIZE_TENSOR_VALUES:
        parts = ttnn.get_device_tensors(tensor)
        described["values"] = parts[0].to_list() if len(parts) == 1 else [part.to_list() for part in parts]
    return described


def _torch(tensor):
    described = {"type": "torch.Tensor", "shape": list(tensor.shape), "dtype": str(tensor.dtype)}
    return {**described, "values": tensor.tolist()} if _SERIALIZE_TENSOR_VALUES else described


def _value(value):
    """Anything as JSON can hold it."""
    import ttnn

    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, ttnn.Tensor):
        return _tensor(value)
    if isinstance(value, ttnn.MeshDevice):
        return _device(value)
    if type(value).__module__.split(".")[0] == "torch" and hasattr(value, "tolist"):
        return _torch(value)
    if isinstance(value, (list, tuple, ttnn.Shape)):
        return [_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _value(item) for key, item in value.items()}
    if hasattr(value, "to_json"):
        return {"type": type(value).__name__, **json.loads(value.to_json())}
    return {"type": type(value).__name__, "repr": repr(value)}


def _write(number, name, record):
    import ttnn

    folder = pathlib.Path(ttnn.CONFIG.root_report_path) / "operation_parameters"
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.datetime.now().strftime("%Y%m%d_%H%M%S_%f")
    (folder / f"{number:05d}_{name.replace('.', '_')}_{stamp}.json").write_text(json.dumps(record, indent=1))


@contextlib.contextmanager
def _trace(operation, args, kwargs):
    global _OPERATION_COUNTER
    if not _ENABLE_TRACE:
        yield lambda output: None
        return
    number = _OPERATION_COUNTER
    _OPERATION_COUNTER += 1
    record = {"operation_id": number, "operation_name": operation.__name__,
              "args": [{"position": i, "value": _value(value)} for i, value in enumerate(args)],
              "kwargs": {name: _value(value) for name, value in kwargs.items()}}

    def end(output):
        _write(number, operation.__name__, {**record, "return_value": _value(output)})

    yield end


decorators.record_with(_trace, slow_only=True)
