#!/usr/bin/env python3
"""A damaged entry is rebuilt and an unusable folder replaced, both with a note and a good result.

usage: damage.py --ironbird PROGRAM --work DIR KERNEL
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys


def compile_with(program, kernel, cache):
    environment = dict(os.environ, TT_METAL_CACHE=str(cache))
    done = subprocess.run([program, "compile", "--json", "--processor", "brisc", kernel],
                          env=environment, capture_output=True, check=False)
    kernels = json.loads(done.stdout or "{}").get("kernels", [{}])
    return done.returncode, kernels[0], done.stderr.decode()


def shared_objects(cache):
    return [p for p in cache.rglob("*") if p.is_file() and p.read_bytes()[:4] == b"\x7fELF"]


def damaged_entries(program, kernel, work):
    for name, spoil in {"cut short": lambda b: b[: len(b) // 2], "empty": lambda b: b"",
                        "overwritten": lambda b: b[:64] + b"\xff" * (len(b) - 64)}.items():
        cache = work / name.replace(" ", "-")
        compile_with(program, kernel, cache)
        objects = shared_objects(cache)
        if not objects:
            yield f"{name}: no shared object in the cache"
        for path in objects:
            path.write_bytes(spoil(path.read_bytes()))
        code, result, errors = compile_with(program, kernel, cache)
        if code != 0 or result.get("from_cache"):
            yield f"{name}: not rebuilt (exit code {code}, {result}) {errors}"
        if "cache" not in errors:
            yield f"{name}: no note on stderr: {errors!r}"
        if not compile_with(program, kernel, cache)[1].get("from_cache"):
            yield f"{name}: the rebuilt entry is not used"


def unusable_folder(program, kernel, work):
    blocked = work / "a-file"
    blocked.write_text("in the way\n")
    code, result, errors = compile_with(program, kernel, blocked / "cache")
    if code != 0 or not result.get("ok"):
        yield f"unusable folder: exit code {code} {errors}"
    if "a-file" not in errors or "cache-folder" not in errors:
        yield f"unusable folder: no note [cache-folder] that names it: {errors!r}"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--ironbird", required=True)
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("kernel")
    args = arguments.parse_args()
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    found = [*damaged_entries(args.ironbird, args.kernel, args.work),
             *unusable_folder(args.ironbird, args.kernel, args.work)]
    print("\n".join(found) or "all rebuilt")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
