#!/usr/bin/env python3
"""Types what a page of docs/ shows: its listings become files, its commands are run.

usage: guide_test.py --ironbird PROGRAM [--with PAGE] PAGE...

Listings of the page behind --with are there for the others to use. A listing is ```cpp NAME; in ```console, lines behind `$` are commands and the others what they print.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LISTING = re.compile(r"^```cpp (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def write_listings(page, folder):
    listings = LISTING.findall(page.read_text(encoding="utf-8"))
    for name, body in listings:
        (folder / name).write_text(body, encoding="utf-8")
    return listings


def complaints(page, folder, environment):
    text = page.read_text(encoding="utf-8")
    listings = write_listings(page, folder)
    commands = [c for block in CONSOLE.findall(text) for c in COMMAND.findall(block)]
    if not listings or not commands:
        yield f"{page.name} has no listings or no commands"
    named = " ".join([command for command, _ in commands] + [body for _, body in listings])
    for name, _ in listings:
        if name not in named:
            yield f"{name} is used by nothing"
    for command, expected in commands:
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                              capture_output=True, check=False)
        if done.returncode != 0 or done.stdout != expected:
            yield f"$ {command}\nexit code {done.returncode}, printed\n{done.stdout}{done.stderr}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ironbird", type=pathlib.Path, required=True)
    parser.add_argument("--with", type=pathlib.Path, dest="shared")
    parser.add_argument("pages", type=pathlib.Path, nargs="+")
    words = parser.parse_args()
    failed = False
    for page in words.pages:
        with tempfile.TemporaryDirectory(prefix="ironbird guide ") as name:
            folder = pathlib.Path(name)
            if words.shared:
                write_listings(words.shared, folder)
            environment = dict(os.environ, PATH=f"{words.ironbird.parent}:{os.environ['PATH']}")
            for complaint in complaints(page, folder, environment):
                failed = True
                print(complaint)
    return failed


if __name__ == "__main__":
    sys.exit(main())
