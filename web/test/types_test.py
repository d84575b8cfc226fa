#!/usr/bin/env python3
"""The page's sources pass TypeScript's checker.

usage: types_test.py --folder FOLDER, where npm has put its packages
"""
import argparse
import pathlib
import subprocess
import sys

from skip import node, skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    folder = parser.parse_args().folder
    compiler = folder / "node_modules/typescript/bin/tsc"
    if not compiler.exists():
        skip("npm's packages are not there")
    command = [node(), compiler, "-p", folder / "tsconfig.json"]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
