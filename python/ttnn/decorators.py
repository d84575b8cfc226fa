"""Operations as objects: their names, golden functions, hooks, and what stands for missing ones."""

import contextlib
import csv
import functools
import os
import sys
import types

import _ttnn
from ttnn import comparison

_registry = {}
_pre_hooks = []
_post_hooks = []
# Context managers around calls, in fast mode too: captures of the graph, tracers. They give a function that takes
# the result.
_recorders = []
_slow_recorders = []


def _settings():
    return sys.modules["ttnn"].CONFIG


# Findings of `ironbird check` name the line that called.
_tells_lines = _ttnn.wants_call_lines()
_PACKAGE = os.path.dirname(__file__) + os.sep


def _tell_line():
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    if frame is not None:
        _ttnn.set_call_line(frame.f_code.co_filename, frame.f_lineno)


def _names_queue(function, doc):
    """Whether a function has the argument itself; what is compiled says so in its text."""
    known = function.__code__.co_varnames if hasattr(function, "__code__") else doc
    return "queue_id" in known or "cq_id" in known


class Operation:
    """A callable under its full name. `queue_id` or `cq_id` name the command queue of a call."""

    def __init__(self, name, function, *, golden_function=None, is_experimental=False, preprocess=None,
                 postprocess=None, doc=None):
        self.python_fully_qualified_name = self.__name__ = self.__qualname__ = name
        self.function = function
        self.golden_function = golden_function
        self.preprocess_golden_function_inputs = preprocess
        self.postprocess_golden_function_outputs = postprocess
        self.is_experimental = is_experimental
        self.__doc__ = doc or getattr(function, "__doc__", None)
        self._names_queue = _names_queue(function, self.__doc__ or "")

    def __call__(self, *args, **kwargs):
        if _tells_lines:
            _tell_line()
        if not self._names_queue and ("queue_id" in kwargs or "cq_id" in kwargs):
            return self._on_queue(args, kwargs)
        if _settings().enable_fast_runtime_mode and not _recorders:
            return self.function(*args, **kwargs)
        return self._observed(args, kwargs)

    def _on_queue(self, args, kwargs):
        first = kwargs.pop("queue_id", None)
        second = kwargs.pop("cq_id", None)
        queue = second if first is None else first
        if queue is None:
            return self(*args, **kwargs)
        with command_queue(queue):
            return self(*args, **kwargs)

    def _observed(self, args, kwargs):
        slow = not _settings().enable_fast_runtime_mode
        for hook in list(_pre_hooks) if slow else []:
            hook(self, args, kwargs)
        golden = self._golden_inputs(args, kwargs) if slow else None
        with contextlib.ExitStack() as recorded:
            recorders = _recorders + _slow_recorders if slow else list(_recorders)
            ends = [recorded.enter_context(recorder(self, args, kwargs)) for recorder in recorders]
            output = self.function(*args, **kwargs)
            for end in ends:
                end(output)
        if golden is not None:
            comparison.compare(self, golden, output)
        for hook in list(_post_hooks) if slow else []:
            hook(self, args, kwargs, output)
        return output

    def _golden_inputs(self, args, kwargs):
        if not _settings().enable_comparison_mode or self.golden_function is None:
            return None
        return comparison.golden_inputs(self, args, kwargs)

    @property
    def __signature__(self):
        import inspect

        return inspect.signature(self.function)

    def __hash__(self):
        return hash(self.__name__)

    def __eq__(self, other):
        return isinstance(other, Operation) and self.__name__ == other.__name__

    def __repr__(self):
        return f"<ttnn operation {self.__name__}>"


class MissingOperation(Operation):
    """Stands for an operation that is not there, so that it can be named; calling it says so."""

    def __init__(self, name):
        from ttnn import golden

        super().__init__(name, None, golden_function=golden.of(name))

    def __call__(self, *args, **kwargs):
        raise NotImplementedError(f"{self.__name__} is not implemented in Ironbird")

    def __getattr__(self, name):
        # A namespace that is not there either: ttnn.experimental.family.operation.
        if name.startswith("_"):
            raise AttributeError(name)
        return MissingOperation(f"{self.__name__}.{name}")

    def __repr__(self):
        return f"<ttnn operation {self.__name__}: not implemented>"


def missing(module, name):
    """What a module gives for a name that it does not have: lower-case names may be operations, capitalised ones
    types. Constants cannot be named without a value."""
    if name[:1].islower():
        return MissingOperation(f"{module}.{name}")
    if name[:1].isupper() and not name.isupper():
        return _missing_type(f"{module}.{name}")
    raise AttributeError(f"module {module!r} has no attribute {name!r}")


@functools.cache
def _missing_type(name):
    from ttnn import refused

    return refused.refused(name, " is not implemented in Ironbird")


class Namespace(types.ModuleType):
    """A module of operations; names that it does not have are missing operations."""

    def __init__(self, name):
        super().__init__(name)
        self.__path__ = []
        sys.modules[name] = self

    def __getattr__(self, name):
        return missing(self.__name__, name)


@contextlib.contextmanager
def command_queue(cq_id):
    """Calls in the block use this queue."""
    _ttnn.push_command_queue(int(cq_id))
    try:
        yield
    finally:
        _ttnn.pop_command_queue()


# ---- registration --------------------------------------------------------------------------------

# Namespaces that tests and models name before they call anything in them.
_NAMESPACES = [
    "experimental",
    "experimental.deepseek_prefill",
    "transformer",
    "kv_cache",
    "prim",
    "operations",
    "operations.moreh",
    "operations.pool",
    "operations.activations",
    "operations.data_movement",
    "operations.experimental",
]


def namespace(path):
    """The module of a dotted path below ttnn, made when it is not there."""
    root = sys.modules["ttnn"]
    name = "ttnn"
    for part in path.split(".") if path else []:
        name = f"{name}.{part}"
        here = root.__dict__.get(part)
        if not isinstance(here, types.ModuleType):
            here = sys.modules.get(name) or Namespace(name)
            setattr(root, part, here)
        root = here
    return root


def add(operation):
    """Puts an operation where its name says."""
    _, *path, last = operation.python_fully_qualified_name.split(".")
    setattr(namespace(".".join(path)), last, operation)
    _registry[operation.python_fully_qualified_name] = operation
    return operation


def _walk(module, path):
    for name, value in vars(module).items():
        if name.startswith("_"):
            continue
        if isinstance(value, types.ModuleType):
            yield from _walk(value, [*path, name])
        elif callable(value):
            yield ".".join(["ttnn", *path, name]), value


def install(package):
    """Makes an operation of everything that the compiled module has."""
    for path in _NAMESPACES:
        namespace(path)
    for name, function in _walk(_ttnn.operations, []):
        add(Operation(name, function, is_experimental=".experimental." in name))
    return package.operations


def register_python_operation(*, name, is_experimental=False, is_method=False, golden_function=None,
                              preprocess_golden_function_inputs=None,
                              postprocess_golden_function_outputs=None, doc=None):
    def decorate(function):
        return add(Operation(
            name,
            function,
            golden_function=golden_function,
            is_experimental=is_experimental,
            preprocess=preprocess_golden_function_inputs,
            postprocess=postprocess_golden_function_outputs,
            doc=doc,
        ))

    return decorate


def register_cpp_operation():
    def decorate(function):
        return add(Operation(function.python_fully_qualified_name, function))

    return decorate


def attach_golden_function(operation, golden_function=None, *, preprocess_golden_function_inputs=None,
                           postprocess_golden_function_outputs=None):
    operation.golden_function = golden_function
    operation.preprocess_golden_function_inputs = preprocess_golden_function_inputs
    operation.postprocess_golden_function_outputs = postprocess_golden_function_outputs


def get_golden_function(operation):
    if getattr(operation, "golden_function", None) is None:
        raise RuntimeError(f"{operation} does not have a golden function")
    return operation.golden_function


def query_registered_operations(include_experimental=False):
    return [op for op in _registry.values() if include_experimental or not op.is_experimental]


def dump_operations(csv_file, include_experimental=False):
    with open(csv_file, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["python_fully_qualified_name", "has_golden_function"])
        for op in query_registered_operations(include_experimental):
            writer.writerow([op.python_fully_qualified_name, op.golden_function is not None])


def record_with(recorder, on=True, slow_only=False):
    """Begins or ends the use of a recorder."""
    recorders = _slow_recorders if slow_only else _recorders
    if on and recorder not in recorders:
        recorders.append(recorder)
    elif not on and recorder in recorders:
        recorders.remove(recorder)


@contextlib.contextmanager
def _hook(hooks, hook):
    hooks.append(hook)
    try:
        yield
    finally:
        hooks.remove(hook)


def register_pre_operation_hook(hook):
    return _hook(_pre_hooks, hook)


def register_post_operation_hook(hook):
    return _hook(_post_hooks, hook)
