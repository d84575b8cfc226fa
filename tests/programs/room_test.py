#!/usr/bin/env python3
"""All processors of 32 Blackhole chips in one barrier: there is room for all of them at once.

usage: room_test.py --program PROGRAM
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import time

# Cluster, rows, columns, processors: five on each of 130 cores (n300: 56), and those of the Ethernet cores that have no
# cable (two on Blackhole).
MESHES = [("n300", 1, 2), ("bh_galaxy", 8, 4)]
LEAST = {"n300": 2 * 56 * 5, "bh_galaxy": 32 * (130 * 5 + 2)}


def run(program, cluster, rows, columns, **environment):
    done = subprocess.run([program, str(rows), str(columns)], capture_output=True, text=True,
                          env=os.environ | {"IRONBIRD_CLUSTER": cluster} | environment)
    found = re.search(r"(\d+) processors met, (\d+) cycles", done.stdout)
    if done.returncode != 0 or not found:
        sys.exit(f"{cluster} {environment}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return tuple(map(int, found.groups()))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    wrong = []
    for mesh in MESHES:
        cluster = mesh[0]
        begun = time.monotonic()
        met = {threads: run(options.program, *mesh, IRONBIRD_THREADS=threads) for threads in ("1", "2")}
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"{cluster}: {met['1'][0]} processors, {met['1'][1]} cycles, {time.monotonic() - begun:.1f} s for both, "
              f"most memory {peak:.0f} MiB", flush=True)
        if len(set(met.values())) != 1:
            wrong.append(f"{cluster}: {met} by number of threads")
        if met["1"][0] < LEAST[cluster]:
            wrong.append(f"{cluster}: {met['1'][0]} processors, {LEAST[cluster]} and more are there")
    print("\n".join(wrong) or "everybody had room")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
