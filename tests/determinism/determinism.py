#!/usr/bin/env python3
"""One program under several engine settings: equal output, prints, traffic, cycles and findings.

usage: determinism.py --work DIR [--times 10] PROGRAM [ARGS...]
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

STRICT_TOLERANCE = 0.01  # of the cycles
NOC_MODES = ["eager", "late", "random:1", "random:2", "random:3", "random:4", "random:5"]


class Run:
    """What one execution left behind."""

    def __init__(self, command, folder, settings):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        prints = folder / "dprint.txt"
        environment = dict(os.environ, IRONBIRD_RUN_DIR=str(folder), TT_METAL_DPRINT_CORES="all",
                           TT_METAL_DPRINT_FILE=str(prints), **settings)
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        self.name = " ".join(f"{k}={v}" for k, v in settings.items())
        self.code, self.output, self.errors = done.returncode, done.stdout, done.stderr
        self.prints = prints.read_bytes() if prints.exists() else b""
        record = folder / "run.json"
        self.record = json.loads(record.read_text()) if record.exists() else {}
        self.cycles = self.record.get("cycles", 0)

    def same_bytes(self, other):
        return (self.code, self.output) == (other.code, other.output)

    def identical(self, other):
        return (self.same_bytes(other) and self.prints == other.prints and self.cycles == other.cycles
                and self.record.get("traffic") == other.record.get("traffic"))


def complaints(command, work, times, strict_tolerance):
    first = Run(command, work / "first", {"IRONBIRD_THREADS": "1"})
    if first.code != 0:
        yield f"the program fails: exit code {first.code}\n{first.errors.decode()}"
        return
    if first.cycles == 0:
        yield "the run left no record of its cycles"
    for turn in range(times):
        for threads in ("1", "2"):
            run = Run(command, work / "again", {"IRONBIRD_THREADS": threads})
            if not run.identical(first):
                yield (f"turn {turn}, {run.name} differs: {run.cycles} cycles against {first.cycles}, "
                       f"output {'equal' if run.same_bytes(first) else 'different'}, "
                       f"prints {'equal' if run.prints == first.prints else 'different'}")
    checked = Run(command, work / "checked", {"IRONBIRD_THREADS": "1", "IRONBIRD_CHECK": "1"})
    if not checked.identical(first):
        yield f"IRONBIRD_CHECK=1 changes the run: {checked.cycles} cycles against {first.cycles}"
    for found in checked.record.get("findings", []):
        if found["severity"] == "error":
            yield f"IRONBIRD_CHECK=1 reports {found['id']}: {json.dumps(found['parties'])}"
    both = Run(command, work / "checked", {"IRONBIRD_THREADS": "2", "IRONBIRD_CHECK": "1"})
    if not both.identical(checked) or both.record.get("findings") != checked.record.get("findings"):
        yield "IRONBIRD_CHECK=1 with two threads reports something else than with one"
    strict = Run(command, work / "strict", {"IRONBIRD_THREADS": "1", "IRONBIRD_WINDOW": "strict"})
    if not strict.same_bytes(first):
        yield "IRONBIRD_WINDOW=strict gives another output"
    if abs(strict.cycles - first.cycles) > strict_tolerance * first.cycles:
        yield f"IRONBIRD_WINDOW=strict takes {strict.cycles} cycles, the default {first.cycles}"
    for mode in NOC_MODES:
        run = Run(command, work / "noc", {"IRONBIRD_THREADS": "1", "IRONBIRD_NOC": mode})
        if not run.same_bytes(first):
            yield f"{run.name} gives another output:\n{run.output.decode()}{run.errors.decode()}"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("--times", type=int, default=10)
    arguments.add_argument("--strict-tolerance", type=float, default=STRICT_TOLERANCE)
    arguments.add_argument("command", nargs=argparse.REMAINDER)
    args = arguments.parse_args()
    found = list(complaints(args.command, args.work.resolve(), args.times, args.strict_tolerance))
    print("\n".join(found) or "identical")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
