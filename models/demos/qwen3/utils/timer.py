"""Named times of host code, with the device synchronised at both ends; on with PROFILE_TIME=1."""

import contextlib
import os
import time

import ttnn

_samples = {}


def enabled():
    return os.environ.get("PROFILE_TIME") == "1"


@contextlib.contextmanager
def timed(name, device=None):
    if not enabled():
        yield
        return
    if device is not None:
        ttnn.synchronize_device(device)
    begin = time.perf_counter()
    yield
    if device is not None:
        ttnn.synchronize_device(device)
    _samples.setdefault(name, []).append((time.perf_counter() - begin) * 1e3)


def lines():
    """Total, count, mean, least, most and all samples in ms."""
    return [f"{name}: total {sum(t):.3f} ms, {len(t)} times, mean {sum(t) / len(t):.3f}, min {min(t):.3f}, "
            f"max {max(t):.3f}, all {[round(x, 3) for x in t]}" for name, t in _samples.items()]


def reset():
    _samples.clear()
