#!/usr/bin/env python3
"""Modelled time of operations that memory bounds, 4096 x 4096 in BFLOAT16, against the chip's DRAM bandwidth.

Prints the rows of docs/ops_time.md. Needs the target ttnn_python; no part of the tests of this repository."""

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZE = 4096
MATRIX = SIZE * SIZE * 2
PEAK = {"n150": 288.0, "p150": 512.0}  # GB/s
# Name and bytes that have to be read and written.
OPERATIONS = {"add": 3 * MATRIX, "copy": 2 * MATRIX, "transpose": 2 * MATRIX, "softmax": 2 * MATRIX,
              "rms_norm": 2 * MATRIX, "embedding": 2 * MATRIX}


def child(name):
    sys.path.insert(0, str(ROOT / "python"))
    import ttnn

    device = ttnn.open_device(device_id=0)

    def made(layout):
        return ttnn.empty([SIZE, SIZE], ttnn.bfloat16, layout, device, ttnn.DRAM_MEMORY_CONFIG)

    if name == "embedding":
        rows = ttnn.arange(0, SIZE, 1, dtype=ttnn.uint32, device=device, layout=ttnn.ROW_MAJOR_LAYOUT)
        ttnn.embedding(ttnn.reshape(rows, [1, SIZE]), made(ttnn.ROW_MAJOR_LAYOUT), layout=ttnn.ROW_MAJOR_LAYOUT)
    else:
        x = made(ttnn.TILE_LAYOUT)
        calls = {"add": lambda: ttnn.add(x, made(ttnn.TILE_LAYOUT)), "copy": lambda: ttnn.clone(x),
                 "transpose": lambda: ttnn.transpose(x, 0, 1), "softmax": lambda: ttnn.softmax(x, -1),
                 "rms_norm": lambda: ttnn.rms_norm(x)}
        calls[name]()
    ttnn.synchronize_device(device)
    ttnn.close_device(device)


def launches(ironbird, chip, name):
    """Names and nanoseconds of what a call launched."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, IRONBIRD_CHIP=chip, TT_LOGGER_LEVEL="fatal")
        command = [str(ironbird), "run", "--profile", "--", "/usr/bin/python3", __file__, "--child", name]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        found = sorted(pathlib.Path(folder).rglob("ops_perf_results.csv"))
        with open(found[0], newline="") as file:
            return [(row["OP CODE"], float(row["DEVICE KERNEL DURATION [ns]"])) for row in csv.DictReader(file)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ironbird", type=pathlib.Path, default=ROOT / "build/ci/bin/ironbird")
    parser.add_argument("--chip", default="n150", choices=sorted(PEAK))
    parser.add_argument("--only")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(args.child)
        return
    for name, size in OPERATIONS.items():
        if args.only and name != args.only:
            continue
        all_launches = launches(args.ironbird.resolve(), args.chip, name)
        last = all_launches[-1]
        rate = size / last[1]
        print(f"| {args.chip} | {name} | {last[1] / 1000:.0f} us | {rate:.0f} GB/s | {100 * rate / PEAK[args.chip]:.0f} % |",
              "" if len(all_launches) == 1 else f" launches: {[code for code, _ in all_launches]}")


if __name__ == "__main__":
    main()
