#!/usr/bin/env python3
"""Packets over the fabric: right, in the time that silicon takes, the same for any number of threads.

usage: fabric_test.py --ironbird IRONBIRD --program PROGRAM --mux PROGRAM --socket PROGRAM
"""
import argparse
import csv
import os
import re
import subprocess
import sys
import tempfile

KINDS = range(7)  # of tests/programs/fabric.cpp; 7 is for bandwidth
MESH_FUNCTIONS, MANAGER, SPARSE = 9, 10, 11

# GB/s of one link, one way, plain writes.
BANDWIDTH = [("t3000", 2048, 7.91, 1.0), ("t3000", 4096, 11.74, 1.0), ("p150x4", 2048, 14.8, 1.35),
             ("p150x4", 4096, 28.0, 1.35)]


def run(program, cluster, arguments, **environment):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True,
                          env=os.environ | {"IRONBIRD_CLUSTER": cluster} | environment)
    found = re.search(r"(\d+) cycles", done.stdout)
    if done.returncode != 0 or not found:
        sys.exit(f"{cluster} {arguments} {environment}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return int(found.group(1))


def kinds(program):
    """Every kind of packet, over one hop and several, on lines, rings and meshes."""
    for kind in KINDS:
        run(program, "n300", ["line", 2, kind, 1024, 20, 1])
        run(program, "t3000", ["line", 8, kind, 2048, 12, 5])
        run(program, "t3000", ["ring", 8, kind, 512, 12, 3])
        if kind != 4:
            run(program, "t3000", ["mesh", 4, kind, 2048, 12, 3])
            run(program, "p150x8", ["torus", 8, kind, 4096, 12, 6])
    run(program, "t3000", ["line", 4, SPARSE, 2048, 12, 3])
    run(program, "t3000", ["mesh", 4, MESH_FUNCTIONS, 2048, 12, 3])
    run(program, "t3000", ["mesh", 4, MANAGER, 2048, 12, 3])
    run(program, "t3000", ["line", 4, MANAGER, 2048, 12, 3])


def latencies(ironbird):
    """Nanoseconds there and back, as they were measured on silicon: name, ours, silicon's."""
    with tempfile.TemporaryDirectory() as folder:
        rows = os.path.join(folder, "rows.csv")
        subprocess.run([ironbird, "accuracy", "--set", "fabric", "--only", "ping", "--rows", rows], check=True,
                       stdout=subprocess.DEVNULL)
        with open(rows, newline="") as file:
            return [(row["name"], float(row["predicted"]), float(row["measured"])) for row in csv.DictReader(file)]


def times(ironbird, program):
    """Lines with figures, and those that are too far from silicon."""
    wrong = []

    def compare(what, got, silicon, most):
        off = got / silicon - 1
        print(f"{what}: {got:.2f}, silicon {silicon} ({off:+.0%})")
        if abs(off) > most:
            wrong.append(f"{what}: {got:.2f}, silicon {silicon}")

    hops = latencies(ironbird)
    if len(hops) < 20:
        wrong.append(f"{len(hops)} latencies")
    for name, got, silicon in hops:
        # In two dimensions a look's time is fitted to bandwidths, which makes packets of 16 B late.
        compare(f"{name}, ns", got, silicon, 0.21 if " mesh " in name else 0.15)
    for cluster, size, silicon, clock in BANDWIDTH:
        few, many = (run(program, cluster, ["line", 2, 7, size, n, 1]) for n in (100, 300))
        compare(f"{cluster} {size} B packets, GB/s", 200 * size / ((many - few) / clock), silicon, 0.15)
    return wrong


def muxes(program):
    """Both forms, with one client and with several, and packets that are written before the mux runs."""
    for cluster in ("n300", "p150x2"):
        for form in (["1"], ["2"], ["2", "staged"]):
            for clients in (1, 8):
                run(program, cluster, [form[0], clients, 12, 2048, *form[1:]])


def sockets(program):
    """More pages than the FIFO holds; with one of 5000 bytes its end is skipped."""
    for cluster, config, fifo in (("n300", "line", 4096), ("p150x2", "mesh", 5008)):
        done = subprocess.run([program, config, "20", "1024", str(fifo)], capture_output=True, text=True,
                              env=os.environ | {"IRONBIRD_CLUSTER": cluster})
        if done.returncode != 0:
            sys.exit(f"socket on {cluster}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def check(ironbird, program, kind):
    """What is wrong with the run of one kind under all checks; nothing."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([ironbird, "check", "--", os.path.abspath(program), "line", "2", str(kind), "1024", "20",
                               "1"], cwd=folder, env=os.environ | {"IRONBIRD_CLUSTER": "n300"}, capture_output=True,
                              text=True)
    clean = done.returncode == 0 and "0 errors, 0 warnings" in done.stderr
    return [] if clean else [f"check of kind {kind}: exit code {done.returncode}\n{done.stdout}{done.stderr}"]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--mux", required=True)
    parser.add_argument("--socket", required=True)
    parser.add_argument("--ironbird", required=True)
    options = parser.parse_args()
    kinds(options.program)
    muxes(options.mux)
    sockets(options.socket)
    wrong = times(options.ironbird, options.program)
    same = {threads: run(options.program, "t3000", ["line", 8, 4, 2048, 40, 7], IRONBIRD_THREADS=threads)
            for threads in ("1", "2")}
    if len(set(same.values())) != 1:
        wrong.append(f"{same} by number of threads")
    refused = subprocess.run([options.program, "line", "2", "0", "8192", "1", "1"], capture_output=True, text=True,
                             env=os.environ | {"IRONBIRD_CLUSTER": "n300"})
    if refused.returncode == 0 or "fabric-packet" not in refused.stderr:
        wrong.append(f"a packet that is too long: exit code {refused.returncode}\n{refused.stderr}")
    refused = subprocess.run([options.program, "line", "2", "8", "1024", "1", "1"], capture_output=True, text=True,
                             env=os.environ | {"IRONBIRD_CLUSTER": "n300"})
    if refused.returncode == 0 or "fabric-connection" not in refused.stderr or "link index 99" not in refused.stderr:
        wrong.append(f"a link that is not there: exit code {refused.returncode}\n{refused.stderr}")
    for kind in (*KINDS, 7):
        wrong += check(options.ironbird, options.program, kind)
    print("\n".join(wrong) or "the same bytes and cycles each time")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
