#!/usr/bin/env python3
"""A cache on a disk that is too small: said so at any size, and never blamed on the kernel.

usage: full_disk.py --ironbird PROGRAM KERNEL

The disk is a tmpfs in a mount namespace of its own; where that is not allowed, the test is skipped (77).
"""
import argparse
import os
import subprocess
import sys
import tempfile

KIB = [16, 64, 512, 2048, 8192, 16384]
MOUNT = 'mount -t tmpfs -o size="$1"k tmpfs "$2" && exec env TT_METAL_CACHE="$2" "$3" compile --processor brisc "$4"'


def compile_on(kib, options):
    with tempfile.TemporaryDirectory(prefix="ironbird disk ") as folder:
        return subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT, "-", str(kib), folder,
                               options.ironbird, options.kernel], capture_output=True, text=True, check=False)


def can_mount():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", folder],
                              capture_output=True, check=False)
        return done.returncode == 0


def complaints(options):
    whole = compile_on(1 << 20, options)
    if whole.returncode != 0:
        yield f"does not even compile with room: {whole.stderr}"
    for kib in KIB:
        done = compile_on(kib, options)
        said = done.stdout + done.stderr
        if done.returncode == 0:
            continue  # it fits
        if done.returncode != 4 or "error[disk-full]" not in said:
            yield f"{kib} KiB: exit code {done.returncode}\n{said}"
        if "correct the kernel source" in said or "does not compile" in said:
            yield f"{kib} KiB: the kernel is blamed\n{said}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ironbird", required=True)
    parser.add_argument("kernel")
    options = parser.parse_args()
    if os.name != "posix" or not can_mount():
        print("no tmpfs can be mounted here")
        return 77
    found = list(complaints(options))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
