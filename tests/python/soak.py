#!/usr/bin/env python3
"""Many openings and calls in one process: what its memory does. Not part of the tests; says what it saw.

    soak.py [openings] [calls]"""

import sys
import threading
import time

import numpy
import ttnn


def resident_kib():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def report(what, done, of, begin):
    print(f"{what}: {done} of {of}, {resident_kib() // 1024} MiB, {time.time() - begin:.0f} s", flush=True)


def openings(count):
    begin = time.time()
    for i in range(count + 1):
        with ttnn.manage_device(0) as device:
            if i % 100 == 0:
                x = ttnn.from_torch(numpy.ones([64, 64], numpy.float32), layout=ttnn.TILE_LAYOUT, device=device)
                assert ttnn.exp(x).to_numpy()[0, 0] > 2.7
        if i % max(1, count // 10) == 0:
            report("openings", i, count, begin)


def calls(count):
    begin = time.time()
    with ttnn.manage_device(0) as device:
        x = ttnn.from_torch(numpy.ones([32, 32], numpy.float32), layout=ttnn.TILE_LAYOUT, device=device)
        for i in range(count + 1):
            y = ttnn.add(x, 1.0)
            if i % 1000 == 0:
                assert y.to_numpy()[0, 0] == 2
            if i % max(1, count // 10) == 0:
                report("calls", i, count, begin)


def threads(count):
    begin = time.time()
    wrong = []
    with ttnn.manage_device(0) as device:
        def work(seed):
            array = numpy.random.default_rng(seed).standard_normal([32, 32]).astype(numpy.float32)
            for _ in range(count):
                x = ttnn.from_torch(array, layout=ttnn.TILE_LAYOUT, device=device)
                if not numpy.allclose((x + x).to_numpy(), 2 * array, rtol=1e-3):
                    wrong.append(seed)

        workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert not wrong, wrong
    report("calls of 4 threads", 4 * count, 4 * count, begin)


if __name__ == "__main__":
    numbers = [int(a) for a in sys.argv[1:]] + [10_000, 100_000][len(sys.argv) - 1:]
    openings(numbers[0])
    calls(numbers[1])
    threads(min(250, numbers[1] // 4))
