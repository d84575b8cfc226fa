#!/usr/bin/env python3
"""Time must not depend on data: the same rows with and without payloads take the same cycles.

usage: data_none_test.py PROGRAM SET SEED
"""
import csv
import pathlib
import subprocess
import sys
import tempfile


def replay(program, name, seed, data, folder):
    """The rows of a sample, with what the model said."""
    file = folder / f"{data}.csv"
    subprocess.run([program, "--set", name, "--sample", "20", "--seed", seed, "--data", data,
                    "--rows", str(file)], check=True, stdout=subprocess.DEVNULL)
    with file.open(encoding="utf-8") as rows:
        return list(csv.DictReader(rows))


def main(program, name, seed):
    with tempfile.TemporaryDirectory() as folder:
        both = [replay(program, name, seed, data, pathlib.Path(folder)) for data in ("all", "none")]
    failed = [r for r in both[0] + both[1] if r["trouble"]]
    different = [(a, b) for a, b in zip(*both) if a["predicted"] != b["predicted"]]
    for row in failed:
        print("not replayed:", row["name"], row["trouble"])
    for a, b in different:
        print(a["name"], "takes", a["predicted"], "with data and", b["predicted"], "without")
    return 1 if failed or different or len(both[0]) != 20 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
