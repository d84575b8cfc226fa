#!/usr/bin/env python3
"""share.py K N PROGRAM...: part K of N of a GoogleTest program's tests.

Which tests these are changes with the commit, or with IRONBIRD_SEED, so that where chips take a part each, every test
comes to every chip in time."""

import hashlib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def seed():
    """As given, or the commit."""
    if given := os.environ.get("IRONBIRD_SEED"):
        return given
    done = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "no commit"


def part(k, n):
    return (k + int.from_bytes(hashlib.sha256(seed().encode()).digest()[:8], "big")) % n


def main(k, n, *command):
    index = part(int(k), int(n))
    print(f"part {index} of {n}, seed {seed()}", flush=True)
    os.environ.update(GTEST_TOTAL_SHARDS=n, GTEST_SHARD_INDEX=str(index))
    os.execv(command[0], command)


if __name__ == "__main__":
    if len(sys.argv) < 4 or not all(word.isdecimal() for word in sys.argv[1:3]) or int(sys.argv[1]) >= int(sys.argv[2]):
        sys.exit(__doc__)
    main(*sys.argv[1:])
