#!/usr/bin/env python3
"""Boards against this machine and the scalar reference, whole pipelines on the same rows, as a table.

usage: boards.py PIPER [--rows N] [--chip NAME]... [--pipeline NAME]... [--folder FOLDER] [--json]

PIPER is ironbird_piper. Labels, categories and vocabularies must be equal bit for bit; logarithms within 1e-6 of the
reference's, on boards whose Dst has 16 bits within 2 units of bfloat16. Exit code 1 when something differs. Not part
of the tests, which compare 2,500 rows: a million take up to a minute of processor time a board and pipeline.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy

PIPELINES = ("P-I", "P-II", "P-III")
NARROW_DST = ("e75", "e150")
BOARDS = (*NARROW_DST, "n150", "p150")


def run(asked, where, pipeline, folder):
    """Figures of a run that leaves its arrays in the folder, with its processor time."""
    words = [asked.piper, "run", pipeline, asked.file, "-o", folder, "--force", "--json", *where]
    process = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} ended with {process.returncode}")
    return {**json.loads(said), "processor_s": usage.ru_utime + usage.ru_stime}


def arrays(folder):
    return {str(p.relative_to(folder)): numpy.load(p, mmap_mode="r") for p in sorted(folder.rglob("*.npy"))}


def distances(got, want):
    """Of logarithms: how many differ, the largest relative distance (absolute below 1), and in units of bfloat16."""
    different, relative, units = 0, 0.0, 0.0
    for at in range(0, len(want), 1 << 17):
        a, b = (numpy.asarray(x[at:at + (1 << 17)], numpy.float64) for x in (got, want))
        apart = numpy.abs(a - b)
        if not numpy.isfinite(apart).all():
            return len(want), numpy.inf, numpy.inf
        different += int((apart != 0).sum())
        relative = max(relative, float((apart / numpy.maximum(numpy.abs(b), 1)).max()))
        exponent = numpy.maximum(numpy.frexp(b)[1] - 1, -126)
        units = max(units, float(numpy.ldexp(apart, 7 - exponent).max()))
    return different, relative, units


def compare(got, want, narrow):
    """One row of the table: what differs, and whether that is allowed."""
    got, want = arrays(got), arrays(want)
    if got.keys() != want.keys() or any(got[n].shape != want[n].shape for n in want):
        return {"equal": False, "why": "other files or shapes"}
    wrong = [n for n in want if n != "dense.npy" and not numpy.array_equal(got[n], want[n])]
    different, relative, units = distances(got["dense.npy"], want["dense.npy"])
    return {"equal": not wrong and (units <= 2 if narrow else relative <= 1e-6), "why": ", ".join(wrong),
            "integer_arrays": len(want) - 1, "logarithms_that_differ": different, "relative": relative,
            "bfloat16_units": units}


def rows_of(asked, pipeline, folder):
    """Oracle first, then the host and boards against it; boards against the host, too."""
    oracle, host = folder / "oracle", folder / "host"
    run(asked, ["--reference"], pipeline, oracle)
    yield {"pipeline": pipeline, "got": "host", "want": "oracle", **run(asked, ["--host"], pipeline, host),
           **compare(host, oracle, False)}
    for chip in asked.chip or BOARDS:
        out = folder / "board"
        figures = run(asked, ["--chip", chip], pipeline, out)
        for name, want in (("oracle", oracle), ("host", host)):
            yield {"pipeline": pipeline, "got": chip, "want": name, **figures,
                   **compare(out, want, chip in NARROW_DST)}


def show(row):
    board = row.get("board")
    modelled = f"{board['program_seconds'] * 1e3:8.2f} ms {board['link_bytes'] / 1e6:7.0f} MB" if board else " " * 22
    print(f"{row['pipeline']:6} {row['got']:5} {row['want']:7} {row['rows']:>8} "
          f"{'equal' if row['equal'] else 'DIFFERS: ' + row['why']:8} {row.get('integer_arrays', 0):3} "
          f"{row.get('logarithms_that_differ', 0):>9} {row.get('relative', 0):9.1e} {row.get('bfloat16_units', 0):6.2f} "
          f"{row['processor_s']:7.1f} s {modelled}", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("piper")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--chip", action="append")
    parser.add_argument("--pipeline", action="append", choices=PIPELINES)
    parser.add_argument("--folder", help="for rows and arrays; a temporary one when not given")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main():
    asked = arguments()
    found = []
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        folder = pathlib.Path(folder)
        asked.file = folder / "day.tsv"
        subprocess.run([asked.piper, "generate", str(asked.rows), "-o", asked.file], check=True)
        if not asked.json:
            print("pipe   got   want        rows          int  log: differ  relative  bf16    host CPU  modelled, link")
        for pipeline in asked.pipeline or PIPELINES:
            for row in rows_of(asked, pipeline, folder):
                found.append(row)
                if not asked.json:
                    show(row)
    if asked.json:
        print(json.dumps({"schema": 1, "rows": found}))
    return 0 if all(row["equal"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
