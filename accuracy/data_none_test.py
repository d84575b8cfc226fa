#!/usr/bin/env python3
"""Time must not depend on data: the same rows with and without payloads take the same cycles.

usage: data_none_test.py PROGRAM SET SEED [ROWS [PART_OF_A_NAME]...]

ROWS of the set, 20 by default, are drawn; those with one of the parts in their names, if any are given.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile


def replay(program, name, seed, rows, parts, data, folder):
    """The rows of a sample, with what the model said."""
    file = folder / f"{data}.csv"
    only = [word for part in parts for word in ("--only", part)]
    subprocess.run([program, "--set", name, "--sample", rows, "--seed", seed, "--data", data,
                    "--rows", str(file), *only], check=True, stdout=subprocess.DEVNULL)
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def main(program, name, seed, rows="20", *parts):
    with tempfile.TemporaryDirectory() as folder:
        both = [replay(program, name, seed, rows, parts, data, pathlib.Path(folder))
                for data in ("all", "none")]
    failed = [r for r in both[0] + both[1] if r["trouble"]]
    different = [(a, b) for a, b in zip(*both) if a["predicted"] != b["predicted"]]
    for row in failed:
        print("not replayed:", row["name"], row["trouble"])
    for a, b in different:
        print(a["name"], "takes", a["predicted"], "with data and", b["predicted"], "without")
    return 1 if failed or different or len(both[0]) != int(rows) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
