#!/usr/bin/env python3
"""Payload over the busiest boundary between two devices, one way: exactly what each collective has to move.

usage: ccl_traffic_test.py --ironbird IRONBIRD --program PROGRAM [--rows 0 1 …]
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

OPERATIONS = ["all_gather", "reduce_scatter", "all_reduce", "broadcast", "all_to_all"]
# Cluster, fabric, rows and columns of the mesh, axis, height and width of the tensor of every device in bfloat16, and the
# bytes of each operation. On a line the halves of all_reduce have their busiest boundaries at opposite ends: it carries
# what a tensor has.
ROWS = [
    ("n300", "line", 1, 2, 1, 32, 64, [4096, 2048, 4096, 4096, 2048]),
    ("n300", "line", 1, 2, 1, 32, 2048, [131072, 65536, 131072, 131072, 65536]),
    ("p150x4", "ring", 1, 4, 1, 32, 2048, [196608, 49152, 98304, 131072, 65536]),
    ("t3000", "line", 1, 4, 1, 32, 2048, [393216, 98304, 131072, 131072, 131072]),
    ("t3000", "line", 2, 4, 1, 32, 2048, [393216, 98304, 131072, 131072, 131072]),
    ("t3000", "line", 2, 4, 0, 32, 2048, [131072, 65536, 131072, 131072, 65536]),
    ("t3000", "mesh", 2, 4, 1, 32, 2048, [393216, 98304, 131072, 131072, 131072]),
    ("t3000", "ring", 1, 8, 1, 32, 2048, [458752, 57344, 114688, 131072, 131072]),
    ("t3000", "line", 1, 8, 1, 32, 2048, [917504, 114688, 131072, 131072, 262144]),
    ("p150x8", "ring", 2, 4, 1, 32, 2048, [196608, 49152, 98304, 131072, 65536]),
    ("galaxy", "ring", 4, 8, 1, 32, 2048, [458752, 57344, 114688, 131072, 131072]),
    ("galaxy", "ring", 4, 8, 0, 32, 2048, [196608, 49152, 98304, 131072, 65536]),
    ("galaxy", "ring", 8, 4, 0, 32, 2048, [458752, 57344, 114688, 131072, 131072]),
    ("galaxy", "ring", 8, 4, 1, 32, 2048, [196608, 49152, 98304, 131072, 65536]),
    ("t3000", "ring", 1, 8, 1, 4096, 2048, [58720256, 7340032, 14680064, 16777216, 16777216]),
]
CALLED_ONCE = 1 << 20  # bytes of a tensor; smaller ones are moved by three calls


def busiest(ironbird, program, cluster, arguments):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([ironbird, "run", "--", program, *map(str, arguments)], cwd=folder, capture_output=True,
                              text=True, env=os.environ | {"IRONBIRD_CLUSTER": cluster}, check=False)
        if done.returncode != 0:
            sys.exit(f"{cluster} {arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        record = sorted(pathlib.Path(folder, "ironbird-out").iterdir())[-1] / "run.json"
        devices = json.loads(record.read_text())["devices"]
    boundaries = collections.Counter()
    for device in devices:
        for cable in device["cables"]:
            boundaries[device["device"], cable["to"]] += cable["payload_bytes"]
    return max(boundaries.values())


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--ironbird", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--rows", type=int, nargs="*", default=range(len(ROWS)), help="numbers of rows")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    wrong = []
    for cluster, fabric, rows, columns, axis, height, width, wanted in (ROWS[i] for i in options.rows):
        calls = 1 if 2 * height * width > CALLED_ONCE else 3
        for operation, want in zip(OPERATIONS, wanted):
            case = [operation, fabric, rows, columns, axis, height, width]
            begun = time.monotonic()
            got = busiest(options.ironbird, program, cluster, case)
            print(cluster, *case, f"{got} bytes, {time.monotonic() - begun:.1f} s", flush=True)
            if got != calls * want:
                wrong.append(f"{cluster} {case}: {got} bytes in {calls} calls, expected {want} in each")
    print("\n".join(wrong) or "all boundaries carry what they have to")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
