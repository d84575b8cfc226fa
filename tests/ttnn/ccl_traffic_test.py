#!/usr/bin/env python3
"""Payload over the busiest boundary between two devices, one way: exactly what each collective has to move.

usage: ccl_traffic_test.py --ironbird IRONBIRD --program PROGRAM
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

OPERATIONS = ["all_gather", "reduce_scatter", "all_reduce", "broadcast", "all_to_all"]
# Of a tensor of 128 KiB on every device. On a line the halves of all_reduce have their busiest boundaries at opposite ends.
ROWS = [
    ("n300", "line", 1, 2, [131072, 65536, 131072, 131072, 65536]),
    ("p150x4", "ring", 1, 4, [196608, 49152, 98304, 131072, 65536]),
    ("t3000", "line", 1, 4, [393216, 98304, 131072, None, 131072]),
    ("t3000", "ring", 1, 8, [458752, 57344, 114688, 131072, 131072]),
    ("t3000", "line", 1, 8, [917504, 114688, 131072, None, 262144]),
]


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
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    wrong = []
    for cluster, fabric, rows, columns, wanted in ROWS:
        for operation, want in zip(OPERATIONS, wanted):
            if want is None:
                continue
            got = busiest(options.ironbird, program, cluster, [operation, fabric, rows, columns])
            if got != want:
                wrong.append(f"{cluster} {fabric} {rows}x{columns} {operation}: {got} bytes, expected {want}")
    print("\n".join(wrong) or "all boundaries carry what they have to")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
