#!/usr/bin/env python3
"""Deletes or alters one call of a correct kernel at a time; each must be noticed.

usage: mutation.py --bin DIR --work DIR [--root DIR --more FILE] [--only PROGRAM,...] [--chip NAME]
                   [--like REGEX] [--sample N [--seed S]] [--jobs N] [--list | --equivalent]

All sites of all operators in the programs below, or N of them drawn at random: calls that synchronise, and those that
move or pack data. A mutant counts as detected when the program's result is wrong (by its exit code, or by
other output where that is always the same), when it hangs or stops, or when a check reports something that
the unchanged program does not have; all must be. Mutants that change nothing observable carry the reason in
equivalent.txt; those that do not compile do not count. --equivalent runs those instead: one that is noticed is
none, nor is one whose line is said not to be compiled and that a trap in its place ends. --more adds programs
of another tree (programs.py); kernels that a program does not compile are left alone.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

from programs import ROOT, Program, facts, is_used, listed, own_folder, without_comments

ORDERS = ["late", "random:1", "random:2", "eager"]
SECONDS = 600
BROKEN = "kernel-compile"

EXAMPLES = ["loopback", "vector_copy", "pad", "ping_pong", "sharded_reader", "named_args", "broadcast",
            "matmul_multicast"]
PROGRAMS = {
    **{name: Program(f"examples/{name}", ROOT, [f"examples/{name}/kernels"]) for name in EXAMPLES},
    **{name: Program(f"mutation_{name}", ROOT, [f"tests/mutation/kernels/{name}"]) for name in ("eltwise", "relay")},
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
    "data": r"pack_tile|noc_async_read|noc_async_write|noc_async_read_tile|noc_async_write_tile|"
            r"noc_async_read_page|noc_async_write_page|noc_async_write_multicast|async_read|async_write",
}
COUNTED = {
    "page count": r"cb_push_back|cb_pop_front|cb_wait_front|cb_reserve_back|push_back|pop_front|wait_front|reserve_back",
    "semaphore count": r"noc_semaphore_wait|noc_semaphore_wait_min|noc_semaphore_inc",
    "receiver count": r"noc_async_write_multicast|noc_semaphore_set_multicast",
}
KINDS = {"noc_async_read_barrier": "noc_async_write_barrier",
         "noc_async_write_barrier": "noc_async_atomic_barrier",
         "noc_async_atomic_barrier": "noc_async_read_barrier"}
TRAP = {True: "__builtin_trap();", False: "(__builtin_trap(), 0)"}  # for a statement, for an argument
COUNT_AT = {"receiver count": {"noc_async_write_multicast": 3, "noc_semaphore_set_multicast": 2}}

Mutant = collections.namedtuple("Mutant", "program file line operator before after text trap")


def calls(source, names):
    """(start, end, name, arguments) of each statement that is a call of one of the names."""
    text = without_comments(source)
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


def mutants_of(name, program):
    for folder in program.folders:
        for path in sorted((program.root / folder).rglob("*.[ch]pp")):
            text = path.read_text()
            for operator, start, end, new in edits(text):
                line = text.count("\n", 0, start) + 1
                yield Mutant(name, str(path.relative_to(program.root)), line, operator,
                             " ".join(text[start:end].split()), " ".join(new.split()),
                             text[:start] + new + text[end:], text[:start] + TRAP[new.endswith(";")] + text[end:])


def key(m):
    return f"{m.file}:{m.line} {m.operator}: {m.before} -> {m.after}"


def place(finding):
    """Which file a finding points at: programs that have findings may get the same kind elsewhere."""
    return pathlib.Path(finding["parties"][0]["file"]).name if finding["parties"] else ""


class Lab:
    def __init__(self, programs, binaries, work, chip):
        self.programs, self.binaries, self.work, self.chip = programs, binaries, work, chip
        self.printed = {}  # name -> what it prints; None: not twice the same

    def run(self, name, folder, **variables):
        """(what went wrong or None, findings and their files, kernels that were compiled, output)."""
        program = self.programs[name]
        record = folder / "record"
        shutil.rmtree(record, ignore_errors=True)
        environment = dict(os.environ, IRONBIRD_RUN_DIR=str(record), IRONBIRD_THREADS="1", IRONBIRD_CHIP=self.chip,
                           TT_METAL_CACHE=str(self.work / "cache"), **variables)
        try:
            done = subprocess.run([str(self.binaries / program.binary), *program.arguments], cwd=folder,
                                  check=False, env=environment, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "no end", set(), [], None
        found, used = set(), []
        if (record / "run.json").exists():
            written = json.loads((record / "run.json").read_text())
            found = {(f["id"], place(f)) for f in written["findings"]}
            used = written["kernels"]["sources"]
            for fault in written["faults"]:
                return fault["slug"], found, used, None
        right = done.returncode == 0 and self.printed.get(name) in (None, done.stdout)
        return (None if right else "wrong result"), found, used, done.stdout

    def verdict(self, mutant, clean, trap=False):
        """How the mutant was noticed, or None."""
        folder = own_folder(self.work)
        self.programs[mutant.program].copy_kernels(folder)
        (folder / mutant.file).write_text(mutant.trap if trap else mutant.text)
        trouble, found, *_ = self.run(mutant.program, folder, IRONBIRD_CHECK="1")
        how = trouble if trouble else " ".join(sorted({name for name, _ in found - clean})) or None
        for order in ORDERS:
            if how:
                break
            trouble, *_ = self.run(mutant.program, folder, IRONBIRD_NOC=order)
            how = f"{trouble} under {order}" if trouble else None
        return how


def clean_runs(lab, names):
    """name -> (findings, kernels) of the programs as they are."""
    clean = {}
    for name in names:
        folder = lab.work / "clean" / name
        lab.programs[name].copy_kernels(folder)
        trouble, *clean[name], printed = lab.run(name, folder, IRONBIRD_CHECK="1")
        if trouble:
            sys.exit(f"{name} itself fails: {trouble}")
        again = lab.run(name, folder)[-1]
        lab.printed[name] = printed if printed == again else None
    return clean


def shares(mutants, verdicts):
    """operator -> (detected, all); under None the sum."""
    table = collections.defaultdict(lambda: [0, 0])
    for m, how in zip(mutants, verdicts):
        for operator in (m.operator, None) if how != BROKEN else ():
            table[operator][0] += how is not None
            table[operator][1] += 1
    return table


def report(mutants, verdicts, skipped):
    table = shares(mutants, verdicts)
    print(f"{len(skipped)} equivalent, with a reason; {verdicts.count(BROKEN)} do not compile")
    for operator, (hit, total) in sorted(table.items(), key=lambda e: e[0] or ""):
        print(f"{operator or 'all':<18} {hit:>4} of {total:<4} {100 * hit / total:5.1f} %")
    for m, how in zip(mutants, verdicts):
        if how is None:
            print(f"survivor: {key(m)}")
    return None in verdicts


def hold_to_reasons(lab, clean, mutants, reasons):
    """Runs those that are said to change nothing; true if one is noticed."""
    noticed = False
    for m in mutants:
        reason = reasons.get(key(m)) or reasons[f"{key(m)} [{lab.chip}]"]
        how = lab.verdict(m, clean[m.program][0])
        if not how and "compiled" in reason:
            how = lab.verdict(m, clean[m.program][0], trap=True)
            how = how and f"runs: {how}"
        print(f"  {how or 'nothing':<28} {key(m)}", flush=True)
        noticed = noticed or how is not None
    print(f"{len(mutants)} equivalent, {'some' if noticed else 'none'} noticed on {lab.chip}")
    return noticed


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--bin", type=pathlib.Path, required=True)
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("--root", type=pathlib.Path)
    arguments.add_argument("--more", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--like", default="", help="those whose line of --list matches")
    arguments.add_argument("--chip", default="n150")
    arguments.add_argument("--sample", type=int, help="so many of those that are not equivalent")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--quick", action="store_true", help="the programs for every day")
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--list", action="store_true")
    arguments.add_argument("--equivalent", action="store_true", help="hold equivalent.txt against what runs")
    args = arguments.parse_args()
    programs = PROGRAMS | listed(args.more, args.root)
    names = args.only.split(",") if args.only else QUICK if args.quick else list(programs)
    every = [m for name in names for m in mutants_of(name, programs[name]) if re.search(args.like, key(m))]
    if args.list:
        print("\n".join(key(m) for m in every))
        return 0
    lab = Lab(programs, args.bin.resolve(), args.work.resolve(), args.chip)
    clean = clean_runs(lab, names)
    every = [m for m in every if is_used(m, clean[m.program][1])]
    reasons = facts("equivalent.txt")
    skipped = [m for m in every if key(m) in reasons or f"{key(m)} [{args.chip}]" in reasons]
    if args.equivalent:
        return 1 if hold_to_reasons(lab, clean, skipped, reasons) else 0
    mutants = [m for m in every if m not in skipped]
    if args.sample and args.sample < len(mutants):
        print(f"{args.sample} of {len(mutants)}, seed {args.seed}")
        drawn = sorted(random.Random(args.seed).sample(range(len(mutants)), args.sample))
        mutants = [mutants[i] for i in drawn]
    with concurrent.futures.ThreadPoolExecutor(args.jobs, "worker") as pool:
        verdicts = []
        for how in pool.map(lambda m: lab.verdict(m, clean[m.program][0]), mutants):
            print(f"  {how or 'SURVIVES':<28} {key(mutants[len(verdicts)])}", flush=True)
            verdicts.append(how)
    return 1 if report(mutants, verdicts, skipped) else 0


if __name__ == "__main__":
    sys.exit(main())
