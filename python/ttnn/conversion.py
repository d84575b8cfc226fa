"""Tensors from torch and NumPy and back, with torch only where it is there."""

import pathlib

import _ttnn
import numpy
from ttnn import distributed as _distributed
from ttnn._ttnn_names import DataType, Layout, MemoryConfig, Shape, StorageType, Tensor, TensorSpec
from ttnn.types import DRAM_MEMORY_CONFIG

# The data type whose elements an array already has. bool has those of UINT8.
_NATURAL = {
    "float32": DataType.FLOAT32,
    "int32": DataType.INT32,
    "uint32": DataType.UINT32,
    "uint16": DataType.UINT16,
    "uint8": DataType.UINT8,
    "int8": DataType.INT8,
    "bool": DataType.UINT8,
    # No counterpart: the nearest.
    "float64": DataType.FLOAT32,
    "float16": DataType.FLOAT32,
    "int64": DataType.INT32,
    "uint64": DataType.UINT32,
    "int16": DataType.INT32,
}
_ELEMENT = {
    DataType.FLOAT32: numpy.float32,
    DataType.BFLOAT16: numpy.float32,
    DataType.BFLOAT8_B: numpy.float32,
    DataType.BFLOAT4_B: numpy.float32,
    DataType.INT32: numpy.int32,
    DataType.UINT32: numpy.uint32,
    DataType.UINT16: numpy.uint16,
    DataType.UINT8: numpy.uint8,
    DataType.INT8: numpy.int8,
}
_BLOCK = (DataType.BFLOAT8_B, DataType.BFLOAT4_B)
_REAL = (DataType.FLOAT32, DataType.BFLOAT16, *_BLOCK)


def _torch_of(value):
    """The torch module if the value is one of its tensors."""
    if type(value).__module__.split(".")[0] != "torch" and not hasattr(value, "detach"):
        return None
    import torch

    return torch if isinstance(value, torch.Tensor) else None


def _array_of(value):
    """An array and the data type of its elements; those of bfloat16 are its bits."""
    torch = _torch_of(value)
    if torch is not None:
        value = value.detach().cpu()
        if value.dtype == torch.bfloat16:
            return value.contiguous().view(torch.int16).numpy().view(numpy.uint16), DataType.BFLOAT16
        if value.dtype == torch.float16:
            return value.float().numpy(), DataType.FLOAT32
        value = value.numpy()
    elif not isinstance(value, numpy.ndarray):
        if hasattr(value, "__dlpack__"):
            value = numpy.from_dlpack(value)
        elif isinstance(value, Tensor):
            return _array_of(to_numpy(value))
        else:
            raise TypeError(f"ttnn: a {type(value).__name__} is no tensor")
    if value.dtype.name == "bfloat16":  # of ml_dtypes
        return value.view(numpy.uint16), DataType.BFLOAT16
    if value.dtype.name not in _NATURAL:
        raise TypeError(f"ttnn: arrays of {value.dtype} are not supported")
    return value, _NATURAL[value.dtype.name]


def _widen(bits):
    return (bits.astype(numpy.uint32) << 16).view(numpy.float32)


def _convert(array, source, target):
    """The array in elements that the compiled module takes for the target, and what these are."""
    if source == DataType.BFLOAT16:
        if target in (DataType.BFLOAT16,):
            return array, source
        array = _widen(array)
        source = DataType.FLOAT32
    if target in _REAL:
        return array.astype(numpy.float32, copy=False), DataType.FLOAT32
    if target == DataType.UINT16 and array.dtype.kind == "f":
        array = numpy.clip(array, 0, 65535)
    element = _ELEMENT[target]
    if array.dtype.kind == "f" and numpy.dtype(element).kind in "ui":
        array = array.astype(numpy.int64)
    return array.astype(element, copy=False), target


def _spec_for(shape, dtype, layout, memory_config, tile):
    return TensorSpec(Shape(list(shape)), dtype, layout, memory_config or DRAM_MEMORY_CONFIG, tile)


def _host(array, source, spec, pad_value):
    array, source = _convert(array, source, spec.dtype)
    if not (array.flags.c_contiguous and array.flags.writeable):
        array = numpy.array(array, order="C", copy=True)
    return _ttnn.from_array(array, source, spec, float(pad_value or 0))


def _from_array(value, dtype, layout, tile, pad_value, memory_config=None):
    array, natural = _array_of(value)
    dtype = dtype or natural
    if dtype not in _ELEMENT:
        raise RuntimeError(f"from_torch: dtype {dtype} is not supported")
    if layout is None:
        layout = Layout.TILE if dtype in _BLOCK else Layout.ROW_MAJOR
    if dtype in _BLOCK and layout != Layout.TILE:
        raise RuntimeError("Layout must be Layout::TILE for bfloat8_b or bfloat4_b!")
    return _host(array, natural, _spec_for(array.shape, dtype, layout, memory_config, tile), pad_value)


def _distribute(value, mapper, dtype, layout, tile, pad_value, memory_config):
    """One host tensor for each device, as the mapper cuts it."""
    torch = _torch_of(value)
    array = value if torch is not None else numpy.asarray(value)
    return mapper.distribute(array, lambda part: _from_array(part, dtype, layout, tile, pad_value, memory_config))


def make_tensor(data, shape=None, data_type=None, layout=None, device=None, memory_config=None, tile=None,
                pad_value=None, *, mem_config=None, cq_id=None, mesh_mapper=None, preserve_nan_values=False,
                col_tilize=False, enable_bfloat_opt=False, **unknown):
    """ttnn.Tensor(...): numbers in a list with a shape, or anything that is an array."""
    if unknown:
        raise TypeError(f"ttnn.Tensor: unknown arguments {', '.join(unknown)}")
    if not isinstance(data, (list, tuple)):
        # Tensor(tensor, data_type, device, layout, mem_config, tile, …)
        positional = (shape, data_type, layout, device, memory_config)
        data_type = shape if isinstance(shape, DataType) else data_type
        device = next((v for v in positional if isinstance(v, _ttnn.MeshDevice)), None)
        layout = next((v for v in positional if isinstance(v, Layout)), None)
        memory_config = next((v for v in positional if isinstance(v, MemoryConfig)), mem_config)
        return from_torch(data, data_type, tile=tile, pad_value=pad_value, layout=layout, device=device,
                          memory_config=memory_config, mesh_mapper=mesh_mapper, cq_id=cq_id,
                          col_tilize=col_tilize)
    if isinstance(device, _ttnn.Tile):
        device, tile = None, device
    array = numpy.asarray(data, dtype=_ELEMENT[data_type]).reshape(list(shape))
    return from_torch(array, data_type, tile=tile, pad_value=pad_value, layout=layout, device=device,
                      memory_config=memory_config or mem_config, cq_id=cq_id)


def _check_col_tilize(value, dtype, spec, layout):
    if spec is not None:
        raise RuntimeError("col_tilize=True is not supported with spec")
    if dtype not in _BLOCK:
        raise RuntimeError("col_tilize=True requires BFP dtype")
    if layout not in (None, Layout.TILE):
        raise RuntimeError("col_tilize=True requires layout to be None or ttnn.TILE_LAYOUT")
    if value.ndim < 2:
        raise RuntimeError("col_tilize=True requires tensor.ndim >= 2")


def from_torch(tensor, dtype=None, *, spec=None, tile=None, pad_value=None, layout=None, device=None,
               memory_config=None, mesh_mapper=None, cq_id=None, preserve_nan_values=False, col_tilize=False,
               enable_bfloat_opt=False):
    """A tensor of torch, NumPy or anything with DLPack as one of ours, on the device if one is given."""
    if tensor is None:
        return None
    if col_tilize:
        _check_col_tilize(tensor, dtype, spec, layout)
        tensor = tensor.swapaxes(-1, -2)
    if spec is not None:
        if any(v is not None for v in (dtype, layout, memory_config, tile)):
            raise RuntimeError("from_torch: spec already says dtype, layout, memory_config and tile")
        array, natural = _array_of(tensor)
        if list(array.shape) != list(spec.shape):
            raise RuntimeError(f"from_torch: the tensor is {tuple(array.shape)}, the spec {spec.shape}")
        host = _host(array, natural, spec, pad_value)
        return host if device is None else _to_device(host, device, spec.memory_config, cq_id)
    mesh_mapper = mesh_mapper or _distributed.default_mapper()
    if memory_config is not None and memory_config.is_sharded():
        if memory_config.shard_spec is None and memory_config.nd_shard_spec is None:
            raise RuntimeError("from_torch: a sharded memory_config needs a shard_spec")
        host_memory = memory_config
    else:
        host_memory = None
    if mesh_mapper is not None:
        host = _distribute(tensor, mesh_mapper, dtype, layout, tile, pad_value, host_memory)
    else:
        host = _from_array(tensor, dtype, layout, tile, pad_value, host_memory)
    if device is None:
        return host
    return _to_device(host, device, memory_config or DRAM_MEMORY_CONFIG, cq_id)


def _to_device(host, device, memory_config, cq_id):
    return _ttnn.operations.to_device(host, device, memory_config, queue_id=cq_id)


def to_numpy(tensor, mesh_composer=None):
    """The elements; bfloat16 as float32. Row-major host tensors of other types are not copied."""
    if mesh_composer is not None:
        return mesh_composer.compose_arrays(tensor)
    array = _ttnn.to_array(tensor)
    return _widen(array) if tensor.dtype == DataType.BFLOAT16 else array


def _torch_from(array, dtype):
    import torch

    if dtype == DataType.BFLOAT16:
        return torch.from_numpy(array.view(numpy.int16)).view(torch.bfloat16)
    # torch before 2.3 has no wide unsigned types.
    if array.dtype == numpy.uint32:
        real = getattr(torch, "uint32", torch.int64)
        return torch.from_numpy(array.astype(numpy.int64)).to(real)
    if array.dtype == numpy.uint16:
        real = getattr(torch, "uint16", torch.int32)
        return torch.from_numpy(array.astype(numpy.int32)).to(real)
    return torch.from_numpy(array)


def to_torch(tensor, dtype=None, *, torch_rank=None, mesh_composer=None, device=None, cq_id=None):
    """The logical elements as a tensor of torch."""
    mesh_composer = mesh_composer or _distributed.default_composer()
    if mesh_composer is not None:
        result = mesh_composer.compose(tensor)
    else:
        if tensor.storage_type() == StorageType.DEVICE and not tensor.is_allocated():
            raise RuntimeError("Tensor is not allocated")
        parts = _ttnn.get_device_tensors(tensor)
        if len(parts) > 1:
            raise RuntimeError(f"to_torch: the tensor has {len(parts)} shards, a mesh_composer is needed")
        result = _torch_from(_ttnn.to_array(tensor, cq_id), tensor.dtype)
        if not result.is_contiguous() or tensor.storage_type() == StorageType.HOST:
            result = result.clone()
    if torch_rank is not None:
        while len(result.shape) > torch_rank:
            if result.shape[0] != 1:
                raise RuntimeError("Unable to squeeze to desired rank!")
            result = result.squeeze(0)
    return result if dtype is None else result.to(dtype)


def to_torch_with_padded_shape(tensor):
    return _torch_from(_ttnn.to_padded_array(tensor), tensor.dtype)


def from_buffer(buffer, shape, dtype, device, layout=None, memory_config=None):
    """A device tensor of the numbers in a list."""
    array = numpy.asarray(buffer, dtype=_ELEMENT[dtype]).reshape(list(shape))
    return from_torch(array, dtype, layout=layout, device=device, memory_config=memory_config)


def as_tensor(tensor, dtype=None, *, layout=Layout.ROW_MAJOR, device=None, memory_config=None,
              cache_file_name=None, preprocess=None, mesh_mapper=None, tile=None):
    """from_torch with a file that keeps the converted tensor for the next time."""
    if device is not None and memory_config is None:
        raise RuntimeError("memory_config must be specified when device is specified")

    def convert():
        value = preprocess(tensor) if preprocess is not None else tensor
        return from_torch(value, dtype, layout=layout, tile=tile, mesh_mapper=mesh_mapper)

    if cache_file_name is None:
        result = convert()
    else:
        suffix = f"dtype_{dtype.name if dtype is not None else 'None'}_layout_{layout.name}"
        path = pathlib.Path(f"{cache_file_name}_{suffix}.tensorbin")
        if path.exists():
            result = load_tensor(path)
        else:
            result = convert()
            path.parent.mkdir(parents=True, exist_ok=True)
            dump_tensor(path, result)
    return result if device is None else _to_device(result, device, memory_config, None)


def dump_tensor(file_name, tensor, *, mode=_ttnn.DumpTensorMode.DISTRIBUTED_GATHER):
    _ttnn.dump_tensor(str(file_name), tensor, mode)


def load_tensor(file_name, *, device=None):
    if not pathlib.Path(file_name).exists():
        raise RuntimeError(f"Unable to load the tensor from {file_name}: there is no such file")
    return _ttnn.load_tensor(str(file_name), device=device)


_printing = {"profile": "short", "sci_mode": None, "precision": 4}


def set_printoptions(*, profile=None, sci_mode=None, precision=None):
    """How tensors are printed; what is left out stays."""
    for name, value in (("profile", profile), ("sci_mode", sci_mode), ("precision", precision)):
        if value is not None:
            _printing[name] = value
    _ttnn.set_printoptions(*_printing.values())
