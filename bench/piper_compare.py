#!/usr/bin/env python3
"""PIPER on this machine against what people use today, on the same file: pandas, and numpy on one thread.

usage: piper_compare.py PROGRAM [--rows N] [--json]

PROGRAM is ironbird_piper. Wall and processor time of whole processes; results are compared. Not part of the tests.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

DENSE, CATEGORICAL, RANGE = 13, 26, 5000

PANDAS = """
import sys, numpy as np, pandas as pd
names = ["label"] + [f"I{i}" for i in range(1, 14)] + [f"C{i}" for i in range(1, 27)]
table = pd.read_csv(sys.argv[1], sep="\\t", header=None, names=names, dtype={n: str for n in names[14:]})
dense = np.log(table[names[1:14]].fillna(0).clip(lower=0).astype(np.float32) + np.float32(1))
ids = {n: pd.factorize(table[n].fillna("0").map(lambda t: int(t, 16)) % 5000)[0] for n in names[14:]}
np.save(sys.argv[2] + "/dense.npy", dense.to_numpy(np.float32))
np.save(sys.argv[2] + "/categorical.npy", np.stack([ids[n] for n in names[14:]], 1).astype(np.int32))
"""

NUMPY = """
import sys, numpy as np
lines = open(sys.argv[1], "rb").read().split(b"\\n")[:-1]
fields = np.array([line.split(b"\\t") for line in lines])
dense = np.where(fields[:, 1:14] == b"", b"0", fields[:, 1:14]).astype(np.int32)
dense = np.log(np.maximum(dense, 0).astype(np.float32) + np.float32(1))
columns = []
for c in range(14, 40):
    values = np.array([int(t or b"0", 16) % 5000 for t in fields[:, c]], np.int64)
    found, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(np.argsort(first))
    columns.append(order[inverse])
np.save(sys.argv[2] + "/dense.npy", dense)
np.save(sys.argv[2] + "/categorical.npy", np.stack(columns, 1).astype(np.int32))
"""


def measured(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = os.times().elapsed
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"wall_s": os.times().elapsed - start,
            "processor_s": after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime}


def with_python(code, rows, out):
    out.mkdir()
    return measured([sys.executable, "-c", code, str(rows), str(out)])


def equal(a, b):
    import numpy

    close = numpy.allclose(numpy.load(a / "dense.npy"), numpy.load(b / "dense.npy"), rtol=1e-6, atol=1e-6)
    return bool(close and numpy.array_equal(numpy.load(a / "categorical.npy"), numpy.load(b / "categorical.npy")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures = {"rows": asked.rows}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rows = folder / "day.tsv"
        subprocess.run([asked.program, "generate", str(asked.rows), "-o", rows], check=True)
        figures["piper"] = measured([asked.program, "run", "P-II", rows, "-o", folder / "piper"])
        for name, code in (("numpy", NUMPY), ("pandas", PANDAS)):
            if subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True, check=False).returncode:
                figures[name] = None
                continue
            figures[name] = with_python(code, rows, folder / name)
            figures[name]["equal"] = equal(folder / "piper", folder / name)
            figures[f"piper_vs_{name}"] = figures[name]["processor_s"] / figures["piper"]["processor_s"]
    if asked.json:
        print(json.dumps({"schema": 1, **figures}))
        return
    for name, value in figures.items():
        print(f"{name:18} {value}")


if __name__ == "__main__":
    main()
