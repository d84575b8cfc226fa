#!/usr/bin/env python3
"""The places that an addition touches, so that the recipes of CONTRIBUTING.md stay true.

usage: places.py COMMIT...      files that these commits touched, those that tools write apart
       places.py --name NAME    files that mention a name: an operation, a finding, a function
       places.py --check        for each recipe, that its example lies where the recipe says,
                                and that every path which CONTRIBUTING.md names exists
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Files that a tool writes from the others.
DERIVED = ["src/abi/ib_sfpu_ops.h", "docs/ops.md", "docs/environment.md", "docs/ttnn_ops.md",
           "tests/kernel_headers/sfpu_operations.cpp", "device_include/compat/compute_kernel_api/*",
           "tests/faults/zoo/expected/*"]
# Recipe, a past addition as a pattern of words, and the only places where it may be written.
RECIPES = [
    ("an operation of the vector unit", r"\bcelu\b|\bcelu_tile(_init)?\b|\bIB_SFPU_celu\b",
     ["src/tile/sfpu/*", "device_include/api/compute/*", "src/device/tensix/sfpu_setup.cpp",
      "include/ttnn/operations/eltwise/unary/rows.inc", "include/ttnn/operations/eltwise/unary_backward/*",
      "python/bind/eltwise.cpp", "python/ttnn/golden.py"]),
    ("a finding", r"\bCB-010\b",
     ["src/check/finding.cpp", "src/check/hazard/*", "docs/findings/*", "tests/faults/*"]),
    ("a command", r"\badd_diff\b|\bcommands/diff\.cpp\b",
     ["src/cli/commands/*", "src/cli/more_commands.cpp", "src/cli/CMakeLists.txt"]),
    ("a host function", r"\bGetCircularBufferConfig\b",
     ["include/tt-metalium/*", "src/host/*", "src/*_test.cpp", "tests/programs/*"]),
    ("a kernel function", r"\bib_cb_pages_free\b",
     ["device_include/*", "src/abi/ib_abi.h", "src/device/calls/*", "src/*_test.cpp"]),
    ("an export format", r"\bmake_perfetto\b|\bexporters/perfetto\.cpp\b",
     ["src/report/exporters/*", "src/report/exporters.cpp", "src/report/CMakeLists.txt"]),
]


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True,
                          text=True).stdout


def matches(path, patterns):
    return any(fnmatch.fnmatch(path, pattern) for pattern in patterns)


def mentions(pattern):
    """Tracked files whose text has the pattern; this script has all of them."""
    found = subprocess.run(["git", "-C", str(ROOT), "grep", "-lP", "--untracked", pattern],
                           capture_output=True, text=True, check=False).stdout.split()
    return [path for path in found if path != "tools/places.py"]


def show(title, paths):
    written = [path for path in paths if not matches(path, DERIVED)]
    print(f"{title}: {len(written)} places by hand, {len(paths) - len(written)} by tools")
    for path in paths:
        print(f"  {path}" + ("" if path in written else "  (by a tool)"))


def complaints():
    for recipe, example, places in RECIPES:
        found = [path for path in mentions(example) if not matches(path, DERIVED)]
        for path in found:
            if not matches(path, places):
                yield f"CONTRIBUTING.md, to add {recipe}: {path} is not among the places"
        for place in places:
            if not any(fnmatch.fnmatch(path, place) for path in found):
                yield f"CONTRIBUTING.md, to add {recipe}: nothing in {place} mentions the example"
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in re.findall(r"`((?:\w+/)+[\w.]+)`", text):
        folder = path.split("/")[0]
        if (ROOT / folder).is_dir() and not (ROOT / path).exists():
            yield f"CONTRIBUTING.md names {path}, which does not exist"


def main():
    words = sys.argv[1:]
    if words == ["--check"]:
        found = list(complaints())
        print("\n".join(found), end="\n" if found else "")
        return 1 if found else 0
    if len(words) == 2 and words[0] == "--name":
        show(words[1], mentions(rf"\b{re.escape(words[1])}\b"))
        return 0
    if not words or words[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    for commit in words:
        title = git("log", "-1", "--format=%h %s", commit).strip()
        show(title, git("show", "--format=", "--name-only", commit).split())
    return 0


if __name__ == "__main__":
    sys.exit(main())
