#!/usr/bin/env python3
"""PIPER on this machine against what people use today, on the same file: pandas, numpy on one thread, DuckDB.

usage: piper_compare.py PROGRAM [--rows N | --file TSV] [--with NAME]... [--threads N] [--duckdb FOLDER] [--json]

PROGRAM is ironbird_piper, FOLDER one with node_modules/@duckdb/node-api in it. Wall and processor time and memory of
whole processes (piper: the median of several); DuckDB's times are those of its queries alone, its result is written
for the comparison behind them. All rows of all results are compared. Not part of the tests.
"""
import argparse
import itertools
import json
import multiprocessing
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PART = 1_000_000  # rows that are compared at a time

# Both read in parts of a file, as people do where a table does not fit into memory; ids are made of whole columns.
PANDAS = """
import sys, numpy as np, pandas as pd
names = ["label"] + [f"I{i}" for i in range(1, 14)] + [f"C{i}" for i in range(1, 27)]
dense, values = [], []
for table in pd.read_csv(sys.argv[1], sep="\\t", header=None, names=names, dtype={n: str for n in names[14:]},
                         chunksize=int(sys.argv[3])):
    part = table[names[1:14]].fillna(0).clip(lower=0).astype(np.float32)
    dense.append(np.log(part + np.float32(1)).to_numpy(np.float32))
    values.append(np.stack([table.pop(n).fillna("0").map(lambda t: int(t, 16)).to_numpy() % 5000 for n in names[14:]],
                           1).astype(np.int16))
np.save(sys.argv[2] + "/dense.npy", np.concatenate(dense))
del dense
values = np.concatenate(values)
ids = np.stack([pd.factorize(values[:, c])[0].astype(np.int32) for c in range(26)], 1)
np.save(sys.argv[2] + "/categorical.npy", ids)
"""

NUMPY = """
import itertools, sys, numpy as np
dense, values = [], []
with open(sys.argv[1], "rb") as file:
    while lines := list(itertools.islice(file, int(sys.argv[3]))):
        fields = np.array([line.rstrip(b"\\n").split(b"\\t") for line in lines])
        part = np.where(fields[:, 1:14] == b"", b"0", fields[:, 1:14]).astype(np.int32)
        dense.append(np.log(np.maximum(part, 0).astype(np.float32) + np.float32(1)))
        values.append(np.array([[int(t or b"0", 16) % 5000 for t in fields[:, c]] for c in range(14, 40)], np.int16))
np.save(sys.argv[2] + "/dense.npy", np.concatenate(dense))
del dense
values = np.concatenate(values, 1)
columns = []
for column in values:
    found, first, inverse = np.unique(column, return_index=True, return_inverse=True)
    order = np.argsort(np.argsort(first)).astype(np.int32)
    columns.append(order[inverse])
np.save(sys.argv[2] + "/categorical.npy", np.stack(columns, 1))
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


def with_piper(asked, folder):
    return measured([asked.program, "run", "P-II", asked.file, "-o", folder, "--force", "--threads", asked.threads])[0]


def with_python(code, part):
    def run(asked, folder):
        folder.mkdir()
        return measured([sys.executable, "-c", code, asked.file, folder, part],
                        env={**os.environ, "OMP_NUM_THREADS": "1"})[0]
    return run


def with_duckdb(asked, folder):
    folder.mkdir()
    # Modules are looked for beside the script.
    script = pathlib.Path(asked.duckdb, "piper_duckdb.mjs")
    script.write_text(pathlib.Path(__file__).with_name("piper_duckdb.mjs").read_text())
    figures, said = measured(["node", script, asked.file, asked.threads, folder / "out.csv"])
    queries = json.loads(said)
    figures.update(wall_s=queries["query_s"], processor_s=queries["processor_s"])
    return figures


OTHERS = {"numpy": with_python(NUMPY, 500_000), "pandas": with_python(PANDAS, 1_000_000), "duckdb": with_duckdb}


def parts_of(folder):
    """Dense and categorical columns of a result, part by part."""
    if (folder / "out.csv").exists():
        import pandas

        for rows in pandas.read_csv(folder / "out.csv", header=None, chunksize=PART):
            yield rows.iloc[:, 1:14].to_numpy("float32"), rows.iloc[:, 14:].to_numpy("int32")
        return
    import numpy

    dense, ids = (numpy.load(folder / f"{name}.npy", mmap_mode="r") for name in ("dense", "categorical"))
    for at in range(0, max(len(dense), len(ids)), PART):
        yield dense[at:at + PART], ids[at:at + PART]


def equal(a, b):
    """Ids bit for bit, logarithms within 1e-6, on all rows."""
    import numpy

    for x, y in itertools.zip_longest(parts_of(a), parts_of(b)):
        if x is None or y is None or not numpy.array_equal(x[1], y[1]):
            return False
        if x[0].shape != y[0].shape or not numpy.allclose(x[0], y[0], rtol=1e-6, atol=1e-6):
            return False
    return True


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
        figures = {"bytes": os.path.getsize(asked.file), "threads": asked.threads}
        piper = [with_piper(asked, folder / "piper")]
        for name in asked.others or [n for n in OTHERS if n != "duckdb" or asked.duckdb]:
            figures[name] = OTHERS[name](asked, folder / name)
            piper.append(with_piper(asked, folder / "piper"))  # other load changes with time
            with multiprocessing.Pool(1) as apart:  # its memory would count as that of the next process
                figures[name]["equal"] = apart.apply(equal, (folder / "piper", folder / name))
            shutil.rmtree(folder / name)
            print(f"{name}: {figures[name]}; piper: {piper[-1]}", file=sys.stderr, flush=True)
        figures["piper"] = {kind: statistics.median(run[kind] for run in piper) for kind in piper[0]}
        for name, kind in itertools.product(OTHERS.keys() & figures.keys(), ("wall", "processor")):
            ratio = figures[name][f"{kind}_s"] / figures["piper"][f"{kind}_s"]
            figures[f"piper_vs_{name}" + ("" if kind == "wall" else "_processor")] = ratio
    if asked.json:
        print(json.dumps({"schema": 1, **figures}))
        return
    for name, value in figures.items():
        print(f"{name:28} {value}")


if __name__ == "__main__":
    main()
