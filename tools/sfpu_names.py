#!/usr/bin/env python3
"""What follows from the rows and headers of the vector unit's operations: writes it, or --check.

From the rows in src/tile/sfpu: the numbered names in src/abi/ib_sfpu_ops.h. From the headers in
device_include/api/compute that call operations: the older path to each under device_include/compat,
and the includes of tests/kernel_headers/sfpu_operations.cpp.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMES = ROOT / "src/abi/ib_sfpu_ops.h"
TEST = ROOT / "tests/kernel_headers/sfpu_operations.cpp"
API = ROOT / "device_include/api/compute"
OLD = ROOT / "device_include/compat/compute_kernel_api"


def names_text():
    names = set()
    for source in (ROOT / "src/tile/sfpu").glob("*"):
        names |= set(re.findall(r'\brow\(\s*"(\w+)"', source.read_text()))
    lines = " \\\n".join(f"    X({name})" for name in sorted(names))
    text = NAMES.read_text()
    return re.sub(r"(#define IB_SFPU_OPS\(X\) \\\n).*?(\n// clang-format on)",
                  lambda m: m.group(1) + lines + m.group(2), text, flags=re.S)


def headers():
    for header in sorted(API.rglob("*.h")):
        path = header.relative_to(API)
        text = header.read_text()
        if "experimental" not in path.parts and ("IB_SFPU_" in text or "compute/sfpu.h" in text):
            yield path.as_posix()


def test_text():
    text = TEST.read_text()
    listed = set(re.findall(r'#include "api/compute/(\S+)"', text)) | set(headers())
    block = "".join(f'#include "api/compute/{path}"\n' for path in sorted(listed))
    return re.sub(r'(#include "api/compute/\S+"\n)+', lambda m: block, text, count=1)


def forwarder(path):
    return f'// Another path to api/compute/{path}.\n#pragma once\n\n#include "api/compute/{path}"\n'


def main():
    wanted = {NAMES: names_text(), TEST: test_text()}
    for path in headers():
        if not (OLD / path).exists():
            wanted[OLD / path] = forwarder(path)
    stale = [f for f, text in wanted.items() if not f.exists() or f.read_text() != text]
    if "--check" in sys.argv:
        for f in stale:
            print(f"{f.relative_to(ROOT)}: run tools/sfpu_names.py")
        return 1 if stale else 0
    for f in stale:
        f.parent.mkdir(parents=True, exist_ok=True)
        f.write_text(wanted[f])
        print(f.relative_to(ROOT))
    return 0


sys.exit(main())
