#!/usr/bin/env python3
"""Compiles upstream's own fabric and socket kernels, untouched, with our headers.

  fabric_kernels.py --ironbird build/bin/ironbird --upstream TREE [--only TEXT]

TREE is a checkout of upstream's sources. A kernel counts when it compiles for a line or for a mesh, on Wormhole; it
gets 64 compile-time arguments of 1. Prints each kernel with what it compiles for, or the first error, and the number.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDERS = ["tests/tt_metal/tt_fabric", "tests/tt_metal/distributed",
           "tests/tt_metal/tt_metal/perf_microbenchmark/routing"]
WAYS = {"line": ["ROUTING_MODE=137", "FABRIC_1D_PKT_HDR_EXTENSION_WORDS=0"],
        "mesh": ["ROUTING_MODE=162", "FABRIC_2D_PKT_HDR_ROUTE_BUFFER_SIZE=35", "FABRIC_2D=1"]}
ARGUMENTS = ",".join(["1"] * 64)


def kernels_of(tree):
    for folder in FOLDERS:
        yield from sorted(p for p in (tree / folder).rglob("*.cpp") if p.parent.name == "kernels")


def compile_error(ironbird, root, kernel, defines):
    """Nothing, or the first error."""
    command = [ironbird, "compile", "--processor", "brisc", "--chip", "n150", "--args", ARGUMENTS]
    command += [word for define in defines for word in ("-D", define)]
    done = subprocess.run([*command, str(kernel)], cwd=root, capture_output=True, text=True,
                          env=os.environ | {"TT_METAL_RUNTIME_ROOT": str(root)})
    if done.returncode == 0:
        return ""
    lines = (done.stdout + done.stderr).splitlines()
    return next((line.strip() for line in lines if "error" in line), f"exit code {done.returncode}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--ironbird", required=True, type=pathlib.Path)
    parser.add_argument("--upstream", required=True, type=pathlib.Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    good = total = 0
    # Kernels include each other by their path from the top; upstream's own device headers must not be found there.
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "tests").symlink_to(options.upstream.resolve() / "tests")
        for kernel in kernels_of(options.upstream):
            name = kernel.relative_to(options.upstream)
            if options.only not in str(name):
                continue
            errors = {way: compile_error(options.ironbird.resolve(), root, name, defines)
                      for way, defines in WAYS.items()}
            ways = [way for way, error in errors.items() if not error]
            print(f"{'yes' if ways else 'no '} {name}: {', '.join(ways) or errors['line']}", flush=True)
            total += 1
            good += bool(ways)
    print(f"{good} of {total} kernels compile")
    return 0 if total else 1


if __name__ == "__main__":
    sys.exit(main())
