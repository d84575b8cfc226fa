"""Golden functions: what operations should compute, in torch. Attached where torch is there."""

import functools
import inspect
import math

from ttnn import golden_backward, golden_models


def _tolerant(function):
    """Leaves out the keywords that the function does not know: they say where and how to compute."""
    try:
        parameters = inspect.signature(function).parameters
    except ValueError:  # of torch itself
        parameters = {}
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return function

    def golden(*args, **kwargs):
        return function(*args, **{name: value for name, value in kwargs.items() if name in parameters})

    return golden


def _same_name(torch):
    """Operations whose golden function is torch's function of the same name."""
    names = """abs acos acosh asin asinh atan atanh ceil cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1
        floor frac i0 isfinite isinf isnan isneginf isposinf lgamma log log10 log1p log2 logical_not logit neg
        rad2deg reciprocal round rsqrt sigmoid sign signbit sin sinh sqrt square tan tanh trunc bitwise_not
        add subtract multiply eq ne lt le gt ge logical_and logical_or logical_xor maximum minimum logaddexp
        logaddexp2 ldexp atan2 hypot xlogy nextafter bitwise_and bitwise_or bitwise_xor bitwise_left_shift
        bitwise_right_shift gcd lcm isclose polygamma where lerp outer squeeze unsqueeze reshape permute
        transpose concat stack gather pow remainder fmod floor_divide clone rsub cumsum cumprod tril triu
        zeros_like ones_like full_like matmul heaviside""".split()
    return {name: getattr(torch, name) for name in names if hasattr(torch, name)}


def _activations(torch):
    f = torch.nn.functional
    return {
        "relu": f.relu,
        "relu6": f.relu6,
        "silu": f.silu,
        "swish": f.silu,
        "hardswish": f.hardswish,
        "hardsigmoid": f.hardsigmoid,
        "log_sigmoid": f.logsigmoid,
        "softsign": f.softsign,
        "tanhshrink": f.tanhshrink,
        "sigmoid_accurate": torch.sigmoid,
        "mish": lambda x: f.mish(x.to(torch.float32)),
        "cbrt": lambda x: torch.sgn(x) * torch.pow(torch.abs(x), 1.0 / 3),
        "hardmish": lambda x: _hardmish(torch, x),
        "identity": torch.clone,
        "i1": torch.special.i1,
        "eqz": lambda x: torch.eq(x, 0),
        "nez": lambda x: torch.ne(x, 0),
        "gtz": lambda x: torch.gt(x, 0),
        "gez": lambda x: torch.ge(x, 0),
        "ltz": lambda x: torch.lt(x, 0),
        "lez": lambda x: torch.le(x, 0),
        "glu": lambda x, dim=-1: f.glu(x, dim),
        "reglu": lambda x, dim=-1: _gated(torch, torch.relu, x, dim),
        "geglu": lambda x, dim=-1: _gated(torch, f.gelu, x, dim),
        "swiglu": lambda x, dim=-1: _gated(torch, f.silu, x, dim),
    }


def _hardmish(torch, x):
    x = x.to(torch.float32)
    return x * torch.clamp(x * 0.5 + 1, 0, 1)


def _gated(torch, function, x, dim):
    a, b = torch.chunk(x, 2, dim)
    return a * function(b)


def _with_parameters(torch):
    f = torch.nn.functional
    return {
        "elu": lambda x, alpha=1.0, **_: f.elu(x, alpha),
        "celu": lambda x, alpha=1.0, **_: f.celu(x, alpha),
        "leaky_relu": lambda x, negative_slope=0.01, **_: f.leaky_relu(x, negative_slope),
        "prelu": lambda x, weight, **_: _prelu(torch, x, weight),
        "hardshrink": lambda x, lambd=0.5, **_: f.hardshrink(x, lambd),
        "softshrink": lambda x, lambd=0.5, **_: f.softshrink(x, lambd),
        "heaviside": lambda x, value, **_: torch.heaviside(x, torch.tensor(value, dtype=x.dtype)),
        "softplus": lambda x, *, beta=1.0, threshold=20.0, **_: f.softplus(x, beta=beta, threshold=threshold),
        "hardtanh": lambda x, *, min_val=-1.0, max_val=1.0, **_: f.hardtanh(x, min_val, max_val),
        "selu": lambda x, **_: f.selu(x),
        "threshold": lambda x, threshold, value, **_: f.threshold(x, threshold, value),
        "relu_max": lambda x, upper_limit, **_: torch.relu(torch.min(x, torch.tensor(upper_limit, dtype=x.dtype))),
        "relu_min": lambda x, lower_limit, **_: torch.max(x, torch.tensor(lower_limit, dtype=x.dtype)),
        "clamp": lambda x, min=None, max=None, **_: torch.clamp(x, min, max),
        "clip": lambda x, min=None, max=None, **_: torch.clamp(x, min, max),
        "round": lambda x, decimals=None, **_: torch.round(x, decimals=decimals or 0),
        "gelu": lambda x, **kwargs: _gelu(torch, x, **kwargs),
        "fill": lambda x, fill_value, **_: torch.full_like(x, fill_value),
        "rpow": lambda x, exponent, **_: torch.pow(exponent, x),
        "xielu": lambda x, *, alpha_p=0.8, alpha_n=0.8, **_: _xielu(torch, x, alpha_p, alpha_n),
        "rdiv": lambda x, value, rounding_mode=None, **_: torch.div(
            torch.full_like(x, value), x, rounding_mode=rounding_mode),
        "polygamma": lambda x, k, **_: torch.polygamma(int(k), x),
        "isclose": lambda a, b, *, rtol=1e-5, atol=1e-8, equal_nan=False, **_: torch.isclose(
            a, b, rtol=rtol, atol=atol, equal_nan=equal_nan),
        "logit": lambda x, *, eps=None, **_: torch.logit(x, eps),
        "softcap": lambda x, beta, **_: beta * torch.tanh(x / beta),
    }


def _prelu(torch, x, weight):
    if not isinstance(weight, torch.Tensor):
        weight = torch.tensor(weight, dtype=x.dtype)
    return torch.nn.functional.prelu(x, weight.reshape(-1))


def _gelu(torch, x, *, variant=None, **_):
    tanh = variant is not None and variant.name == "Tanh"
    return torch.nn.functional.gelu(x, approximate="tanh" if tanh else "none")


def _xielu(torch, x, alpha_p, alpha_n):
    eps = torch.tensor(-1e-6, dtype=x.dtype)
    negative = alpha_n * torch.expm1(torch.min(x, eps)) - alpha_n * x + 0.5 * x
    return torch.where(x > 0, alpha_p * x * x + 0.5 * x, negative)


def _on_device(torch):
    """Golden functions that ask the device for what its vector unit returns."""

    def bounded(function, outside):
        def golden(x, *args, device=None, **_):
            result = function(x)
            if x.dtype == torch.bfloat16:
                result = torch.where(outside(x), torch.full_like(result, math.inf), result)
            return result

        return golden

    def reciprocal(x, *args, device, **_):
        result = torch.reciprocal(x)
        result = torch.where(torch.isnan(result), torch.full_like(result, device.sfpu_nan()), result)
        big = torch.full_like(result, device.sfpu_inf())
        result = torch.where(torch.isposinf(result), big, result)
        return torch.where(torch.isneginf(result), -big, result)

    def through_float(function):
        def golden(x, y, *args, device, **_):
            if x.dtype == torch.bfloat16 and not isinstance(y, torch.Tensor):
                return function(x.to(torch.float32), y).to(torch.bfloat16)
            return function(x, y)

        return golden

    return {
        "asin": bounded(torch.asin, lambda x: torch.abs(x) > 1),
        "acos": bounded(torch.acos, lambda x: torch.abs(x) > 1),
        "acosh": bounded(torch.acosh, lambda x: x < 1),
        "atanh": bounded(torch.atanh, lambda x: torch.abs(x) > 1),
        "reciprocal": reciprocal,
        "remainder": through_float(torch.remainder),
        "fmod": through_float(torch.fmod),
    }


def _binary(torch):
    f = torch.nn.functional
    div = lambda a, b, rounding_mode=None, **_: torch.div(a, b, rounding_mode=rounding_mode)  # noqa: E731
    return {
        "div": div,
        "divide": div,
        "sub": torch.sub,
        "mul": torch.mul,
        "rsub": lambda a, b: torch.sub(b, a),
        "squared_difference": lambda a, b: torch.square(torch.sub(a, b)),
        "bias_gelu": lambda a, b: f.gelu(torch.add(a, b)),
        "floor_div": lambda a, b, **_: torch.floor_divide(a, b),
        "div_no_nan": lambda a, b, **_: torch.where(
            torch.as_tensor(b) == 0, torch.zeros_like(a), a / b),
        "logical_left_shift": torch.bitwise_left_shift,
        "logical_right_shift": lambda a, b: _logical_right_shift(torch, a, b),
        "addalpha": lambda a, b, alpha, **_: torch.add(a, b, alpha=alpha),
        "subalpha": lambda a, b, alpha, **_: torch.sub(a, b, alpha=alpha),
        "polyval": lambda a, coeffs, **_: _polyval(torch, a, coeffs),
        "addcmul": lambda a, b, c, *, value=1.0, **_: torch.addcmul(a, b, c, value=value),
        "addcdiv": lambda a, b, c, *, value=1.0, **_: torch.addcdiv(a, b, c, value=value),
        "mac": lambda a, b, c, **_: _mac(torch, a, b, c),
    }


def _mac(torch, *operands):
    """Rounded once, as the vector unit does it."""
    a, b, c = (x.float() if torch.is_tensor(x) and x.is_floating_point() else x for x in operands)
    return torch.add(torch.mul(a, b), c).to(next(x.dtype for x in operands if torch.is_tensor(x)))


def _concat(torch, tensors, dim=0, groups=1, **_):
    """The first group of each, then the second of each, …"""
    parts = [torch.chunk(tensor, groups, dim) for tensor in tensors]
    return torch.concat([part for group in zip(*parts) for part in group], dim)


def _logical_right_shift(torch, a, b):
    return torch.bitwise_right_shift(a.to(torch.int64) & 0xFFFFFFFF, b).to(torch.int32)


def _polyval(torch, a, coeffs):
    result = torch.zeros_like(a)
    for coefficient in coeffs:
        result = result * a + coefficient
    return result


def _movement(torch):
    same = lambda x, *args, **kwargs: x  # noqa: E731
    f = torch.nn.functional
    return {
        **{name: same for name in (
            "to_layout", "to_memory_config", "to_device", "from_device", "reallocate", "typecast", "to_dtype",
            "tilize", "untilize", "interleaved_to_sharded", "sharded_to_interleaved", "reshard", "move", "assign",
            "copy")},
        "clone": lambda x, **_: x.clone(),
        "reshape": lambda x, shape, *args, **_: torch.reshape(x, tuple(shape)),
        "permute": lambda x, dims, **_: torch.permute(x, tuple(dims)),
        "transpose": lambda x, a, b, **_: torch.transpose(x, a, b),
        "concat": functools.partial(_concat, torch),
        "stack": lambda tensors, dim=0, **_: torch.stack(list(tensors), dim),
        "squeeze": lambda x, dim=None, **_: torch.squeeze(x) if dim is None else torch.squeeze(x, dim),
        "unsqueeze": lambda x, dim, **_: torch.unsqueeze(x, dim),
        "unsqueeze_to_4D": lambda x, **_: x.reshape((1,) * (4 - x.ndim) + tuple(x.shape)),
        "expand": lambda x, shape, **_: x.expand(*shape),
        "repeat": lambda x, shape, **_: x.repeat(*shape),
        "repeat_interleave": lambda x, repeats, dim=0, **_: torch.repeat_interleave(x, repeats, dim=dim),
        "roll": lambda x, shifts, dim=None, **_: torch.roll(x, shifts, dim),
        "split": lambda x, size, dim=0, **_: torch.split(x, size, dim=dim),
        "chunk": lambda x, chunks, dim=0, **_: torch.chunk(x, chunks, dim),
        "slice": lambda x, starts, ends, steps=None, **_: x[tuple(
            slice(s, e, st) for s, e, st in zip(starts, ends, steps or [1] * len(list(starts))))],
        "pad": lambda x, padding, value=0, **_: f.pad(
            x, [v for pair in reversed(list(padding)) for v in pair], value=value),
        "embedding": lambda x, weight, **_: f.embedding(x.to(torch.int64), weight),
        "gather": lambda x, dim, index, **_: torch.gather(x, dim, index.to(torch.int64)),
        "scatter": lambda x, dim, index, src, *, reduce=None, **_: torch.scatter(
            x, dim, index.to(torch.int64), src, **({"reduce": reduce} if reduce else {})),
        "scatter_add": lambda x, dim, index, src, **_: torch.scatter_add(x, dim, index.to(torch.int64), src),
        "bcast": lambda a, b, math_op, dim, **_: {"ADD": torch.add, "SUB": torch.sub, "MUL": torch.mul}[
            math_op.name](a, b),
        "alt_complex_rotate90": lambda x, **_: torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2),
        "sort": lambda x, dim=-1, descending=False, **_: torch.sort(x, dim=dim, descending=descending),
        "nonzero": lambda x, **_: torch.nonzero(x),
    }


def _reductions(torch):
    def over(function, values=False):
        def golden(x, dim=None, keepdim=False, **_):
            if dim is None:
                result = function(x)
                return result.reshape((1,) * x.ndim) if keepdim else result
            result = function(x, dim, keepdim=keepdim)
            return result.values if values and hasattr(result, "values") else result

        return golden

    def deviation(function):
        def golden(x, dim=None, keepdim=False, *, correction=True, **_):
            dims = tuple(range(x.ndim)) if dim is None else dim
            return function(x, dim=dims, unbiased=bool(correction), keepdim=keepdim)

        return golden

    return {
        "sum": over(torch.sum),
        "mean": over(torch.mean),
        "max": over(lambda x, dim=None, keepdim=False: torch.amax(x, dim if dim is not None else (), keepdim)),
        "min": over(lambda x, dim=None, keepdim=False: torch.amin(x, dim if dim is not None else (), keepdim)),
        "prod": over(torch.prod),
        "std": deviation(torch.std),
        "var": deviation(torch.var),
        "argmax": over(torch.argmax),
        "topk": lambda x, k=32, dim=-1, largest=True, sorted=True, **_: torch.topk(
            x, k, dim=dim, largest=largest, sorted=sorted),
        "cumsum": lambda x, dim, **_: torch.cumsum(x, dim),
        "cumprod": lambda x, dim, **_: torch.cumprod(x, dim),
    }


def _apply_activation(torch, result, activation, program_config):
    activation = activation or getattr(program_config, "fused_activation", None)
    if activation is None:
        return result
    name = activation if isinstance(activation, str) else activation.op_type.name.lower()
    function = _activations(torch).get(name) or _same_name(torch).get(name)
    if name.startswith("gelu"):
        function = torch.nn.functional.gelu
    return function(result)


def _products(torch):
    def matmul(a, b, transpose_a=False, transpose_b=False, *, bias=None, program_config=None, activation=None, **_):
        a = a.transpose(-1, -2) if transpose_a else a
        b = b.transpose(-1, -2) if transpose_b else b
        result = a @ b.to(a.dtype)
        if bias is not None:
            result = result + (bias[0] if bias.ndim == 2 and bias.shape[0] == 1 else bias)
        return _apply_activation(torch, result, activation, program_config)

    return {
        "matmul": matmul,
        "linear": matmul,
        "addmm": lambda x, a, b, *, alpha=1.0, beta=1.0, **_: beta * x + alpha * (a @ b),
    }


def _normalization(torch):
    f = torch.nn.functional

    def layer_norm(x, *, epsilon=1e-12, weight=None, bias=None, residual_input_tensor=None, **_):
        x = x if residual_input_tensor is None else x + residual_input_tensor
        shape = (x.shape[-1],)
        weight = weight.reshape(shape) if weight is not None else None
        bias = bias.reshape(shape) if bias is not None else None
        return f.layer_norm(x, shape, weight, bias, eps=epsilon)

    def rms_norm(x, weight=None, *, epsilon=1e-12, bias=None, residual_input_tensor=None, **_):
        x = x if residual_input_tensor is None else x + residual_input_tensor
        result = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon)
        result = result if weight is None else result * weight.reshape(-1)
        return result if bias is None else result + bias.reshape(-1)

    return {
        "softmax": lambda x, dim=-1, **_: f.softmax(x, dim),
        "softmax_in_place": lambda x, dim=-1, **_: f.softmax(x, dim),
        "layer_norm": layer_norm,
        "rms_norm": rms_norm,
        "batch_norm": lambda x, *, running_mean=None, running_var=None, training=False, eps=1e-5, momentum=0.1,
        weight=None, bias=None, **_: f.batch_norm(
            x, running_mean, running_var, weight, bias, training, momentum, eps),
        "l1_loss": lambda a, b, *, reduction=None, **_: f.l1_loss(a, b, reduction=_reduction(reduction)),
        "mse_loss": lambda a, b, *, reduction=None, **_: f.mse_loss(a, b, reduction=_reduction(reduction)),
    }


def _reduction(mode):
    return "none" if mode is None else mode.name.lower()


def _creation(torch):
    return {
        "zeros": lambda shape, **_: torch.zeros(tuple(shape)),
        "ones": lambda shape, **_: torch.ones(tuple(shape)),
        "full": lambda shape, fill_value, **_: torch.full(tuple(shape), fill_value),
        "empty": lambda shape, **_: torch.empty(tuple(shape)),
        "arange": lambda *args, dtype=None, **_: torch.arange(*args),
        "zeros_like": lambda x, **_: torch.zeros_like(x),
        "ones_like": lambda x, **_: torch.ones_like(x),
        "full_like": lambda x, fill_value, **_: torch.full_like(x, fill_value),
        "empty_like": lambda x, **_: torch.empty_like(x),
        "from_torch": lambda x, *args, **_: x,
        "to_torch": lambda x, *args, **_: x,
        "tril": lambda x, diagonal=0, **_: torch.tril(x, diagonal),
        "triu": lambda x, diagonal=0, **_: torch.triu(x, diagonal),
    }


@functools.lru_cache(maxsize=1)
def _all():
    try:
        import torch
    except ImportError:
        return {}
    tables = (_same_name, _activations, _with_parameters, _on_device, _binary, _movement, _reductions, _products,
              _normalization, _creation, golden_models.of_all)
    return {name: _tolerant(function) for table in tables for name, function in table(torch).items()}


def of(name):
    """The golden function of an operation; forms that work in place have the plain one's."""
    name = name.removeprefix("ttnn.")
    if name.endswith("_bw") and _all():
        return golden_backward.of(name.removesuffix("_bw").removeprefix("experimental."), of)
    return _all().get(name) or _all().get(name.removesuffix("_"))


def of_activation(name):
    """Of the activations that products can end with."""
    aliases = {"gelu_approx": "gelu", "sigmoid_approx": "sigmoid", "mish_approx": "mish", "recip": "reciprocal"}
    return _all()[aliases.get(name, name)]


def attach_all():
    """Gives every operation that is there its golden function."""
    from ttnn import decorators

    for operation in decorators.query_registered_operations(include_experimental=True):
        if operation.golden_function is None:
            operation.golden_function = of(operation.python_fully_qualified_name)
