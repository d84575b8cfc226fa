"""The call of ttnn_calls.cpp from Python, on a square of cores of the given side: prints microseconds."""

import sys
import time

import ttnn

CALLS = 1000
SIDE = int(sys.argv[1])

device = ttnn.open_device(device_id=0)
a, b = (ttnn.ones([SIDE * SIDE * 32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
        for _ in range(2))
cores = ttnn.CoreRangeSet([ttnn.CoreRange((0, 0), (SIDE - 1, SIDE - 1))])


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
