#!/usr/bin/env python3
"""Fails when a fault has no page or no test, or an environment variable is not documented.

usage: check_docs.py [ROOT]
"""
import pathlib
import re
import sys


def slugs(root):
    text = (root / "src/base/fault.cpp").read_text(encoding="utf-8")
    return re.findall(r'\{Fault::\w+,\s*"([a-z-]+)"', text)


def variables(root):
    text = (root / "src/host/options/options.cpp").read_text(encoding="utf-8")
    return re.findall(r'\{\{"([A-Z_0-9]+)"', text)


def complaints(root):
    tests = [p for p in sorted((root / "tests").rglob("*")) if p.suffix in (".cpp", ".py")]
    provoked = "\n".join(p.read_text(encoding="utf-8") for p in tests)
    for slug in slugs(root):
        page = root / "docs/errors" / f"{slug}.md"
        if not page.exists():
            yield f"docs/errors/{slug}.md is missing"
        if slug != "internal" and f'"{slug}"' not in provoked and f"[{slug}]" not in provoked:
            yield f"nothing in tests/ provokes {slug}"
    described = (root / "docs/environment.md").read_text(encoding="utf-8")
    for variable in variables(root):
        if f"`{variable}`" not in described:
            yield f"docs/environment.md does not mention {variable}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    found = list(complaints(root))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
