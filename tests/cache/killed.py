#!/usr/bin/env python3
"""Two processes compile the same kernels at once and one is killed; the cache must stay whole.

usage: killed.py --ironbird PROGRAM --work DIR [--times 8] [--seed WORD] KERNEL...

When it is killed changes with the commit, or with --seed.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))

from share import seed  # noqa: E402


def files_below(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


class Compiler:
    def __init__(self, program, kernels, cache):
        self.command = [program, "compile", "--json", "--args", "2,2048,2,2048", *kernels]
        self.environment = dict(os.environ, TT_METAL_CACHE=str(cache))

    def start(self):
        return subprocess.Popen(self.command, env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, start_new_session=True)

    def run(self):
        """(all kernels compiled, all came from the cache, text of the errors)"""
        done = subprocess.run(self.command, env=self.environment, capture_output=True, check=False)
        result = json.loads(done.stdout or "{}")
        kernels = result.get("kernels", [])
        fine = done.returncode == 0 and bool(kernels)
        return fine, all(k.get("from_cache") for k in kernels), done.stderr.decode()


def wait_for_group(group, seconds=30):
    """Until the last orphan of a killed process has ended."""
    for _ in range(seconds * 20):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


def one_round(compiler, cache, longest, dice):
    """A round's complaint, or None."""
    shutil.rmtree(cache, ignore_errors=True)
    first, second = compiler.start(), compiler.start()
    time.sleep(dice.uniform(0, longest))
    # With its compilers, or alone: they then go on without anybody who wants their result.
    dice.choice([os.killpg, os.kill])(first.pid, signal.SIGKILL)
    first.communicate()
    wait_for_group(first.pid)
    _, errors = second.communicate()
    if second.returncode != 0:
        return "the surviving process failed: " + errors.decode()
    fine, cached, errors = compiler.run()
    if not fine:
        return "an entry does not load: " + errors
    return None if cached else "the surviving process left an entry out"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--ironbird", required=True)
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("--times", type=int, default=8)
    arguments.add_argument("--seed", default=seed())
    arguments.add_argument("kernels", nargs="+")
    args = arguments.parse_args()
    dice = random.Random(args.seed)
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)

    begin = time.monotonic()
    fine, _, errors = Compiler(args.ironbird, args.kernels, args.work / "whole").run()
    longest = time.monotonic() - begin
    if not fine:
        print("a plain compile fails:", errors)
        return 1
    expected = files_below(args.work / "whole")

    cache = args.work / "killed"
    compiler = Compiler(args.ironbird, args.kernels, cache)
    for turn in range(args.times):
        complaint = one_round(compiler, cache, longest, dice)
        left = files_below(cache)
        if complaint is None and left != expected:
            complaint = f"other files than in a whole cache: {sorted(set(left) ^ set(expected))}"
        if complaint is not None:
            print(f"turn {turn}, seed {args.seed}: {complaint}")
            return 1
    print(f"{args.times} turns, {len(expected)} files each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
