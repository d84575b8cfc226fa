"""The call of ttnn_calls.cpp from Python: prints microseconds."""

import time

import ttnn

CALLS = 100

device = ttnn.open_device(device_id=0)
a, b = (ttnn.ones([64 * 32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device) for _ in range(2))
cores = ttnn.CoreRangeSet([ttnn.CoreRange((0, 0), (7, 7))])


def call():
    ttnn.add(a, b, sub_core_grids=cores)
    ttnn.synchronize_device(device)


def calls():
    begin = time.perf_counter()
    for _ in range(CALLS):
        call()
    return time.perf_counter() - begin


call()
print(min(calls() for _ in range(5)) * 1e6 / CALLS)
ttnn.close_device(device)
