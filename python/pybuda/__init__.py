"""What the tuning guide's listings use of PyBuda, on top of PIPER's operators.

A module's forward() is called once with a stand-in for its input. clamp, relu, log (also of a sum with a number),
remainder and Embedding become operators; anything else is refused by name.
"""

import dataclasses
import os

import numpy

import piper


_LEAST = float(numpy.finfo(numpy.float32).min)


class Unsupported(NotImplementedError):
    """A function that no operator stands for."""


def _refuse(name):
    raise Unsupported(f"{name} is not supported here: clamp, relu, log, remainder and Embedding are")


@dataclasses.dataclass
class CompilerConfig:
    enable_auto_fusing: bool = True
    enable_tvm_constant_prop: bool = True
    enable_tvm_cpu_fallback: bool = False  # True: on this machine, not on a virtual board


class PyBudaModule:
    def __init__(self, name=None):
        self.name = name or type(self).__name__

    def __call__(self, *inputs):
        return self.forward(*inputs)


class Embedding:
    """A table of PIPER's own, by its seed."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, seed=1):
        self._operator = piper.EmbeddingLookup(num_embeddings, embedding_dim,
                                               -1 if padding_idx is None else padding_idx, seed)

    def __call__(self, value):
        return value._then(self._operator)


class _Value:
    """What forward() gets: remembers what is done to it."""

    def __init__(self, operators=(), added=0.0):
        self._operators, self._added = tuple(operators), added

    def _then(self, operator):
        if self._added:
            _refuse("a sum that is no argument of log")
        return _Value((*self._operators, operator))

    def clamp(self, min=None, max=None):
        # A limit that is not given: the least float, and null for none above.
        return self._then(piper.Clamp(low=_LEAST if min is None else min, high=max))

    def relu(self):
        return self._then(piper.Neg2Zero())

    def log(self):
        return _Value((*self._operators, piper.Logarithm(self._added)))

    def remainder(self, other):
        return self._then(piper.Modulus(other))

    def __add__(self, number):
        if not isinstance(number, (int, float)):
            _refuse("a sum of tensors")
        return _Value(self._operators, self._added + number)

    __radd__ = __add__
    __mod__ = remainder

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        _refuse(name)

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        name = getattr(function, "__name__", str(function))
        if name == "embedding":
            raise Unsupported("Embedding with weights of its own is not supported: pybuda.Embedding(vocab, dim)")
        method = {"clamp": "clamp", "relu": "relu", "log": "log", "remainder": "remainder", "add": "__add__"}.get(name)
        if method is None:
            _refuse(name)
        return getattr(args[0], method)(*args[1:], **(kwargs or {}))


def _array(value):
    """Of a tensor of torch, or whatever numpy takes, in 32 bits."""
    array = value.detach().cpu().numpy() if hasattr(value, "detach") else numpy.asarray(value)
    if array.dtype.itemsize != 4:
        array = array.astype(numpy.int32 if array.dtype.kind in "iu" else numpy.float32)
    return array


class _Compiled:
    def __init__(self, operators, config, chip):
        self.operators, self._config = operators, config
        self.chip = None if config.enable_tvm_cpu_fallback else chip

    def __call__(self, value):
        array = _array(value)
        result = piper.apply(self.operators, array.reshape(-1), self.chip, self._config.enable_auto_fusing)
        result = result.reshape(*array.shape, *result.shape[1:])
        if not hasattr(value, "detach"):
            return result
        import torch

        return torch.from_numpy(result.copy())


def compile(module, sample_inputs=None, compiler_cfg=None, chip=None):
    """Traces the module and runs it once on the sample, so that later calls find their programs built."""
    config = compiler_cfg or CompilerConfig()
    traced = module.forward(_Value())
    if not isinstance(traced, _Value) or traced._added:
        _refuse("the module's result")
    operators = _without_repeats(traced._operators) if config.enable_tvm_constant_prop else list(traced._operators)
    compiled = _Compiled(operators, config, chip or os.environ.get("IRONBIRD_CHIP") or "e150")
    for sample in sample_inputs if isinstance(sample_inputs, (list, tuple)) else [sample_inputs]:
        if sample is not None:
            compiled(sample)
    return compiled


def _without_repeats(operators):
    """Limits that are given twice in a row do what one does."""
    kept = []
    for operator in operators:
        if kept and kept[-1].json == operator.json and operator.json["name"] in ("Clamp", "Neg2Zero"):
            continue
        kept.append(operator)
    return kept
