#!/usr/bin/env python3
"""Deletes or swaps one init, uninit, start-up or reconfiguration call of a compute kernel at a time.

usage: inits.py --bin DIR --work DIR [--root DIR --more FILE] [--only NAME,...] [--chips n150,p150]
                [--sample N] [--jobs N] [--list]

After a mutation that leaves a unit in a state that an operation reads and does not want, a check must
say so, by a finding about set-ups. Mutations that no operation notices are listed in harmless_inits.txt
with the fact that makes them harmless; a finding on one of those is a failure too. --more adds programs
of another tree (programs.py). Kernels of a folder that its program does not compile are left alone.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from programs import ROOT, Program, facts, is_used, listed, own_folder, without_comments

FINDINGS = {"COMP-001"} | {f"INIT-0{n}" for n in range(10, 18)}
SECONDS = 600

Mutant = collections.namedtuple("Mutant", "program file line kind before after text")

PROGRAMS = {
    "units": Program("mutation_units", ROOT, ["tests/mutation/kernels/units"]),
    "eltwise": Program("mutation_eltwise", ROOT, ["tests/mutation/kernels/eltwise"]),
    "matmul_multicast": Program("examples/matmul_multicast", ROOT, ["examples/matmul_multicast/kernels"]),
    "distributed_add": Program("examples/distributed_add_adaptive", ROOT, ["examples/distributed_add/kernels"],
                               ["9", "1x2"]),
}

CALL = re.compile(r"(?<![\w.:])((?:\w*(?:_init|init_|_uninit|hw_startup|reconfig)\w*))\s*(<[^;(){}]*>)?\s*\(")
SWAPS = [(r"\badd_", "mul_"), (r"\bsub_", "add_"), (r"\bmul_", "add_"), (r"_rows_", "_cols_"),
         (r"_cols_", "_rows_"), (r"_scalar_", "_rows_"), (r"\bexp_tile_init", "log_tile_init"),
         (r"\blog_tile_init", "exp_tile_init"), (r"REDUCE_ROW", "REDUCE_COL"),
         (r"SrcOrder::Reverse", "SrcOrder::Regular"), (r"ELWADD", "ELWMUL"), (r"ELWMUL", "ELWSUB")]


def statements(text):
    """(start, end) of each statement that is a call of an init."""
    code = without_comments(text)
    for found in CALL.finditer(code):
        depth, at = 1, found.end()
        while depth and at < len(code):
            depth += {"(": 1, ")": -1}.get(code[at], 0)
            at += 1
        if code[at:at + 1] == ";" and code[:found.start()].rstrip()[-1:] in ";{})":
            yield found.start(), at + 1


def edits(text):
    for start, end in statements(text):
        call = text[start:end]
        yield "delete", start, end, ";"
        for pattern, other in SWAPS:
            if re.search(pattern, call):
                yield "swap", start, end, re.sub(pattern, other, call)


def mutants_of(name, program):
    for folder in program.folders:
        for path in sorted((program.root / folder).rglob("*.[ch]*")):
            text = path.read_text()
            if "compute" not in text:
                continue
            for kind, start, end, new in edits(text):
                yield Mutant(name, str(path.relative_to(program.root)), text.count("\n", 0, start) + 1,
                             kind, " ".join(text[start:end].split()), " ".join(new.split()),
                             text[:start] + new + text[end:])


def key(m):
    return f"{m.file}:{m.line} {m.kind}: {m.before} -> {m.after}"


class Lab:
    def __init__(self, programs, binaries, work):
        self.programs, self.binaries, self.work = programs, binaries, work

    def run(self, name, folder, chip):
        """(fault or None, exit code, ids of findings about set-ups, kernels that were compiled)."""
        program = self.programs[name]
        record = folder / "record"
        shutil.rmtree(record, ignore_errors=True)
        environment = dict(os.environ, IRONBIRD_RUN_DIR=str(record), IRONBIRD_THREADS="1", IRONBIRD_CHECK="1",
                           IRONBIRD_CHIP=chip, TT_METAL_CACHE=str(self.work / "cache"))
        try:
            done = subprocess.run([str(self.binaries / program.binary), *program.arguments], cwd=folder,
                                  check=False, env=environment, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "no end", None, set(), []
        if not (record / "run.json").exists():
            return "no record", done.returncode, set(), []
        written = json.loads((record / "run.json").read_text())
        fault = written["faults"][0]["slug"] if written["faults"] else None
        return (fault, done.returncode, {f["id"] for f in written["findings"]} & FINDINGS,
                written["kernels"]["sources"])

    def verdict(self, m, chip):
        folder = own_folder(self.work)
        self.programs[m.program].copy_kernels(folder)
        (folder / m.file).write_text(m.text)
        fault, _, found, _ = self.run(m.program, folder, chip)
        return " ".join(sorted(found)) or (f"({fault})" if fault else None)


def untouched(lab, names, chips):
    """(complaints about the programs as they are, name -> the kernels that it uses)."""
    complaints, used = [], collections.defaultdict(list)
    for name in names:
        for chip in chips:
            folder = lab.work / "clean" / name
            lab.programs[name].copy_kernels(folder)
            fault, code, found, used[name] = lab.run(name, folder, chip)
            if fault or code or found:
                complaints.append(f"{name} on {chip} itself: {fault or code} {sorted(found)}")
    return complaints, used


def judged(results, harmless):
    """Prints each and yields complaints."""
    counts = collections.Counter()
    for m, chip, how in results:
        fact = harmless.get(key(m)) or harmless.get(f"{key(m)} [{chip}]")
        built = how != "(kernel-compile)"
        silent = how is None or how.startswith("(")
        counts["not built" if not built else "harmless" if fact else "found" if not silent else "missed"] += 1
        print(f"  {chip} {how or 'nothing':<18} {'harmless' if fact else '        '} {key(m)}", flush=True)
        if fact and not silent:
            yield f"harmless and reported as {how} on {chip}: {key(m)}"
        if built and not fact and silent:
            yield f"not found on {chip} ({how}): {key(m)}"
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--bin", type=pathlib.Path, required=True)
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("--root", type=pathlib.Path)
    arguments.add_argument("--more", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--chips", default="n150,p150")
    arguments.add_argument("--sample", type=int, default=0, help="so many mutants of each program, evenly spread")
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--list", action="store_true")
    args = arguments.parse_args()
    programs = PROGRAMS | listed(args.more, args.root)
    names = args.only.split(",") if args.only else list(programs)
    if args.list:
        print("\n".join(key(m) for name in names for m in mutants_of(name, programs[name])))
        return 0
    lab = Lab(programs, args.bin.resolve(), args.work.resolve())
    chips = args.chips.split(",")
    complaints, used = untouched(lab, names, chips)
    mutants = []
    for name in names:
        mine = [m for m in mutants_of(name, programs[name]) if is_used(m, used[name])]
        mutants += mine[::max(1, len(mine) // args.sample)] if args.sample else mine
    with concurrent.futures.ThreadPoolExecutor(args.jobs, "worker") as pool:
        work = [(m, chip) for m in mutants for chip in chips]
        verdicts = pool.map(lambda w: lab.verdict(*w), work)
        complaints += judged(((m, chip, how) for (m, chip), how in zip(work, verdicts)), facts("harmless_inits.txt"))
    print("\n".join(complaints) or "all found, and nothing that is harmless")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
