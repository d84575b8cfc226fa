"""Capture of what a program runs, as a list of nodes; with the calls of Python beside it in a report."""

import contextlib
import json
import pathlib
import traceback

import _ttnn
from ttnn import decorators
from _ttnn.graph import RunMode, is_graph_capture_active, track_function_end, track_function_start  # noqa: F401
from ttnn.graph_trace import (  # noqa: F401
    PeakMemoryUsagePerCore,
    TensorInfo,
    count_intermediate_and_output_tensors,
    extract_calltrace,
    extract_levelized_graph,
    extract_output_info,
    extract_output_tensors,
    extract_peak_L1_memory_usage,
    extract_resource_usage_per_core,
    pretty_format,
    pretty_print,
    visualize,
)

REPORT_VERSION = 1
COMPARISON_RECORDS_SIDECAR_SUFFIX = ".comparison_records.json"
# Frames of the package and of pytest say nothing about the caller's program.
_INTERNAL = ("/ttnn/decorators.py", "/ttnn/graph.py", "/contextlib.py", "/_pytest/", "/pluggy/", "/bin/pytest")

_python_io_data = []
_switches = {"io": False, "stacks": False, "buffers": False}
_stacks_end_with_capture = False
_devices = {}

_cpp_end_graph_capture = _ttnn.graph.end_graph_capture


def _switch(name):
    """Functions that set a switch, clear it and ask for it."""
    return (lambda: _switches.update({name: True}), lambda: _switches.update({name: False}),
            lambda: _switches[name])


enable_python_io_recording, disable_python_io_recording, is_python_io_recording_enabled = _switch("io")
enable_python_stack_traces, disable_python_stack_traces, is_python_stack_trace_enabled = _switch("stacks")
enable_detailed_buffer_tracing, disable_detailed_buffer_tracing, is_detailed_buffer_tracing_enabled = \
    _switch("buffers")


# ---- the capture ---------------------------------------------------------------------------------


def begin_graph_capture(run_mode=RunMode.NORMAL):
    """Captures nest; NO_DISPATCH allocates nothing and runs nothing."""
    global _python_io_data, _stacks_end_with_capture
    if not is_graph_capture_active():
        import ttnn

        _python_io_data = []
        _devices.clear()
        reset_comparison_records_data()
        enable_python_io_recording()
        wanted = ttnn.CONFIG.enable_graph_python_stack_traces or ttnn.CONFIG.enable_detailed_tensor_report
        _stacks_end_with_capture = wanted and not is_python_stack_trace_enabled()
        if wanted:
            enable_python_stack_traces()
        decorators.record_with(_record)
    _ttnn.graph.begin_graph_capture(run_mode)


def _outermost_ended():
    global _stacks_end_with_capture
    if is_graph_capture_active():
        return
    disable_python_io_recording()
    decorators.record_with(_record, False)
    if _stacks_end_with_capture:
        disable_python_stack_traces()
        _stacks_end_with_capture = False


def end_graph_capture():
    nodes = _cpp_end_graph_capture()
    _outermost_ended()
    return nodes


def _cpp_end_graph_capture_to_file(report_path):
    """The nodes as text; the report has the devices and where it was made too."""
    import ttnn

    nodes = _cpp_end_graph_capture()
    initialized = ttnn.distributed_context_is_initialized()
    report = {
        "version": REPORT_VERSION,
        "graph": nodes,
        "devices": list(_devices.values()) or _default_devices(),
        "metadata": {"rank": int(ttnn.distributed_context_get_rank()) if initialized else 0,
                     "world_size": int(ttnn.distributed_context_get_size()) if initialized else 1},
    }
    pathlib.Path(report_path).write_text(json.dumps(report))
    return json.dumps(nodes)


def _default_devices():
    import ttnn

    device = ttnn.GetDefaultDevice()
    return [] if device is None else [_ttnn.graph.describe_device(device)]


def end_graph_capture_to_file(report_path):
    """Writes a report; calls from Python and comparisons go into files beside it."""
    report_path = pathlib.Path(report_path)
    nodes = json.loads(_cpp_end_graph_capture_to_file(report_path))
    if _python_io_data:
        report_path.with_suffix(".python_io.json").write_text(json.dumps(_python_io_data))
    if has_comparison_records():
        report_path.with_suffix(COMPARISON_RECORDS_SIDECAR_SUFFIX).write_text(json.dumps(_comparisons))
        reset_comparison_records_data()
    _outermost_ended()
    return nodes


@contextlib.contextmanager
def full_graph_capture(report_path, *, run_mode=RunMode.NORMAL, slow_dispatch=True):
    """A report of the block, with everything that can be recorded."""
    import ttnn

    before = dict(_switches)
    fast = ttnn.CONFIG.enable_fast_runtime_mode
    _switches.update(stacks=True, buffers=True)
    ttnn.CONFIG.enable_fast_runtime_mode = fast and not slow_dispatch
    depth_known = is_graph_capture_active()
    begin_graph_capture(run_mode)
    try:
        yield
        end_graph_capture_to_file(report_path)
    finally:
        if is_graph_capture_active() and not depth_known:
            _cpp_end_graph_capture()
        _switches.update(before)
        ttnn.CONFIG.enable_fast_runtime_mode = fast


# ---- calls from Python ---------------------------------------------------------------------------


def _safe_arg_str(value):
    """Short, and without reading a device."""
    import ttnn

    if isinstance(value, ttnn.Tensor):
        return (f"ttnn.Tensor(shape={value.shape}, dtype={value.dtype}, layout={value.layout}, "
                f"memory_config={value.memory_config()}, tensor_id={value.tensor_id})")
    if type(value).__module__.startswith("torch") and hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"torch.Tensor(shape={list(value.shape)}, dtype={value.dtype})"
    try:
        return str(value)
    except Exception:  # a value whose text fails must not end the caller's program
        return f"<{type(value).__name__}>"


def _stack():
    frames = [f for f in traceback.extract_stack() if not any(part in f.filename for part in _INTERNAL)]
    return [f'  File "{f.filename}", line {f.lineno}, in {f.name}\n    {f.line}\n' for f in reversed(frames)]


def tensor_ids(value):
    """Of all tensors in a value."""
    import ttnn

    if isinstance(value, ttnn.Tensor):
        _remember_device(value)
        return [int(value.tensor_id)]
    if isinstance(value, (list, tuple)):
        return [one for item in value for one in tensor_ids(item)]
    return []


def _remember_device(tensor):
    device = tensor.device() if tensor.is_allocated() else None
    if device is not None and device.id() not in _devices:
        _devices[device.id()] = _ttnn.graph.describe_device(device)


def record_python_operation(name, args, kwargs):
    """Notes a call: its arguments as text, and who called."""
    named = {**{str(i): value for i, value in enumerate(args)}, **kwargs}
    entry = {"name": name, "arguments": {key: _safe_arg_str(value) for key, value in named.items()},
             "input_tensor_ids": tensor_ids(list(named.values()))}
    if is_python_stack_trace_enabled():
        entry["python_stack_trace"] = _stack()
    _python_io_data.append(entry)
    return entry


@contextlib.contextmanager
def _record(operation, args, kwargs):
    import ttnn

    if not is_graph_capture_active():
        yield lambda output: None
        return
    entry = record_python_operation(operation.__name__, args, kwargs)
    # In fast mode only what runs on the device and tensors from Python are functions of the graph.
    name = operation.__name__
    if ttnn.CONFIG.enable_fast_runtime_mode:
        name = "ttnn::convert_python_tensor_to_tt_tensor" if name == "ttnn.from_torch" else None
    if name is not None:
        track_function_start(name)
    try:
        yield lambda output: entry.update(output_tensor_ids=tensor_ids(output))
    finally:
        if name is not None:
            track_function_end()


def store_captured_graph(captured_graph):
    if _python_io_data:
        _python_io_data[-1]["captured_graph"] = captured_graph


# ---- comparisons with golden functions -----------------------------------------------------------

_TABLES = ("local_tensor_comparison_records", "global_tensor_comparison_records", "tensors")
_comparisons = {}


def reset_comparison_records_data():
    _comparisons.clear()
    _comparisons.update({"version": 1, **{table: [] for table in _TABLES}})


def record_tensor_comparison_data(**tables):
    for table, rows in tables.items():
        known = {row.get("tensor_id") for row in _comparisons[table]} if table == "tensors" else set()
        _comparisons[table].extend(row for row in rows or [] if row.get("tensor_id") not in known)


def has_comparison_records():
    return any(_comparisons.get(table) for table in _TABLES)


reset_comparison_records_data()


def __getattr__(name):
    return decorators.missing(__name__, name)
