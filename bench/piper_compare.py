#!/usr/bin/env python3
"""PIPER on this machine against what people use today, on the same file: pandas, numpy on one thread, DuckDB.

usage: piper_compare.py PROGRAM [--rows N | --file TSV] [--with NAME]... [--threads N] [--duckdb FOLDER] [--json]

PROGRAM is ironbird_piper, FOLDER one with node_modules/@duckdb/node-api in it. Wall and processor time and memory of
whole processes; DuckDB's wall time is that of its queries alone, and its result stays in memory. Results are compared
where there is one on disk (DuckDB's up to a million rows). Not part of the tests.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

DENSE, CATEGORICAL, RANGE = 13, 26, 5000

PANDAS = """
import sys, numpy as np, pandas as pd
names = ["label"] + [f"I{i}" for i in range(1, 14)] + [f"C{i}" for i in range(1, 27)]
table = pd.read_csv(sys.argv[1], sep="\\t", header=None, names=names, dtype={n: str for n in names[14:]})
dense = np.log(table[names[1:14]].fillna(0).clip(lower=0).astype(np.float32) + np.float32(1))
ids = {n: pd.factorize(table.pop(n).fillna("0").map(lambda t: int(t, 16)) % 5000)[0] for n in names[14:]}
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


def measured(words, **more):
    """Of a process: seconds, processor seconds, peak memory, and what it said."""
    start = time.monotonic()
    process = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, text=True, **more)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{words[0]} ended with {process.returncode}: {said}")
    return {"wall_s": time.monotonic() - start, "processor_s": usage.ru_utime + usage.ru_stime,
            "peak_mb": usage.ru_maxrss / 1024}, said


def with_python(code):
    def run(asked, folder):
        folder.mkdir()
        return measured([sys.executable, "-c", code, asked.file, folder],
                        env={**os.environ, "OMP_NUM_THREADS": "1"})[0]
    return run


def with_duckdb(asked, folder):
    folder.mkdir()
    # Modules are looked for beside the script.
    script = pathlib.Path(asked.duckdb, "piper_duckdb.mjs")
    script.write_text(pathlib.Path(__file__).with_name("piper_duckdb.mjs").read_text())
    out = [folder / "out.csv"] if asked.small else []
    figures, said = measured(["node", script, asked.file, asked.threads, *out])
    figures["wall_s"] = json.loads(said)["query_s"]
    if out:
        import numpy
        import pandas

        rows = pandas.read_csv(out[0], header=None).to_numpy()
        numpy.save(folder / "dense.npy", rows[:, 1:14].astype(numpy.float32))
        numpy.save(folder / "categorical.npy", rows[:, 14:].astype(numpy.int32))
    return figures


OTHERS = {"numpy": with_python(NUMPY), "pandas": with_python(PANDAS), "duckdb": with_duckdb}


def equal(a, b):
    import numpy

    if not (b / "dense.npy").exists():
        return None
    close = numpy.allclose(numpy.load(a / "dense.npy"), numpy.load(b / "dense.npy"), rtol=1e-6, atol=1e-6)
    return bool(close and numpy.array_equal(numpy.load(a / "categorical.npy"), numpy.load(b / "categorical.npy")))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--file", help="instead of rows that are generated")
    parser.add_argument("--with", dest="others", action="append", choices=list(OTHERS))
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--duckdb", help="folder with @duckdb/node-api")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main():
    asked = arguments()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if not asked.file:
            asked.file = folder / "day.tsv"
            subprocess.run([asked.program, "generate", str(asked.rows), "-o", asked.file], check=True)
        asked.small = os.path.getsize(asked.file) < 3e8
        figures = {"bytes": os.path.getsize(asked.file), "threads": asked.threads}
        runs = [measured([asked.program, "run", "P-II", asked.file, "-o", folder / "piper", "--force", "--threads",
                          asked.threads])[0] for _ in range(3)]
        figures["piper"] = min(runs, key=lambda run: run["wall_s"])
        for name in asked.others or [n for n in OTHERS if n != "duckdb" or asked.duckdb]:
            figures[name] = OTHERS[name](asked, folder / name)
            figures[name]["equal"] = equal(folder / "piper", folder / name)
            for kind in ("wall", "processor"):
                ratio = figures[name][f"{kind}_s"] / figures["piper"][f"{kind}_s"]
                figures[f"piper_vs_{name}" + ("" if kind == "wall" else "_processor")] = ratio
    if asked.json:
        print(json.dumps({"schema": 1, **figures}))
        return
    for name, value in figures.items():
        print(f"{name:28} {value}")


if __name__ == "__main__":
    main()
