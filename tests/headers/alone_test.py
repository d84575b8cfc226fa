#!/usr/bin/env python3
"""Every public header compiles alone, and twice in one unit.

Most headers read most others, so all of them take ten minutes: a run takes a share, chosen by a seed that changes
with every commit. --share 1 takes all of them."""

import argparse
import concurrent.futures
import hashlib
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
sys.path.insert(0, str(ROOT / "tests" / "support"))

from share import seed  # noqa: E402


def headers():
    found = [p for p in INCLUDE.rglob("*") if p.suffix in (".h", ".hpp") and "fmt_forward" not in p.parts]
    return sorted(str(p.relative_to(INCLUDE)) for p in found)


def chosen(names, share, seed):
    def draw(name):
        return int.from_bytes(hashlib.sha256(f"{seed} {name}".encode()).digest()[:8], "big") / 2**64

    return [name for name in names if draw(name) < share]


def trouble(compiler, name):
    """What the compiler says of a header, or nothing."""
    done = subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "-x", "c++", "-"],
        input=f"#include <{name}>\n" * 2, capture_output=True, text=True, check=False)
    return f"{name}\n{done.stderr}" if done.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--share", type=float, default=1)
    parser.add_argument("--seed", default=seed())
    options = parser.parse_args()
    names = headers()
    some = chosen(names, options.share, options.seed)
    if not some:
        sys.exit(f"no header of {len(names)} was chosen: --share is too small")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        said = [text for text in pool.map(lambda name: trouble(options.compiler, name), some) if text]
    print("\n".join(said))
    print(f"{len(some)} of {len(names)} headers, seed {options.seed}: {len(said)} do not compile alone")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
