#!/usr/bin/env python3
"""Fails on an #include that a folder is not allowed to make.

usage: check_layers.py [ROOT]
"""
import pathlib
import re
import sys

# What each layer of src/ may include, besides itself; the lists are transitive. A folder inside a
# layer that has a row of its own is a layer of its own.
ALLOWED = {
    "base": [],
    "arch": ["base"],
    "abi": ["base"],
    "tile": ["base"],
    "sim": ["base"],
    "mem": ["base", "arch"],
    "analysis": ["base", "arch"],
    "noc": ["base", "arch", "sim", "mem", "abi"],
    "fabric": ["base", "arch"],
    "device": ["base", "arch", "sim", "mem", "noc", "fabric", "abi", "tile"],
    "check": ["device"],
    "profile": ["device"],
    "report": ["base", "profile"],
    "jit": ["base", "abi"],
    "ranks": ["device", "jit"],
    "host/options": ["base"],
    "host/formats": ["base", "arch", "host/options"],
    "host": ["device", "jit", "ranks", "check", "profile", "report", "host/formats", "host/options"],
    "tensor": ["host"],
    "cli": ["tensor", "host", "analysis"],
}
# Layers that may also use the public headers; everybody else is below them.
PUBLIC_USERS = {"host", "host/formats", "tensor", "cli"}
PUBLIC_ROOTS = {"tt-metalium", "tt_stl", "tt-logger", "ironbird", "umd", "enchantum",
                "hostdevcommon", "ttnn"}
# The environment is read at the edge: these may see the options, the others, tests too, take values.
OPTIONS = "host/options"
OPTION_USERS = {layer for layer in ALLOWED if OPTIONS in ALLOWED[layer]} | {OPTIONS, "tensor", "cli"}
# Folders beside src/ that use what users have, include/ and their own files, and nothing of src/.
CLIENTS = ["include", "examples", "accuracy", "ttnn", "models", "piper", "python"]
LAYERS = {layer.split("/")[0] for layer in ALLOWED}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
SUFFIXES = (".cpp", ".hpp", ".h")


def reachable(layer):
    """The layers that `layer` may include, itself among them."""
    seen, todo = set(), [layer]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += ALLOWED[one]
    return seen


def layer_of(parts):
    """The layer of a path below src/ (folders and file), None for a folder that no row names."""
    for depth in (2, 1):
        if len(parts) > depth and "/".join(parts[:depth]) in ALLOWED:
            return "/".join(parts[:depth])
    return None


def includes(path):
    """(line number, included path, its parts) of each #include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := INCLUDE.match(line):
            yield number, found[2], pathlib.PurePosixPath(found[2]).parts


def broken_in_source(source):
    for path in sorted(source.rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        parts = path.relative_to(source).parts
        layer = layer_of(parts)
        if layer is None:
            yield path, 1, f"{parts[0]}/ is no layer that tools/check_layers.py knows"
            continue
        # A sibling test sits above its layer: it may set up what it needs through the library.
        is_test = path.stem.endswith("_test")
        allowed = set(ALLOWED) if is_test else reachable(layer)
        for number, name, included in includes(path):
            if name.startswith("../"):
                yield path, number, "includes start at src/, not at .."
            elif (used := layer_of(included)) == OPTIONS and layer not in OPTION_USERS:
                yield path, number, f"{layer} may not read the options: its caller passes values"
            elif used and used not in allowed:
                yield path, number, f"{layer} may not include {used}"
            elif included[0] in PUBLIC_ROOTS and layer not in PUBLIC_USERS and not is_test:
                yield path, number, f"{layer} may not include the public headers"


def broken_in_client(folder):
    """Of a folder that has only include/: a first part that is a layer of ours is one of src/,
    unless the file lies in the folder itself."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        for number, name, included in includes(path):
            own = any((root / name).exists() for root in path.parents if root == folder or folder in root.parents)
            if "src" in included or (len(included) > 1 and included[0] in LAYERS and not own):
                yield path, number, f"{folder.name}/ may include include/ alone, not {name}"


def broken_includes(root):
    """(file, line number, reason) of each include that is not allowed."""
    yield from broken_in_source(root / "src")
    for client in CLIENTS:
        yield from broken_in_client(root / client)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    broken = list(broken_includes(root))
    for path, number, reason in broken:
        print(f"{path.relative_to(root)}:{number}: {reason}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
