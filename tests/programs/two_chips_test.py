#!/usr/bin/env python3
"""Two different chips in one process do what each does in a process of its own.

usage: two_chips_test.py --program PROGRAM --work FOLDER
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

# Figures of a device that no other device of the process may change.
FIGURES = ["chip", "cycles", "waited_cycles", "noc_bytes", "dram_read_bytes", "dram_write_bytes", "links", "banks"]


def run(program, work, chips, devices, threads):
    """The lines that it prints and the devices of its record."""
    folder = work / f"{chips}-{threads}".replace(",", "+")
    shutil.rmtree(folder, ignore_errors=True)
    environment = os.environ | {"IRONBIRD_CHIP": chips, "IRONBIRD_RUN_DIR": str(folder), "IRONBIRD_THREADS": threads}
    done = subprocess.run([program, *devices], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{chips}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    return done.stdout.splitlines(), [{k: d[k] for k in FIGURES} for d in record["devices"]], record


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options = parser.parse_args()
    lines, devices = [], []
    for chip in ("n150", "p150"):
        shown, figures, _ = run(options.program, options.work, chip, ["0"], "1")
        lines.append(shown)
        devices += figures
    wrong = []
    for threads in ("1", "2"):
        shown, figures, record = run(options.program, options.work, "n150,p150", ["0", "1"], threads)
        if shown != [lines[0][0], lines[1][0], lines[0][1], lines[1][1]]:
            wrong.append(f"results on {threads} threads: {shown}, alone {lines}")
        if figures != devices:
            wrong.append(f"figures on {threads} threads: {figures}, alone {devices}")
        if record["chip"] != "n150,p150":
            wrong.append(f"the record speaks of {record['chip']}")
    # The last name counts for all further devices.
    shown, figures, _ = run(options.program, options.work, "n150,p150", ["2"], "1")
    if shown != lines[1] or figures != devices[1:]:
        wrong.append(f"device 2 is not a p150: {shown}")
    if lines[0] == lines[1]:
        wrong.append("the two chips cannot be told apart")
    print("\n".join(wrong) or "the same on both chips, alone and together")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
