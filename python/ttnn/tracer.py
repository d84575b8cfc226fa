"""Records which operations of torch and ttnn made a tensor, as a graph. Needs torch and networkx.

    with ttnn.tracer.trace():
        x = ttnn.from_torch(torch.rand(32, 32), layout=ttnn.TILE_LAYOUT, device=device)
        y = ttnn.to_torch(ttnn.exp(x))
    print(ttnn.tracer.codegen(y))

Tensors that are made meanwhile have `node`, and `graph` with all that they depend on."""

import contextlib
import dataclasses
import itertools

from ttnn import decorators
from ttnn.graph_trace import draw

_mode = None
_numbers = itertools.count()


# ---- nodes ---------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Node:
    number: int
    name: str

    def __hash__(self):
        return hash(self.number)

    def __eq__(self, other):
        return isinstance(other, Node) and self.number == other.number


@dataclasses.dataclass(frozen=True)
class PositionalArgumentName:
    index: int


@dataclasses.dataclass(frozen=True)
class InputTensorIndex:
    """Stands for a tensor in recorded arguments: the number of the edge that it came by."""

    index: int


@dataclasses.dataclass
class TorchFunction:
    function: object
    arg_name_value_pairs: list

    @property
    def name(self):
        return f"torch.{getattr(self.function, '__name__', self.function)}"


@dataclasses.dataclass
class TTNNOperation:
    operation: object
    arg_name_value_pairs: list

    @property
    def name(self):
        return self.operation.__name__


@dataclasses.dataclass
class TorchTensor:
    tensor: object
    name = "torch.Tensor"


@dataclasses.dataclass
class TorchParameter:
    parameter: object
    name = "torch.nn.Parameter"


# ---- recording -----------------------------------------------------------------------------------


def _is_tensor(value):
    import torch
    import ttnn

    return isinstance(value, (torch.Tensor, ttnn.Tensor))


def _new_graph():
    import networkx

    return networkx.MultiDiGraph()


def _source(tensor):
    """The node of a tensor; one that was there before the recording gets its own."""
    import torch

    if getattr(tensor, "node", None) is None:
        kind = TorchParameter if isinstance(tensor, torch.nn.Parameter) else TorchTensor
        _attach(tensor, _new_graph(), kind(tensor), [])
    return tensor


def _attach(tensor, graph, operation, inputs):
    node = Node(next(_numbers), operation.name)
    graph.add_node(node, operation=operation, shape=tuple(tensor.shape))
    for index, source in enumerate(inputs):
        graph.update(source.graph)
        graph.add_edge(source.node, node, sink_input_index=index)
    tensor.graph, tensor.node = graph, node


def _described(args, kwargs):
    """Arguments with tensors as indices, and the tensors."""
    inputs = []

    def of(value):
        if _is_tensor(value):
            inputs.append(_source(value))
            return InputTensorIndex(len(inputs) - 1)
        if isinstance(value, (list, tuple)):
            return type(value)(of(item) for item in value) if type(value) in (list, tuple) else value
        return value

    pairs = [(PositionalArgumentName(i), of(value)) for i, value in enumerate(args)]
    return pairs + [(name, of(value)) for name, value in kwargs.items()], inputs


def _outputs(value):
    if _is_tensor(value):
        return [value]
    return [t for item in value for t in _outputs(item)] if isinstance(value, (list, tuple)) else []


def _record(make, args, kwargs, output):
    pairs, inputs = _described(args, kwargs)
    for tensor in _outputs(output):
        if not any(tensor is source for source in inputs):
            _attach(tensor, _new_graph(), make(pairs), inputs)


def _make_mode():
    from torch.overrides import TorchFunctionMode

    class Recorder(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            output = function(*args, **(kwargs or {}))
            if not getattr(function, "__name__", "__get__").startswith("__get") and _outputs(output):
                with contextlib.ExitStack() as quiet:
                    import torch

                    quiet.enter_context(torch._C.DisableTorchFunction())
                    _record(lambda pairs: TorchFunction(function, pairs), args, kwargs or {}, output)
            return output

    return Recorder()


@contextlib.contextmanager
def _record_operation(operation, args, kwargs):
    yield lambda output: _record(lambda pairs: TTNNOperation(operation, pairs), args, kwargs, output)


def is_tracing_enabled():
    return _mode is not None


def enable_tracing():
    global _mode
    if _mode is None:
        _new_graph()  # says what is missing
        _mode = _make_mode()
        _mode.__enter__()
        decorators.record_with(_record_operation)


def disable_tracing():
    global _mode
    if _mode is not None:
        decorators.record_with(_record_operation, False)
        _mode.__exit__(None, None, None)
        _mode = None


@contextlib.contextmanager
def trace():
    enable_tracing()
    try:
        yield
    finally:
        disable_tracing()


# ---- the graph -----------------------------------------------------------------------------------


def get_graph(value, flatten=False):
    """Everything that the tensors of a value depend on."""
    graph = _new_graph()
    for tensor in _outputs(value):
        graph.update(_source(tensor).graph)
    return graph


def visualize(value, *, file_name=None, **_):
    """The graph as text for Graphviz; drawn into a file if one is named."""
    graph = get_graph(value)
    nodes = {node.number: f"{node.name} {list(data['shape'])}" for node, data in graph.nodes(data=True)}
    return draw(nodes, [(a.number, b.number) for a, b, _ in graph.edges], file_name)


def codegen(value):
    """The graph as lines of Python."""
    import networkx

    graph = get_graph(value)
    lines = []
    for node in networkx.topological_sort(graph):
        operation = graph.nodes[node]["operation"]
        edges = sorted((data["sink_input_index"], source.number) for source, _, data in graph.in_edges(node, data=True))
        lines.append(f"t{node.number} = {_call(operation, [number for _, number in edges])}")
    return "\n".join(lines)


def _call(operation, inputs):
    def text(value):
        if isinstance(value, InputTensorIndex):
            return f"t{inputs[value.index]}"
        if isinstance(value, (list, tuple)):
            return f"[{', '.join(text(item) for item in value)}]"
        return repr(value)

    pairs = getattr(operation, "arg_name_value_pairs", None)
    if pairs is None:
        return f"...  # {operation.name}"
    shown = (text(v) if isinstance(name, PositionalArgumentName) else f"{name}={text(v)}" for name, v in pairs)
    return f"{operation.name}({', '.join(shown)})"


def __getattr__(name):
    return decorators.missing(__name__, name)
