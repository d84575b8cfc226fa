"""Operations made of others, or of arrays on the host."""

import _ttnn
import numpy
import ttnn
from ttnn.decorators import register_python_operation


@register_python_operation(name="ttnn.rand")
def rand(shape, device, *, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, memory_config=ttnn.DRAM_MEMORY_CONFIG,
         low=0.0, high=1.0, seed=0, mesh_mapper=None):
    """Uniform numbers; a seed of 0 means another one at every call. Shards of a mesh are drawn on the host."""
    if mesh_mapper is None:
        return _ttnn.operations.rand(ttnn.Shape(list(shape)), device, dtype=dtype, layout=layout,
                                     memory_config=memory_config, low=low, high=high, seed=seed)
    numbers = numpy.random.default_rng(seed or None)
    whole = dtype in (ttnn.int32, ttnn.uint32, ttnn.uint16, ttnn.uint8)
    array = numbers.integers(int(low), int(high), list(shape)) if whole else \
        numbers.uniform(low, high, list(shape)).astype(numpy.float32)
    return ttnn.from_torch(array, dtype, layout=layout, device=device, memory_config=memory_config,
                           mesh_mapper=mesh_mapper)


@register_python_operation(name="ttnn.reshape_on_device")
def reshape_on_device(input_tensor, W, Z, Y, X, *, memory_config=None):
    return ttnn.reshape(input_tensor, [W, Z, Y, X], memory_config=memory_config)


def _triangle(input_tensor, cut, diagonal, memory_config):
    mask = cut(numpy.ones(list(input_tensor.shape)[-2:], numpy.float32), diagonal)
    mask = ttnn.from_torch(mask, input_tensor.dtype, layout=input_tensor.layout, device=input_tensor.device())
    return ttnn.multiply(input_tensor, mask, memory_config=memory_config)


@register_python_operation(name="ttnn.tril")
def tril(input_tensor, diagonal=0, *, memory_config=None):
    return _triangle(input_tensor, numpy.tril, diagonal, memory_config)


@register_python_operation(name="ttnn.triu")
def triu(input_tensor, diagonal=0, *, memory_config=None):
    return _triangle(input_tensor, numpy.triu, diagonal, memory_config)


def _gated(name, activation):
    @register_python_operation(name=f"ttnn.{name}")
    def operation(input_tensor, dim=-1, *, memory_config=None):
        first, second = ttnn.split(input_tensor, input_tensor.shape[dim] // 2, dim)
        return ttnn.multiply(first, activation(second), memory_config=memory_config)

    operation.__doc__ = f"The first half of a dimension times {name[:-3] or 'sigmoid'} of the second."


_gated("glu", lambda x: ttnn.sigmoid(x))
_gated("reglu", lambda x: ttnn.relu(x))
_gated("geglu", lambda x: ttnn.gelu(x))
_gated("swiglu", lambda x: ttnn.silu(x))
