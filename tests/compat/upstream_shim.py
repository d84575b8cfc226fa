"""Loaded into pytest by upstream_ttnn.py: what Debian's packages lack for upstream's tests, and a record of
every test, line by line, so that whoever watches knows which one was running."""

import importlib.abc
import importlib.machinery
import json
import os
import sys
import time
import types

# ---- packages ------------------------------------------------------------------------------------


def _absent(full):
    """A class whose attributes are there too; making one says what is missing."""

    class Meta(type):
        def __getattr__(cls, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return _absent(f"{full}.{name}")

    def refuse(self, *args, **kwargs):
        raise ModuleNotFoundError(f"No module named {full.split('.')[0]!r} (used as {full})")

    return Meta(full.split(".")[-1], (), {"__init__": refuse,
                                          "__init_subclass__": classmethod(lambda cls, **kw: None)})


class _Anything(types.ModuleType):
    """A module of which every name is there; what is made of it raises when it is used."""

    def __init__(self, name):
        super().__init__(name)
        self.__path__ = []
        self.__file__ = __file__
        self.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        stub = _absent(f"{self.__name__}.{name}")
        setattr(self, name, stub)
        return stub


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for packages that are not installed, after everything else was asked."""

    NAMES = {"safetensors", "transformers", "datasets", "huggingface_hub", "ttexalens", "llama_models",
             "diffusers", "ultralytics", "timm", "pydantic", "graphviz", "networkx", "mpmath", "git", "tqdm",
             "torchvision", "rich", "IPython", "evaluate", "requests", "PIL", "pytz", "tabulate", "click",
             "jsbeautifier", "seaborn", "plotly", "scipy", "einops", "accelerate", "jinja2"}

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in self.NAMES:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return _Anything(spec.name)

    def exec_module(self, module):
        pass


def _fill_torch():
    import torch

    # 1.13 has no wide unsigned types: their values live in int64, which tests use for little else.
    if not hasattr(torch, "uint16"):
        torch.uint16 = torch.uint32 = torch.uint64 = torch.int64
        _fill_limits(torch)
        _fill_view(torch)
        _fill_arrays(torch)
    for name in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"):
        if not hasattr(torch, name):
            setattr(torch, name, type(name, (), {})())
    if not hasattr(torch.nn.functional, "scaled_dot_product_attention"):
        torch.nn.functional.scaled_dot_product_attention = _attention
    if not hasattr(torch.nn, "RMSNorm"):
        torch.nn.RMSNorm = _rms_norm_class(torch)
    if not hasattr(torch, "unravel_index"):
        torch.unravel_index = _unravel_index


def _fill_limits(torch):
    """Tests draw numbers between the limits of a type: those of uint16 fit all three."""
    plain = torch.iinfo

    def iinfo(dtype):
        if dtype != torch.int64:
            return plain(dtype)
        return types.SimpleNamespace(min=0, max=65535, bits=16, dtype="uint16")

    torch.iinfo = iinfo


def _fill_view(torch):
    """Tests list all values of a type by viewing unsigned integers: the low parts are meant."""
    plain = torch.Tensor.view
    narrow = {torch.bfloat16: torch.int16, torch.float16: torch.int16, torch.float32: torch.int32}

    def view(self, *args, **kwargs):
        part = narrow.get(args[0]) if args and isinstance(args[0], torch.dtype) else None
        return plain(self.to(part) if part and self.dtype == torch.int64 else self, *args, **kwargs)

    torch.Tensor.view = view


def _fill_arrays(torch):
    """NumPy's wide unsigned arrays, which 1.13 refuses."""
    import numpy

    def widened(function):
        def convert(value, *args, **kwargs):
            if isinstance(value, numpy.ndarray) and value.dtype in (numpy.uint16, numpy.uint32, numpy.uint64):
                value = value.astype(numpy.int64)
            return function(value, *args, **kwargs)

        return convert

    for name in ("from_numpy", "tensor", "as_tensor"):
        setattr(torch, name, widened(getattr(torch, name)))


def _attention(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    import torch

    if enable_gqa:
        k = k.repeat_interleave(q.shape[-3] // k.shape[-3], -3)
        v = v.repeat_interleave(q.shape[-3] // v.shape[-3], -3)
    scores = q @ k.transpose(-2, -1) * (scale if scale is not None else q.shape[-1] ** -0.5)
    if is_causal:
        future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, float("-inf"))
    if attn_mask is not None:
        scores = scores.masked_fill(~attn_mask, float("-inf")) if attn_mask.dtype == torch.bool \
            else scores + attn_mask
    return torch.softmax(scores, -1) @ v


def _rms_norm_class(torch):
    class RMSNorm(torch.nn.Module):
        def __init__(self, size, eps=None, elementwise_affine=True):
            super().__init__()
            self.eps = eps if eps is not None else 1.19e-7
            self.weight = torch.nn.Parameter(torch.ones(size)) if elementwise_affine else None

        def forward(self, x):
            x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
            return x if self.weight is None else x * self.weight

    return RMSNorm


def _unravel_index(indices, shape):
    import torch

    parts = []
    for extent in reversed(shape):
        parts.append(indices % extent)
        indices = torch.div(indices, extent, rounding_mode="floor")
    return tuple(reversed(parts))


def _fill_typing():
    import typing_extensions

    if not hasattr(typing_extensions, "deprecated"):
        typing_extensions.deprecated = lambda *args, **kwargs: lambda function: function


def _install():
    _fill_typing()
    _fill_torch()
    sys.meta_path.append(_Finder())
    for name in ("tracy", "tracy.process_model_log", "infra", "infra.data_collection"):
        sys.modules.setdefault(name, _Anything(name))
    sys.modules["tracy"].signpost = lambda *args, **kwargs: None


_install()

# ---- the record ----------------------------------------------------------------------------------

_record = open(os.environ["UPSTREAM_RECORD"], "a", buffering=1)


def _write(**line):
    _record.write(json.dumps(line) + "\n")


def pytest_collection_modifyitems(items):
    chosen = os.environ.get("UPSTREAM_IDS")
    if chosen:
        with open(chosen) as file:
            wanted = set(file.read().split("\n"))
        items[:] = [item for item in items if item.nodeid in wanted]
    else:
        for item in items:
            _write(event="found", id=item.nodeid)


def pytest_collectreport(report):
    _write(event="collected", id=report.nodeid)  # a sign of life
    if report.failed:
        _write(event="uncollected", id=report.nodeid, text=str(report.longrepr)[-2000:])


def pytest_runtest_logstart(nodeid):
    _write(event="start", id=nodeid, time=time.time())


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        text, ours = "", True
        if report.outcome != "passed":
            crash = getattr(report.longrepr, "reprcrash", None)
            text = crash.message if crash is not None else str(report.longrepr)
            ours = crash is None or "/python/ttnn/" in str(crash.path)
        _write(event="result", id=report.nodeid, when=report.when, outcome=report.outcome, ours=ours,
               expected=hasattr(report, "wasxfail"), text=text[:4000], seconds=report.duration)


def pytest_runtest_logfinish(nodeid):
    _write(event="finish", id=nodeid)
