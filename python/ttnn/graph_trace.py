"""What can be told from a captured graph: calls, memory at its most, results, the shape of the program."""

import collections
import dataclasses
import shutil
import subprocess
import warnings

from _ttnn import BufferType, Shape


def _kind(node):
    return node["node_type"]


def _number(node, name):
    return int(node["params"].get(name, 0))


def extract_calltrace(captured_graph):
    """The names of all functions, in the order in which they began."""
    return [node["params"]["name"] for node in captured_graph if _kind(node) == "function_start"]


# ---- memory --------------------------------------------------------------------------------------

_PROGRAM = {"circular_buffer_allocate": "cb", "dataflow_buffer_allocate": "dataflow_buffer",
            "scratchpad_allocate": "scratchpad"}


def _is_borrowed(node):
    """Memory that a tensor already accounts for."""
    return _number(node, "globally_allocated") == 1 or _number(node, "borrows_memory") == 1


@dataclasses.dataclass(repr=False)
class PeakMemoryUsagePerCore:
    """Bytes of L1 on one core at the most, by what they are for."""

    peak_cb: int = 0
    peak_l1: int = 0
    peak_dataflow_buffer: int = 0
    peak_scratchpad: int = 0
    peak_total: int = 0

    def __repr__(self):
        values = ", ".join(f"{name}={value}" for name, value in vars(self).items())
        return f"PeakMemoryUsagePerCore({values})"


class _Usage:
    """Follows what is allocated, node by node; `size` names the parameter that counts for buffers."""

    def __init__(self, size):
        self.size = size
        self.now = collections.Counter()
        self.peak = collections.Counter()

    def take(self, node, trace):
        kind = _kind(node)
        if kind in _PROGRAM:
            if not _is_borrowed(node):
                self._add(_PROGRAM[kind], _number(node, "size"))
        elif kind == "circular_buffer_deallocate_all":
            for name in _PROGRAM.values():
                self.now[name] = 0
        elif kind in ("buffer_allocate", "buffer_deallocate") and node["params"].get("type") == "L1":
            self._add("l1", _number(node, self.size) * (1 if kind == "buffer_allocate" else -1))

    def _add(self, name, size):
        self.now[name] += size
        self.peak[name] = max(self.peak[name], self.now[name])
        self.peak["total"] = max(self.peak["total"], sum(self.now.values()))


def _follow(captured_graph, size):
    usage = _Usage(size)
    for node in captured_graph:
        usage.take(node, captured_graph)
    return usage


def extract_peak_L1_memory_usage(captured_graph):
    """Of all cores together: buffers by their whole size, programs by the size on one core."""
    return _follow(captured_graph, "size").peak["total"]


def extract_resource_usage_per_core(captured_graph, interleaved_storage_cores=None):
    if interleaved_storage_cores is not None:
        warnings.warn("interleaved_storage_cores is not used any more", DeprecationWarning, stacklevel=2)
    peak = _follow(captured_graph, "max_size_per_bank").peak
    return PeakMemoryUsagePerCore(**{f"peak_{name}": peak[name] for name in
                                     ("cb", "l1", "dataflow_buffer", "scratchpad", "total")})


# ---- results -------------------------------------------------------------------------------------


@dataclasses.dataclass
class TensorInfo:
    shape: object
    size: int
    type: object


def _tensors_of(captured_graph, node):
    return {i for i in node["connections"] if _kind(captured_graph[i]) == "tensor"}


def extract_output_tensors(captured_graph):
    """The nodes of what the last function returned that returned anything."""
    for node in reversed(captured_graph):
        if _kind(node) == "function_end" and _tensors_of(captured_graph, node):
            return _tensors_of(captured_graph, node)
    raise RuntimeError("No function of the captured graph returned a tensor")


def extract_output_info(captured_graph):
    outputs = extract_output_tensors(captured_graph)
    infos = []
    for node in captured_graph:
        if _kind(node) != "buffer":
            continue
        for i in outputs.intersection(node["connections"]):
            text = captured_graph[i]["params"]["shape"]
            dims = [int(d) for d in text[text.index("[") + 1:text.index("]")].split(",") if d.strip()]
            kind = BufferType.L1 if node["params"]["type"] == "L1" else BufferType.DRAM
            infos.append(TensorInfo(Shape(dims), _number(node, "size"), kind))
    return infos


def count_intermediate_and_output_tensors(captured_graph):
    outputs = extract_output_tensors(captured_graph)
    ends = (node for node in captured_graph if _kind(node) == "function_end")
    returned = set().union(*(_tensors_of(captured_graph, node) for node in ends))
    return len(returned - outputs), len(outputs)


# ---- the shape of the program --------------------------------------------------------------------


def extract_levelized_graph(captured_graph, max_level=1):
    """Functions down to a level of nesting, with the edges along which tensors go."""
    starts = {n["counter"]: n for n in captured_graph
              if _kind(n) == "function_start" and n["stacking_level"] <= max_level}
    made_by, vertices, inside, chain = {}, {}, [], []
    for node in captured_graph:
        if _kind(node) == "function_start":
            chain.append(node["counter"])
            if node["counter"] in starts:
                vertices[node["counter"]] = _vertex(node, made_by, vertices)
                inside.append(node["counter"])
                if len(inside) > 1:
                    vertices[inside[-2]]["internals"].append(node["counter"])
        elif _kind(node) == "function_end" and chain:
            if inside and chain.pop() == inside[-1]:
                _finish(captured_graph, node, vertices[inside.pop()], made_by)
    return list(vertices.values())


def _vertex(node, made_by, vertices):
    sources = [made_by[t] for t in node["input_tensors"] if t in made_by]
    for source in sources:
        vertices[source]["out_edges"].append(node["counter"])
    return {"counter": node["counter"], "stacking_level": node["stacking_level"],
            "name": node["params"]["name"], "arguments": node["arguments"], "in_edges": sources, "out_edges": [],
            "internals": [], "output_info": [], "output_shape": []}


def _finish(captured_graph, end, vertex, made_by):
    for i in sorted(_tensors_of(captured_graph, end)):
        made_by[i] = vertex["counter"]
        vertex["output_shape"].append(captured_graph[i]["params"]["shape"])
        vertex["output_info"].append(captured_graph[i]["params"].get("layout", ""))


# ---- for people ----------------------------------------------------------------------------------


def _label(node):
    params = node["params"]
    name = params.get("name") or (f"tensor {params['tensor_id']}" if "tensor_id" in params else "")
    return f"{_kind(node).replace('_', ' ')} {name}".strip()


def pretty_format(captured_graph):
    lines, depth = [], 0
    for node in captured_graph:
        depth -= _kind(node) == "function_end"
        lines.append("    " * depth + _label(node))
        depth += _kind(node) == "function_start"
    return "\n".join(lines) + "\n"


def pretty_print(captured_graph):
    print(pretty_format(captured_graph))


def visualize(captured_graph, *, file_name=None, **_):
    """The graph as text for Graphviz; drawn into a file if one is named."""
    edges = [(node["counter"], to) for node in captured_graph for to in node["connections"]]
    return draw({node["counter"]: _label(node) for node in captured_graph}, edges, file_name)


def draw(nodes, edges, file_name):
    lines = ["digraph {", *(f'  n{number} [label="{label}"];' for number, label in nodes.items())]
    text = "\n".join([*lines, *(f"  n{a} -> n{b};" for a, b in edges), "}"])
    if file_name is not None:
        if shutil.which("dot") is None:
            raise RuntimeError("visualize: `dot` of Graphviz is not installed")
        kind = str(file_name).rsplit(".", 1)[-1]
        subprocess.run(["dot", f"-T{kind}", "-o", str(file_name)], input=text, text=True, check=True)
    return text
