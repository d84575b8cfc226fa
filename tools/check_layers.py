#!/usr/bin/env python3
"""Fails on an #include that a folder of src/ is not allowed to make.

usage: check_layers.py [ROOT]
"""
import pathlib
import re
import sys

# What each layer may include, besides itself; the lists are transitive.
ALLOWED = {
    "base": [],
    "arch": ["base"],
    "abi": ["base"],
    "tile": ["base"],
    "sim": ["base", "abi"],
    "mem": ["base", "arch"],
    "analysis": ["base", "arch"],
    "noc": ["base", "arch", "sim", "mem"],
    "device": ["base", "arch", "sim", "mem", "noc", "abi", "tile"],
    "check": ["device"],
    "profile": ["device"],
    "report": ["base", "profile"],
    "jit": ["base", "abi"],
    "host": ["device", "jit", "check", "profile", "report"],
    "cli": ["host", "analysis"],
}
# Layers that may also use the public headers; everybody else is below them.
PUBLIC_USERS = {"host", "cli"}
PUBLIC_ROOTS = ("tt-metalium", "tt_stl", "ironbird")
# The environment is read at the edge: these folders may see the options, the others take values.
OPTIONS = "host/options/"
OPTION_USERS = {"host", "cli"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def reachable(layer):
    """The layers that `layer` may include, itself among them."""
    seen, todo = set(), [layer]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += ALLOWED[one]
    return seen


def broken_includes(root):
    """(file, line number, reason) of each include that is not allowed."""
    source = root / "src"
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".cpp", ".hpp", ".h"):
            continue
        layer = path.relative_to(source).parts[0]
        if layer not in ALLOWED:
            yield path, 1, f"{layer}/ is no layer that tools/check_layers.py knows"
            continue
        # A sibling test sits above its layer: it may set up what it needs through the library.
        allowed = set(ALLOWED) if path.stem.endswith("_test") else reachable(layer)
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            first, *rest = pathlib.PurePosixPath(found[2]).parts
            if found[2].startswith(OPTIONS) and layer not in OPTION_USERS:
                yield path, number, f"{layer} may not read the options: its caller passes values"
            if found[2].startswith("../"):
                yield path, number, "includes start at src/, not at .."
            elif rest and first in ALLOWED and first not in allowed:  # <memory> alone is not ours
                yield path, number, f"{layer} may not include {first}"
            elif first in PUBLIC_ROOTS and layer not in PUBLIC_USERS and len(allowed) < len(ALLOWED):
                yield path, number, f"{layer} may not include the public headers"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    broken = list(broken_includes(root))
    for path, number, reason in broken:
        print(f"{path.relative_to(root)}:{number}: {reason}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
