#!/usr/bin/env python3
"""Deletes or alters one synchronisation call of a correct kernel at a time; each must be noticed.

usage: mutation.py --bin DIR --work DIR [--only PROGRAM,...] [--jobs N] [--list] [--json FILE]

All sites of all operators in the programs below, none sampled. A mutant counts as detected when the
program's result is wrong, when it hangs or stops, or when a check reports something that the unchanged
program does not have. Mutants that change nothing observable carry the reason in equivalent.txt.
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

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ORDERS = ["late", "random:1", "random:2", "eager"]
SECONDS = 120
OVERALL, EACH = 0.95, 0.85

# The program below --bin, its arguments, and the folders of its kernels.
PROGRAMS = {
    "loopback": ("examples/loopback", ["examples/loopback/kernels"]),
    "vector_copy": ("examples/vector_copy", ["examples/vector_copy/kernels"]),
    "pad": ("examples/pad", ["examples/pad/kernels"]),
    "ping_pong": ("examples/ping_pong", ["examples/ping_pong/kernels"]),
    "sharded_reader": ("examples/sharded_reader", ["examples/sharded_reader/kernels"]),
    "named_args": ("examples/named_args", ["examples/named_args/kernels"]),
    "broadcast": ("examples/broadcast", ["examples/broadcast/kernels"]),
    "matmul_multicast": ("examples/matmul_multicast", ["examples/matmul_multicast/kernels"]),
    "eltwise": ("mutation_eltwise", ["tests/mutation/kernels/eltwise"]),
    "relay": ("mutation_relay", ["tests/mutation/kernels/relay"]),
}
QUICK = ["loopback", "vector_copy"]

# Operator: calls that it takes away, or what becomes of them.
DELETED = {
    "read barrier": r"noc_async_read_barrier|async_read_barrier",
    "write barrier": r"noc_async_write_barrier|async_write_barrier",
    "flush": r"noc_async_writes_flushed|async_writes_flushed",
    "atomic barrier": r"noc_async_atomic_barrier|async_atomic_barrier",
    "push": r"cb_push_back|push_back",
    "pop": r"cb_pop_front|pop_front",
    "wait": r"cb_wait_front|wait_front",
    "reserve": r"cb_reserve_back|reserve_back",
    "semaphore wait": r"noc_semaphore_wait|noc_semaphore_wait_min",
    "semaphore set": r"noc_semaphore_set|noc_semaphore_set_multicast|noc_semaphore_set_remote",
    "semaphore inc": r"noc_semaphore_inc",
    "register handover": r"tile_regs_acquire|tile_regs_commit|tile_regs_wait|tile_regs_release",
}
COUNTED = {
    "page count": r"cb_push_back|cb_pop_front|cb_wait_front|cb_reserve_back|push_back|pop_front|wait_front|reserve_back",
    "semaphore count": r"noc_semaphore_wait|noc_semaphore_wait_min|noc_semaphore_inc",
    "receiver count": r"noc_async_write_multicast|noc_semaphore_set_multicast",
}
KINDS = {"noc_async_read_barrier": "noc_async_write_barrier",
         "noc_async_write_barrier": "noc_async_atomic_barrier",
         "noc_async_atomic_barrier": "noc_async_read_barrier"}
COUNT_AT = {"receiver count": {"noc_async_write_multicast": 3, "noc_semaphore_set_multicast": 2}}

Mutant = collections.namedtuple("Mutant", "program file line operator before after text")


def calls(text, names):
    """(start, end, name, arguments) of each statement that is a call of one of the names."""
    for found in re.finditer(rf"(?<![\w.])(?:\w+\.)?({names})\(", text):
        depth, at, begin, arguments = 1, found.end(), found.end(), []
        while depth and at < len(text):
            depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(text[at], 0)
            if (text[at] == "," and depth == 1) or depth == 0:
                arguments.append((begin, at))
                begin = at + 1
            at += 1
        if text[at:at + 1] == ";":
            yield found.start(), at + 1, found[1], arguments


def altered(text, names, operator):
    """(start, end, replacement) of each count that becomes one more."""
    for _, _, name, arguments in calls(text, names):
        which = COUNT_AT.get(operator, {}).get(name, len(arguments) - 1)
        if operator == "semaphore count" and name == "noc_semaphore_inc":
            which = 1
        if which < len(arguments):
            begin, end = arguments[which]
            yield begin, end, f" ({text[begin:end].strip()}) + 1"


def edits(text):
    """(operator, start, end, replacement), in order."""
    for operator, names in DELETED.items():
        for start, end, _, _ in calls(text, names):
            yield operator, start, end, ";"
    for operator, names in COUNTED.items():
        for start, end, new in altered(text, names, operator):
            yield operator, start, end, new
    for name, other in KINDS.items():
        for start, end, _, _ in calls(text, name):
            yield "barrier kind", start, end, text[start:end].replace(name, other)


def mutants_of(program):
    for folder in PROGRAMS[program][1]:
        for path in sorted((ROOT / folder).glob("*.[ch]pp")):
            text = path.read_text()
            for operator, start, end, new in edits(text):
                line = text.count("\n", 0, start) + 1
                yield Mutant(program, str(path.relative_to(ROOT)), line, operator,
                             " ".join(text[start:end].split()), " ".join(new.split()),
                             text[:start] + new + text[end:])


def key(m):
    return f"{m.file}:{m.line} {m.operator}: {m.before} -> {m.after}"


class Lab:
    def __init__(self, binaries, work):
        self.binaries, self.work = binaries, work

    def prepare(self, program, folder):
        shutil.rmtree(folder, ignore_errors=True)
        for kernels in PROGRAMS[program][1]:
            shutil.copytree(ROOT / kernels, folder / kernels)

    def run(self, program, folder, **variables):
        """(what went wrong or None, ids of findings)."""
        record = folder / "record"
        shutil.rmtree(record, ignore_errors=True)
        environment = dict(os.environ, IRONBIRD_RUN_DIR=str(record), IRONBIRD_THREADS="1",
                           TT_METAL_CACHE=str(self.work / "cache"), **variables)
        try:
            done = subprocess.run([str(self.binaries / PROGRAMS[program][0])], cwd=folder, check=False,
                                  env=environment, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "no end", set()
        found = set()
        if (record / "run.json").exists():
            written = json.loads((record / "run.json").read_text())
            found = {f["id"] for f in written["findings"]}
            for fault in written["faults"]:
                return fault["slug"], found
        return (None if done.returncode == 0 else "wrong result"), found

    def verdict(self, mutant, number, clean):
        """How the mutant was noticed, or None."""
        folder = self.work / f"mutant{number}"
        self.prepare(mutant.program, folder)
        (folder / mutant.file).write_text(mutant.text)
        trouble, found = self.run(mutant.program, folder, IRONBIRD_CHECK="1")
        how = trouble if trouble else " ".join(sorted(found - clean)) or None
        for order in ORDERS:
            if how:
                break
            trouble, _ = self.run(mutant.program, folder, IRONBIRD_NOC=order)
            how = f"{trouble} under {order}" if trouble else None
        shutil.rmtree(folder, ignore_errors=True)
        return how


def equivalents():
    """key -> reason."""
    table = {}
    for line in (pathlib.Path(__file__).parent / "equivalent.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            what, reason = line.rsplit(" because ", 1)
            table[what.strip()] = reason
    return table


def clean_findings(lab, programs):
    clean = {}
    for program in programs:
        folder = lab.work / "clean" / program
        lab.prepare(program, folder)
        trouble, clean[program] = lab.run(program, folder, IRONBIRD_CHECK="1")
        if trouble:
            sys.exit(f"{program} itself fails: {trouble}")
    return clean


def shares(mutants, verdicts):
    """operator -> (detected, all); under None the sum."""
    table = collections.defaultdict(lambda: [0, 0])
    for m, how in zip(mutants, verdicts):
        for operator in (m.operator, None):
            table[operator][0] += how is not None
            table[operator][1] += 1
    return table


def report(mutants, verdicts, skipped):
    for m, how in zip(mutants, verdicts):
        print(f"  {how or 'SURVIVES':<28} {key(m)}")
    table = shares(mutants, verdicts)
    print(f"{len(skipped)} equivalent, with a reason")
    failed = False
    for operator, (hit, total) in sorted(table.items(), key=lambda e: e[0] or ""):
        share = hit / total
        failed |= share < (EACH if operator else OVERALL)
        print(f"{operator or 'all':<18} {hit:>4} of {total:<4} {100 * share:5.1f} %")
    for m, how in zip(mutants, verdicts):
        if how is None:
            print(f"survivor: {key(m)}")
    return failed


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--bin", type=pathlib.Path, required=True)
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--quick", action="store_true", help="the programs for every day")
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--list", action="store_true")
    args = arguments.parse_args()
    programs = args.only.split(",") if args.only else QUICK if args.quick else list(PROGRAMS)
    reasons = equivalents()
    every = [m for p in programs for m in mutants_of(p)]
    skipped = [m for m in every if key(m) in reasons]
    mutants = [m for m in every if key(m) not in reasons]
    if args.list:
        print("\n".join(map(key, every)))
        return 0
    lab = Lab(args.bin.resolve(), args.work.resolve())
    clean = clean_findings(lab, programs)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        verdicts = list(pool.map(lambda e: lab.verdict(e[1], e[0], clean[e[1].program]),
                                 enumerate(mutants)))
    return 1 if report(mutants, verdicts, skipped) else 0


if __name__ == "__main__":
    sys.exit(main())
