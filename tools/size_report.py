#!/usr/bin/env python3
"""Prints sizes per folder beside the sizes we aim at, and the change since a commit; blocks nothing.

usage: size_report.py [--since COMMIT] [ROOT]
"""
import argparse
import pathlib
import statistics
import subprocess

ENDINGS = (".cpp", ".hpp", ".h")
FOLDERS = ["include", "device_include", "src", "examples", "tests", "bench"]
AIM_FILE, LOOK_AGAIN_FILE, TWO_THINGS_FILE = 110, 350, 700
AIM_FUNCTION, LOOK_AGAIN_FUNCTION = 8, 50
WIDEST = 100


def function_lengths(lines):
    """Lengths of top-level bodies: from a line that opens one at the left edge to its closing brace."""
    begin = None
    for number, line in enumerate(lines):
        if line[:1] not in (" ", "}", "#", "/", "") and line.rstrip().endswith("{") and "(" in line:
            begin = number
        elif line.startswith("}") and begin is not None:
            yield number - begin + 1, begin + 1
            begin = None


def folder_of(path, root):
    parts = path.relative_to(root).parts
    return "/".join(parts[:2]) if parts[0] == "src" else parts[0]


def measure(root):
    """Per folder: lines of each file; and the list of things to look at again."""
    files, functions, notes = {}, [], []
    for top in FOLDERS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in ENDINGS:
                continue
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            name = path.relative_to(root)
            files.setdefault(folder_of(path, root), []).append(len(lines))
            if len(lines) > LOOK_AGAIN_FILE:
                word = "almost surely two things" if len(lines) > TWO_THINGS_FILE else "look again"
                notes.append(f"{name}: {len(lines)} lines, {word}")
            for length, at in function_lengths(lines):
                functions.append(length)
                if length > LOOK_AGAIN_FUNCTION:
                    notes.append(f"{name}:{at}: function of {length} lines")
            notes += [f"{name}:{n}: {len(l)} columns" for n, l in enumerate(lines, 1) if len(l) > WIDEST + 20]
    return files, functions, notes


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--since", help="also print lines added and removed since this commit")
    arguments.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent)
    args = arguments.parse_args()
    root = pathlib.Path(args.root).resolve()
    files, functions, notes = measure(root)
    print(f"{'folder':<16}{'files':>6}{'lines':>8}{'median':>8}{'largest':>9}")
    for folder, sizes in sorted(files.items()):
        print(f"{folder:<16}{len(sizes):>6}{sum(sizes):>8}{statistics.median(sizes):>8.0f}{max(sizes):>9}")
    everything = [size for sizes in files.values() for size in sizes]
    if everything:
        print(f"{'all':<16}{len(everything):>6}{sum(everything):>8}{statistics.median(everything):>8.0f}"
              f"{max(everything):>9}   aim: median {AIM_FILE}, look again above {LOOK_AGAIN_FILE}")
    if functions:
        print(f"functions: median {statistics.median(functions):.0f} (aim {AIM_FUNCTION}), "
              f"largest {max(functions)} (look again above {LOOK_AGAIN_FUNCTION})")
    for note in notes:
        print(note)
    if args.since:
        subprocess.run(["git", "-C", str(root), "diff", "--shortstat", args.since, "--", *FOLDERS], check=False)


if __name__ == "__main__":
    main()
