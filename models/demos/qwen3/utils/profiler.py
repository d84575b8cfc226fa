"""Chrome traces of host code: PROFILE_TRACE=1 writes begin and end of what is decorated or entered.

PROFILE_TRACE_LEVELS (0,1,2,3,4) filters, PROFILE_TRACE_FILENAME (trace.json) names the file, of which a free name with a
number is taken when it exists; PROFILE_ENABLE_TRACE_LOG prints.
"""

import atexit
import contextlib
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
    def span(self, name, level=4, **args):
        if not self.on or level not in self.levels:
            yield
            return
        self._add("B", name, level, args)
        try:
            yield
        finally:
            self._add("E", name, level, {})

    def __call__(self, level=4):
        """The decorator."""
        def wrap(function):
            @functools.wraps(function)
            def timed(*args, **kwargs):
                with self.span(function.__qualname__, level):
                    return function(*args, **kwargs)
            return timed
        return wrap

    def save(self):
        events = sorted(self.events, key=lambda event: event["ts"])
        pathlib.Path(self.path).write_text(json.dumps({"traceEvents": events, "displayTimeUnit": "ms"}))


def free_name(name):
    path, number = pathlib.Path(name), 1
    while path.exists():
        path = pathlib.Path(name).with_name(f"{pathlib.Path(name).stem}_{number}{pathlib.Path(name).suffix}")
        number += 1
    return path


profiler = Profiler()
