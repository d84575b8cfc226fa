"""Timers and traces of host code, with a clock that tests set; meshes by the number of chips."""

import json

import pytest
from models.demos.qwen3 import benchmark
from models.demos.qwen3.utils import profiler, timer
from models.demos.qwen3.utils.device import mesh_shape


class Clock:
    """Each reading is later by what comes next."""

    def __init__(self, *steps):
        self.now, self.steps = 0.0, list(steps)

    def __call__(self):
        self.now += self.steps.pop(0)
        return self.now


@pytest.fixture
def traced(monkeypatch, tmp_path):
    """A profiler as a program with these variables has it."""
    def make(**variables):
        monkeypatch.setenv("PROFILE_TRACE", "1")
        monkeypatch.setenv("PROFILE_TRACE_FILENAME", str(tmp_path / "trace.json"))
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(profiler.atexit, "register", lambda save: None)
        return profiler.Profiler()

    return make


def test_timer(monkeypatch):
    monkeypatch.setattr(timer.time, "perf_counter", Clock(1, 0.25, 1, 0.5))
    timer.reset()
    with timer.timed("off"):
        pass
    monkeypatch.setenv("PROFILE_TIME", "1")
    for _ in range(2):
        with timer.timed("step"):
            pass
    assert timer.lines() == ["step: total 750.000 ms, 2 times, mean 375.000, min 250.000, max 500.000, "
                             "all [250.0, 500.0]"]
    timer.reset()


def test_times_of_the_benchmark(monkeypatch):
    """Ten calls of 1, 2 … 10 seconds, without the first and the last of them; six before are not timed."""
    calls = []
    steps = [step for seconds in range(1, 11) for step in (0, seconds)]
    monkeypatch.setattr(benchmark.time, "perf_counter", Clock(*steps))
    assert benchmark.seconds_of(lambda: calls.append(1)) == 5.5
    assert len(calls) == 5 + 1 + 10


def test_trace(traced, tmp_path):
    one = traced(PROFILE_TRACE_LEVELS="0,2")
    with one.span("run", 0, users=3), one.span("left out", 1), one.span("layer", 2):
        pass
    one.save()
    whole = json.loads((tmp_path / "trace.json").read_text())
    assert whole["displayTimeUnit"] == "ms"
    events = whole["traceEvents"]
    assert [(e["ph"], e["name"], e["cat"], e["tid"]) for e in events] == [
        ("B", "run", "Phase", 0), ("B", "layer", "Layer", 2), ("E", "layer", "Layer", 2), ("E", "run", "Phase", 0)]
    assert events[0]["args"] == {"users": 3}
    assert all(a["ts"] <= b["ts"] for a, b in zip(events, events[1:]))


def test_programs_that_start_together_share_a_trace(traced, tmp_path):
    one, other = traced(), traced()
    with one.span("a"), other.span("b"):
        pass
    one.save()
    other.save()
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert [e["ph"] + e["name"] for e in events] == ["Ba", "Bb", "Eb", "Ea"]
    assert traced().path == tmp_path / "trace_1.json"


def test_decorator_and_log(traced, capsys):
    one = traced(PROFILE_ENABLE_TRACE_LOG="1")

    @one(level=3)
    def block(x):
        return x + 1

    assert block(1) == 2
    assert capsys.readouterr().out.splitlines() == [f"{word} {block.__qualname__}" for word in ("enter", "exit")]


def test_off_by_default(monkeypatch):
    monkeypatch.delenv("PROFILE_TRACE", raising=False)
    one = profiler.Profiler()
    with one.span("x"):
        pass
    assert one.events == [] and one.path is None


@pytest.mark.parametrize("chips,shape", [(1, (1, 1)), (2, (1, 2)), (8, (1, 8)), (32, (4, 8))])
def test_meshes(monkeypatch, chips, shape):
    monkeypatch.delenv("TT_MESHDEVICE_SHAPE", raising=False)
    assert mesh_shape(chips) == shape
    monkeypatch.setenv("TT_MESHDEVICE_SHAPE", "2,4")
    assert mesh_shape(chips) == (2, 4)


@pytest.mark.parametrize("text", ["8", "1,x", "0,8", "1,2,3"])
def test_other_meshes(monkeypatch, text):
    monkeypatch.setenv("TT_MESHDEVICE_SHAPE", text)
    with pytest.raises(ValueError, match="must be ROWS,COLUMNS"):
        mesh_shape(8)
