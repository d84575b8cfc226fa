#!/usr/bin/env python3
"""Fails where src/ uses upstream's TT_FATAL, TT_THROW or TT_ASSERT: ours throws ironbird::Error.

usage: check_errors.py [ROOT]
"""
import pathlib
import re
import sys

MACRO = re.compile(r"\bTT_(FATAL|THROW|ASSERT)\s*\(")
# What implements the macros for programs, and its test.
EXEMPT = {"src/host/formats/tt_assert.cpp", "src/host/formats/tt_stl_test.cpp"}


def complaints(root):
    for path in sorted((root / "src").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in (".cpp", ".hpp") or name in EXEMPT:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if MACRO.search(line):
                yield f"{name}:{number}: throw ironbird::Error with its Fault (base/require.hpp)"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = list(complaints(root))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
