#!/usr/bin/env python3
"""Recording changes no cycle and no byte moved: off, totals and full profile, one thread and two.

usage: unchanged_test.py --work FOLDER PROGRAM...
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys


def figures(program, folder, **variables):
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([program], check=True, cwd=folder, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, IRONBIRD_RUN_DIR=str(folder),
                            TT_METAL_PROFILER_DIR=str(folder / "prof"), **variables))
    record = json.loads((folder / "run.json").read_text())
    recorded = record["profile"] is not None
    return {key: record[key] for key in ("cycles", "devices", "traffic")}, recorded


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", required=True)
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    wrong = 0
    for program in options.programs:
        work = pathlib.Path(options.work) / pathlib.Path(program).name
        plain, recorded = figures(program, work, IRONBIRD_HINTS="0", IRONBIRD_THREADS="1")
        if recorded:
            raise SystemExit("IRONBIRD_HINTS=0 must leave nobody watching")
        for variables in ({"IRONBIRD_HINTS": "0", "IRONBIRD_THREADS": "2"}, {},
                          {"TT_METAL_DEVICE_PROFILER": "1"},
                          {"TT_METAL_DEVICE_PROFILER": "1", "IRONBIRD_THREADS": "2"}):
            other, _ = figures(program, work, **variables)
            if other != plain:
                print(f"{program} with {variables}: {other}, without: {plain}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
