"""Chrome traces of host code: PROFILE_TRACE=1 writes begin and end of what is decorated or entered.

PROFILE_TRACE_LEVELS (0,1,2,3,4) filters, PROFILE_TRACE_FILENAME (trace.json) names the file, of which a free name with a
number is taken when it exists at the start; programs that started together add to one file. PROFILE_ENABLE_TRACE_LOG prints.
"""

import atexit
import contextlib
import fcntl
import functools
import json
import os
import pathlib
import time

LEVELS = ["Phase", "Program", "Layer", "Block", "Operation"]


class Profiler:
    def __init__(self):
        self.on = os.environ.get("PROFILE_TRACE") == "1"
        self.levels = {int(level) for level in os.environ.get("PROFILE_TRACE_LEVELS", "0,1,2,3,4").split(",")}
        self.log = "PROFILE_ENABLE_TRACE_LOG" in os.environ
        self.events = []
        self.path = free_name(os.environ.get("PROFILE_TRACE_FILENAME", "trace.json")) if self.on else None
        if self.on:
            atexit.register(self.save)

    def _add(self, phase, name, level, args):
        self.events.append({"name": name, "cat": LEVELS[level], "ph": phase, "pid": os.getpid(), "tid": level,
                            "ts": time.perf_counter_ns() / 1e3, "args": args})
        if self.log:
            print("enter" if phase == "B" else "exit", name)

    @contextlib.contextmanager
    def span(self, name, level=4, device=None, **args):
        """With a device both ends wait for it."""
        if not self.on or level not in self.levels:
            yield
            return
        wait_for(device)
        self._add("B", name, level, args)
        try:
            yield
        finally:
            wait_for(device)
            self._add("E", name, level, {})

    def __call__(self, level=4, wait=False):
        """The decorator; `wait` is for the device of the object, which must not be capturing a trace."""
        def wrap(function):
            @functools.wraps(function)
            def timed(*args, **kwargs):
                with self.span(function.__qualname__, level, args[0].device if wait else None):
                    return function(*args, **kwargs)
            return timed
        return wrap

    def save(self):
        """What another program has written meanwhile stays."""
        path = pathlib.Path(self.path)
        with open(f"{path}.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            before = json.loads(path.read_text())["traceEvents"] if path.exists() else []
            events = sorted([*before, *self.events], key=lambda event: event["ts"])
            part = path.with_name(f"{path.name}.part")
            part.write_text(json.dumps({"traceEvents": events, "displayTimeUnit": "ms"}))
            part.replace(path)
        self.events = []


def wait_for(device):
    if device is not None:
        import ttnn

        ttnn.synchronize_device(device)


def free_name(name):
    path, number = pathlib.Path(name), 1
    while path.exists():
        path = pathlib.Path(name).with_name(f"{pathlib.Path(name).stem}_{number}{pathlib.Path(name).suffix}")
        number += 1
    return path


profiler = Profiler()
