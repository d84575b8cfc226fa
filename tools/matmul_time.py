#!/usr/bin/env python3
"""Modelled utilisation of ttnn.matmul without a program configuration against the best measured rows of gemm.csv.

Prints the rows of docs/ops_time.md. Utilisation is what was measured on silicon: the time that the matrix units of a row's grid
need over the time of the math processors. Needs the target ttnn_python; no part of the tests of this repository."""

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ("gemm.csv", "gemm_default.csv")  # chosen program configurations, and upstream's own choice
FORMATS = {("bf16", "HiFi2"): "bfloat16", ("bfp8", "LoFi"): "bfloat8_b"}
FAMILY = {"n150": "wormhole_b0", "p150": "blackhole"}
CLOCK = {"n150": 1.0, "p150": 1.35}  # GHz
CYCLES = {"HiFi2": 32, "LoFi": 16}  # of a product of tiles


def best_rows(folder, chip, limit):
    """The best row of each shape and format, from 512 cubed up to a limit cubed."""
    best = {}
    for table in TABLES:
        with open(folder / table, newline="") as file:
            for row in csv.DictReader(file):
                key = tuple(int(row[d]) for d in "mkn") + (row["format"], row["fidelity"])
                fits = 512**3 <= key[0] * key[1] * key[2] <= limit**3
                if row["arch"] != FAMILY[chip] or key[3:] not in FORMATS or not fits:
                    continue
                if key not in best or float(row["utilisation"]) > float(best[key]["utilisation"]):
                    best[key] = row
    return best


def in_l1(row):
    return row.get("sharded") == "yes"


def child(m, k, n, dtype, fidelity, memory, across, down):
    sys.path.insert(0, str(ROOT / "python"))
    import ttnn

    device = ttnn.open_device(device_id=0)
    kind = getattr(ttnn, FORMATS[dtype, fidelity])
    left = out = ttnn.DRAM_MEMORY_CONFIG
    if memory == "L1":
        left = ttnn.create_sharded_memory_config(
            (m, k), ttnn.CoreGrid(x=across, y=down), ttnn.ShardStrategy.BLOCK)
        out = ttnn.L1_BLOCK_SHARDED_MEMORY_CONFIG
    a, b = (ttnn.empty(s, kind, ttnn.TILE_LAYOUT, device, c)
            for s, c in (([m, k], left), ([k, n], ttnn.DRAM_MEMORY_CONFIG)))
    compute = ttnn.WormholeComputeKernelConfig(
        math_fidelity=getattr(ttnn.MathFidelity, fidelity), math_approx_mode=False, packer_l1_acc=True
    )
    ttnn.matmul(a, b, memory_config=out, compute_kernel_config=compute)
    ttnn.synchronize_device(device)
    ttnn.close_device(device)


def measured(ironbird, chip, key, memory, grid):
    """Nanoseconds of the kernels and of the math processors."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, IRONBIRD_CHIP=chip, TT_LOGGER_LEVEL="fatal", IRONBIRD_DATA="none")
        command = [str(ironbird), "run", "--profile", "--", "/usr/bin/python3", __file__, "--child",
                   *map(str, key), memory, *map(str, grid)]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        found = sorted(pathlib.Path(folder).rglob("ops_perf_results.csv"))
        with open(found[0], newline="") as file:
            last = list(csv.DictReader(file))[-1]
        return tuple(float(last[f"DEVICE {which}KERNEL DURATION [ns]"]) for which in ("", "TRISC1 "))


def line(chip, key, row, memory, whole, math):
    m, k, n, dtype, fidelity = key
    cores = int(row["grid_x"]) * int(row["grid_y"])
    ideal = m * k * n / 32**3 * CYCLES[fidelity] / cores / CLOCK[chip]
    best = float(row["utilisation"])
    use = 100 * ideal / math
    return (f"| {chip} | {m} x {k} x {n} | {dtype}, {fidelity} | {memory} | {whole / 1000:.1f} us | {use:.1f} % "
            f"| {best:.1f} % ({'L1' if in_l1(row) else 'DRAM'}) | {'yes' if use >= best - 5 else f'{best - 5 - use:.1f} short'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measured", type=pathlib.Path, default=ROOT / "data/silicon")
    parser.add_argument("--ironbird", type=pathlib.Path, default=ROOT / "build/ci/bin/ironbird")
    parser.add_argument("--chip", choices=sorted(CLOCK), action="append")
    parser.add_argument("--limit", type=int, default=4096, help="the largest cube of the same work")
    parser.add_argument("--only", help="shapes, such as 512x512x512, separated by commas")
    parser.add_argument("--memory", choices=["DRAM", "L1"], help="else DRAM, and L1 where the best row has it")
    parser.add_argument("--format", choices=[f for f, _ in FORMATS])
    parser.add_argument("--child", nargs=8, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        numbers = [int(v) if v.isdigit() else v for v in args.child]
        return child(*numbers)
    for chip in args.chip or sorted(CLOCK):
        rows = best_rows(args.measured, chip, args.limit)
        for key in sorted(rows):
            row = rows[key]
            if args.only and "x".join(map(str, key[:3])) not in args.only.split(","):
                continue
            if args.format and key[3] != args.format:
                continue
            for memory in ([args.memory] if args.memory else ["DRAM", "L1"] if in_l1(row) else ["DRAM"]):
                times = measured(args.ironbird, chip, key, memory, (row["grid_x"], row["grid_y"]))
                print(line(chip, key, row, memory, *times), flush=True)


if __name__ == "__main__":
    main()
