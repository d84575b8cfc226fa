#!/usr/bin/env python3
"""One program on one, two and four ranks: the same output, prints, cycles and traffic; a rank that dies ends all, and
what cannot be is refused by name.

usage: ranks_test.py --ironbird IRONBIRD --fabric PROGRAM --ranked PROGRAM --gather PROGRAM --context PROGRAM
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
SECONDS_TO_END = 20  # generous: a loaded machine


def mpirun(ranks):
    return ["mpirun", "--oversubscribe", "--bind-to", "none", *(["--allow-run-as-root"] if os.geteuid() == 0 else []),
            "-n", ranks]


class Ranks:
    def __init__(self, options):
        self.options, self.wrong = options, []
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="ranks-"))
        self.count = 0

    def start(self, words, **environment):
        self.count += 1
        folder = self.work / str(self.count)
        folder.mkdir()
        environment = {"IRONBIRD_CLUSTER": "t3000", "TT_METAL_DPRINT_CORES": "all"} | environment
        process = subprocess.Popen([str(w) for w in words], cwd=folder, env=os.environ | environment, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return process, folder

    def run(self, words, **environment):
        process, folder = self.start(words, **environment)
        out, err = process.communicate()
        records = list(folder.glob("ironbird-out/*/run.json"))
        record = json.loads(records[0].read_text()) if records else {}
        kept = {key: record.get(key) for key in ("cycles", "devices", "traffic", "warnings", "findings", "faults", "exit")}
        return process.returncode, out, err, kept

    def ranked(self, ranks, program, threads="1", **environment):
        words = [self.options.ironbird, "run", "--ranks", ranks, "--", *program]
        return self.run(words, IRONBIRD_THREADS=threads, **environment)

    def expect(self, condition, text):
        if not condition:
            self.wrong.append(text)

    def equal(self, name, one, other):
        for what, a, b in zip(("exit code", "output", "record"), (one[0], one[1], one[3]), (other[0], other[1], other[3])):
            self.expect(a == b, f"{name}: {what} is\n{b}\nand on one rank with one thread\n{a}\n{other[2]}")

    def same(self, name, program, **environment):
        """On one rank and on several; `exit` of a run that mpirun ends is its own."""
        one = self.ranked(1, program, **environment)
        for ranks, threads in ((1, "2"), (2, "1"), (4, "2")):
            self.equal(f"{name} on {ranks} ranks, {threads} threads", one,
                       self.ranked(ranks, program, threads, **environment))
        return one

    def same_findings(self, name, program):
        """Of checks, which look into all chips and so run on one rank."""
        words = [self.options.ironbird, "check", "--", *program]
        one, two = (self.run(words, IRONBIRD_THREADS=threads) for threads in ("1", "2"))
        self.equal(f"{name} under check, 2 threads", one, two)
        return one

    def refused(self, name, words, *texts, **environment):
        code, out, err, _ = self.run(words, **environment)
        self.expect(code != 0 and all(t in err for t in texts), f"{name}: exit code {code}\n{out}{err}")


def same_everywhere(r):
    options = r.options
    one = r.same("packets", [options.fabric, "line", 8, 1, 2048, 6, 5])
    r.expect(one[0] == 0 and "cycles" in one[1], f"packets: {one}")
    r.same("packets in two dimensions", [options.fabric, "mesh", 8, 9, 1024, 4, 6])
    one = r.same("prints", [options.ranked, "print", 8])
    r.expect(one[1].count("line") == 32, f"prints: {one[1]}")
    for operation in ("all_gather", "all_reduce"):
        one = r.same(operation, [options.gather, operation, "ring", 2, 4])
        r.expect(one[0] == 0, f"{operation}: {one}")
    one = r.same_findings("all_reduce", [options.gather, "all_reduce", "ring", 2, 4])
    r.expect(one[0] == 0 and one[3]["findings"] == [], f"all_reduce under check: {one}")
    # Slots that are forgotten: a hang that names both devices.
    one = r.same_findings("a hang", [options.ranked, "hang", 8])
    r.expect(one[0] != 0 and one[3]["findings"], f"a hang under check: {one}")


def ends(r):
    """Faults and hangs on other ranks reach the program."""
    one = r.ranked(1, [r.options.ranked, "fault", 8])
    four = r.ranked(4, [r.options.ranked, "fault", 8])
    r.expect(one[0] != 0 and one[3]["faults"] == four[3]["faults"] and one[3]["faults"],
             f"the first fault: {one[3]['faults']}, on four ranks {four[3]['faults']}\n{four[2]}")
    four = r.ranked(4, [r.options.ranked, "hang", 8])
    r.expect(four[0] != 0 and four[3]["faults"] and "processors of 4 ranks" in four[2], f"a hang: {four}")
    for device in range(8):
        r.expect(f"device {device}" in four[2], f"a hang does not name device {device}: {four[2]}")
    code, out, err, _ = r.ranked(4, [r.options.ranked, "nothing", 0])
    r.expect(code == 0 and "nothing to do" in out, f"a program without devices: {code} {out}{err}")


def children(process):
    """Of mpirun: what /proc says now."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            environment = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        found[int(folder.name)] = (int(fields[1]), environment)
    below = {process.pid}
    while True:
        more = {pid for pid, (parent, _) in found.items() if parent in below} - below
        if not more:
            return {pid: found[pid][1] for pid in below if pid in found}
        below |= more


def killed(r):
    """One of the ranks that only serve dies: all end, and the message says which it was."""
    process, _ = r.start([r.options.ironbird, "run", "--ranks", 3, "--", r.options.ranked, "long", 8])
    process.stdout.readline()  # it has begun
    time.sleep(1)
    victims = [pid for pid, env in children(process).items() if b"OMPI_COMM_WORLD_RANK=2" in env]
    r.expect(len(victims) == 1, f"rank 2 is {victims}")
    begun = time.monotonic()
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    try:
        _, err = process.communicate(timeout=SECONDS_TO_END)
        r.expect(process.returncode != 0 and "rank 2" in err, f"killed: exit code {process.returncode}\n{err}")
        print(f"a killed rank ended all after {time.monotonic() - begun:.1f} s")
    except subprocess.TimeoutExpired:
        process.terminate()
        r.expect(False, "a killed rank did not end the others")


def refusals(r):
    options = r.options
    program = [options.ranked, "print", 2]
    run = [options.ironbird, "run"]
    r.refused("more ranks than chips", [*run, "--ranks", 3, "--", *program], "3 ranks", "2 chips",
              IRONBIRD_CLUSTER="n300")
    r.refused("profile", [*run, "--ranks", 2, "--profile", "--", *program], "--profile", "2 ranks")
    r.refused("check", [*run, "--ranks", 2, "--", *program], "spread over ranks", IRONBIRD_CHECK="1")
    r.refused("different programs", [*mpirun(1), *run, "--", *program, ":", "-n", 1, *run, "--", *program[:2], 4],
              "rank 1", "print 4", "print 2", "one command")
    r.refused("check under mpirun", [*mpirun(2), options.ironbird, "check", "--", *program], "check", "mpirun of 2")
    r.refused("without mpirun", [*run, "--ranks", 2, "--", *program], "openmpi-bin", PATH="/nonexistent")
    code, out, err, _ = r.run([*mpirun(2), *run, "--", *program])
    r.expect(code == 0 and "device 1 says 101" in out, f"mpirun: {code} {out}{err}")


def contexts(r):
    """A program of several processes, each with a machine of its own."""
    code, out, err, _ = r.run([*mpirun(3), r.options.context])
    r.expect(code == 0 and out.count("of 3 is right") == 3, f"contexts: exit code {code}\n{out}{err}")
    code, out, err, _ = r.run([r.options.context])
    r.expect(code == 0 and out == "one process\n", f"a context alone: exit code {code}\n{out}{err}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("ironbird", "fabric", "ranked", "gather", "context"):
        parser.add_argument(f"--{name}", required=True, type=os.path.abspath)
    options = parser.parse_args()
    module = pathlib.Path(options.ironbird).parent.parent / "lib" / "libironbird_mpi.so"
    if shutil.which("mpirun") is None or not module.exists():
        print("skipped: OpenMPI (libopenmpi-dev, openmpi-bin) is missing")
        return SKIPPED
    ranks = Ranks(options)
    for part in (same_everywhere, ends, killed, refusals, contexts):
        begun = time.monotonic()
        part(ranks)
        print(f"{part.__name__}: {time.monotonic() - begun:.1f} s")
    shutil.rmtree(ranks.work)
    print("\n".join(ranks.wrong) or "the same on one, two and four ranks")
    return 1 if ranks.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
