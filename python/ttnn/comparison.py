"""Results held against golden functions, and golden functions in the place of operations."""

import sys

import numpy


def as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def to_torch(value):
    """All tensors in a value as torch's."""
    import ttnn

    if isinstance(value, ttnn.Tensor):
        return ttnn.conversion.to_torch(value)
    if isinstance(value, (list, tuple)):
        return type(value)(to_torch(v) for v in value)
    if isinstance(value, dict):
        return {k: to_torch(v) for k, v in value.items()}
    return value


def golden_inputs(operation, args, kwargs):
    """What the golden function is given; an operation may have its own way."""
    if operation.preprocess_golden_function_inputs is not None:
        return operation.preprocess_golden_function_inputs(args, kwargs)
    return to_torch(args), to_torch(kwargs)


def compare(operation, golden, output):
    """Holds a result against the golden function's, which was given the same inputs."""
    import ttnn

    args, kwargs = golden
    expected = operation.golden_function(*args, **kwargs)
    for index, (want, got) in enumerate(zip(as_list(expected), as_list(to_torch(output)))):
        pcc = pearson_correlation_coefficient(want.float(), got.float())
        if pcc >= ttnn.CONFIG.comparison_mode_pcc:
            continue
        text = f"{operation.__name__}: output {index} has a correlation of {pcc} with the golden function's"
        if ttnn.CONFIG.comparison_mode_should_raise_exception:
            raise RuntimeError(text)
        print(text, file=sys.stderr)


def _tensors(value):
    import ttnn

    if isinstance(value, ttnn.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for item in value for t in _tensors(item)] if isinstance(value, (list, tuple)) else []


def _like_input(output, args, kwargs):
    """Tensors of ttnn, of the first input's type, layout and device."""
    import ttnn

    if isinstance(output, (list, tuple)):
        return type(output)(_like_input(item, args, kwargs) for item in output)
    first = next(iter(_tensors((args, kwargs))), None)
    if first is None:
        return ttnn.conversion.from_torch(output)
    return ttnn.conversion.from_torch(output, first.dtype, layout=first.layout, device=first.device())


def get_fallback_function(operation):
    """The golden function on tensors of ttnn."""
    from ttnn import decorators

    golden = decorators.get_golden_function(operation)
    make = operation.postprocess_golden_function_outputs or _like_input

    def fallback(*args, **kwargs):
        given, named = golden_inputs(operation, args, kwargs)
        return make(golden(*given, **named), args, kwargs)

    return fallback


def pearson_correlation_coefficient(expected, actual):
    """Of two tensors, 1 for equal ones; NaN on one side alone gives 0."""
    import ttnn

    if isinstance(actual, ttnn.Tensor):
        actual = ttnn.to_torch(actual)
    x = numpy.asarray(expected.detach().double().numpy()).flatten()
    y = numpy.asarray(actual.detach().double().numpy()).flatten()
    if x.size != y.size:
        raise RuntimeError(f"tensors of {x.size} and {y.size} elements cannot be compared")
    nan = numpy.isnan(x).all(), numpy.isnan(y).all()
    if any(nan):
        return 1.0 if all(nan) else 0.0
    x, y = numpy.nan_to_num(x, posinf=0, neginf=0), numpy.nan_to_num(y, posinf=0, neginf=0)
    if x.std() == 0 or y.std() == 0:
        return 1.0 if numpy.allclose(x, y, rtol=1e-3, atol=1e-3) else 0.0
    return float(numpy.corrcoef(x, y)[0, 1])
