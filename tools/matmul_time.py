#!/usr/bin/env python3
"""Modelled utilisation of ttnn.matmul without a program configuration against the best measured rows of a gemm.csv.

Prints the rows of docs/ops_time.md. Needs the target ttnn_python; no part of the tests of this repository."""

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = {("bf16", "HiFi2"): "bfloat16", ("bfp8", "LoFi"): "bfloat8_b"}
FAMILY = {"n150": "wormhole_b0", "p150": "blackhole"}
CLOCK = {"n150": 1.0, "p150": 1.35}  # GHz
CORES = {"n150": 64, "p150": 130}
CYCLES = {"HiFi2": 32, "LoFi": 16}  # of a product of tiles, 65536 operations


def best_rows(file, chip, limit):
    """The best row of each shape and format, from 512 cubed up to a limit cubed."""
    best = {}
    for row in csv.DictReader(file):
        key = tuple(int(row[d]) for d in "mkn") + (row["format"], row["fidelity"])
        fits = 512**3 <= key[0] * key[1] * key[2] <= limit**3
        if row["arch"] == FAMILY[chip] and key[3:] in FORMATS and fits:
            best[key] = max(float(row["utilisation"]), best.get(key, 0))
    return best


def child(m, k, n, dtype, fidelity):
    sys.path.insert(0, str(ROOT / "python"))
    import ttnn

    device = ttnn.open_device(device_id=0)
    kind = getattr(ttnn, FORMATS[dtype, fidelity])
    a, b = (ttnn.zeros(s, kind, ttnn.TILE_LAYOUT, device, ttnn.DRAM_MEMORY_CONFIG) for s in ([m, k], [k, n]))
    compute = ttnn.WormholeComputeKernelConfig(
        math_fidelity=getattr(ttnn.MathFidelity, fidelity), math_approx_mode=False, packer_l1_acc=True
    )
    ttnn.matmul(a, b, compute_kernel_config=compute)
    ttnn.synchronize_device(device)
    ttnn.close_device(device)


def nanoseconds(ironbird, chip, key):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, IRONBIRD_CHIP=chip, TT_LOGGER_LEVEL="fatal")
        command = [str(ironbird), "run", "--profile", "--", "/usr/bin/python3", __file__, "--child", *map(str, key)]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        found = sorted(pathlib.Path(folder).rglob("ops_perf_results.csv"))
        with open(found[0], newline="") as file:
            return float(list(csv.DictReader(file))[-1]["DEVICE KERNEL DURATION [ns]"])


def row(chip, key, time, measured):
    m, k, n, dtype, fidelity = key
    ideal = m * k * n / 32**3 * CYCLES[fidelity] / CORES[chip] / CLOCK[chip]
    return (
        f"| {chip} | {m} x {k} x {n} | {dtype}, {fidelity} | {time / 1000:.1f} us | {100 * ideal / time:.0f} % "
        f"| {measured:.1f} % |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measured", type=pathlib.Path, default=ROOT / "data/silicon/gemm.csv")
    parser.add_argument("--ironbird", type=pathlib.Path, default=ROOT / "build/ci/bin/ironbird")
    parser.add_argument("--chip", choices=sorted(CORES), action="append")
    parser.add_argument("--limit", type=int, default=2048, help="the largest cube of the same work")
    parser.add_argument("--child", nargs=5, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return child(*map(int, args.child[:3]), *args.child[3:])
    for chip in args.chip or sorted(CORES):
        with open(args.measured, newline="") as file:
            measured = best_rows(file, chip, args.limit)
        for key in sorted(measured):
            print(row(chip, key, nanoseconds(args.ironbird, chip, key), measured[key]), flush=True)


if __name__ == "__main__":
    main()
