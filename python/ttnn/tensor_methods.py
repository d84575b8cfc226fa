"""Operators and methods that tensors have in Python."""

import _ttnn
import ttnn
from ttnn import conversion
from ttnn._ttnn_names import StorageType, Tensor


def _operator(name, swapped=False):
    def method(self, other):
        operation = getattr(ttnn, name)
        return operation(other, self) if swapped else operation(self, other)

    return method


_OPERATORS = {
    "__add__": "add",
    "__radd__": "add",
    "__sub__": "subtract",
    "__mul__": "multiply",
    "__rmul__": "multiply",
    "__truediv__": "divide",
    "__eq__": "eq",
    "__ne__": "ne",
    "__lt__": "lt",
    "__le__": "le",
    "__gt__": "gt",
    "__ge__": "ge",
    "__matmul__": "matmul",
    "__rtruediv__": "rdiv",
}

for _name, _operation in _OPERATORS.items():
    setattr(Tensor, _name, _operator(_operation))
# Comparisons give tensors, so that tensors are told apart by identity.
Tensor.__hash__ = object.__hash__


# ---- t[...] --------------------------------------------------------------------------------------


def _expanded(index, rank):
    """One item for each dimension."""
    items = list(index) if isinstance(index, tuple) else [index]
    for item in items:
        if not isinstance(item, (int, slice, type(Ellipsis))) or isinstance(item, bool):
            raise TypeError(f"tensors are indexed by integers, slices and one Ellipsis, not by {item!r}")
    if sum(item is Ellipsis for item in items) > 1:
        raise IndexError("an index has only one Ellipsis")
    if sum(item is not Ellipsis for item in items) > rank:
        raise IndexError(f"too many indices for a tensor of {rank} dimensions")
    if not any(item is Ellipsis for item in items):
        items.append(Ellipsis)
    at = next(i for i, item in enumerate(items) if item is Ellipsis)
    return items[:at] + [slice(None)] * (rank - len(items) + 1) + items[at + 1:]


def _bounds(item, extent, dim):
    if isinstance(item, int):
        if not -extent <= item < extent:
            raise IndexError(f"index {item} is out of range for dimension {dim} of size {extent}")
        item %= extent
        return item, item + 1, 1
    if item.step is not None and item.step <= 0:
        raise ValueError("the step of a slice must be positive")
    return item.indices(extent)


def _getitem(self, index):
    shape = list(self.shape)
    items = _expanded(index, len(shape))
    bounds = [_bounds(item, extent, dim) for dim, (item, extent) in enumerate(zip(items, shape))]
    starts, ends, steps = ([b[i] for b in bounds] for i in range(3))
    ends = [max(s, e) for s, e in zip(starts, ends)]
    kept = [divided(e - s, step) for s, e, step in zip(starts, ends, steps)]
    if self.storage_type() == StorageType.DEVICE:
        whole = all(s == 0 and k == extent for s, k, extent in zip(starts, kept, shape))
        result = self if whole else ttnn.slice(self, starts, ends, steps)
    else:
        if any(step != 1 for step in steps):
            raise RuntimeError("Host tensors cannot be accessed with non-unit stride")
        array = conversion.to_numpy(self)[tuple(slice(s, e) for s, e in zip(starts, ends))]
        result = conversion.from_torch(array.copy(), self.dtype, layout=self.layout)
    squeezed = [k for k, item in zip(kept, items) if not isinstance(item, int)]
    return result if len(squeezed) == len(kept) else ttnn.reshape(result, squeezed)


def divided(extent, step):
    return -(-extent // step)


# ---- other methods -------------------------------------------------------------------------------


def _reshape(self, *shape):
    dims = list(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else list(shape)
    if self.storage_type() == StorageType.DEVICE or self.layout == ttnn.TILE_LAYOUT:
        return ttnn.reshape(self, dims)
    return conversion.from_torch(_ttnn.to_array(self).reshape(dims).copy(), self.dtype) \
        if self.dtype != ttnn.bfloat16 else _bits_reshaped(self, dims)


def _bits_reshaped(self, dims):
    array = _ttnn.to_array(self).reshape(dims).copy()
    spec = _ttnn.TensorSpec(_ttnn.Shape(list(array.shape)), self.dtype, self.layout, ttnn.DRAM_MEMORY_CONFIG)
    return _ttnn.from_array(array, self.dtype, spec)


def _item(self):
    array = conversion.to_numpy(self)
    if array.size != 1:
        raise RuntimeError(f"item() takes a tensor of one element, this one has {array.size}")
    return array.reshape(-1)[0].item()


def _dlpack(self, **_):
    return conversion.to_torch(self).__dlpack__() if self.dtype == ttnn.bfloat16 \
        else _ttnn.to_array(self).__dlpack__()


Tensor.__getitem__ = _getitem
Tensor.reshape = _reshape
Tensor.item = _item
Tensor.to_list = lambda self: conversion.to_numpy(self).tolist()
Tensor.to_numpy = lambda self, mesh_composer=None: conversion.to_numpy(self, mesh_composer)
Tensor.to_torch = lambda self, mesh_composer=None: conversion.to_torch(self, mesh_composer=mesh_composer)
Tensor.to_torch_with_padded_shape = conversion.to_torch_with_padded_shape
Tensor.devices = lambda self: [self.device()] if self.device() is not None else []
Tensor.__dlpack__ = _dlpack
Tensor.__dlpack_device__ = lambda self: (1, 0)
Tensor.__array__ = lambda self, dtype=None: conversion.to_numpy(self).astype(dtype) if dtype \
    else conversion.to_numpy(self)
