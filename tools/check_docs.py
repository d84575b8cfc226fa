#!/usr/bin/env python3
"""Fails when a fault or a finding has no page or no test, or a variable is not documented.

usage: check_docs.py [ROOT]
"""
import pathlib
import re
import sys

# Findings that no test asserts yet. This list may only shrink.
NOT_ASSERTED = {"INIT-005", "MEM-004", "PORT-002"}


def slugs(root):
    text = (root / "src/base/fault.cpp").read_text(encoding="utf-8")
    return re.findall(r'\{Fault::\w+,\s*"([a-z-]+)"', text)


def variables(root):
    text = (root / "src/host/options/options.cpp").read_text(encoding="utf-8")
    return re.findall(r'\{\{"([A-Z_0-9]+)"', text)


def rules(root):
    text = (root / "src/check/finding.cpp").read_text(encoding="utf-8")
    return re.findall(r'^    \{"([A-Z]+-\d{3})"', text, re.MULTILINE)


def texts(paths):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(paths))


def complaints_of_findings(root, tests):
    sibling = texts((root / "src").rglob("*_test.cpp"))
    for rule in rules(root):
        if not (root / "docs/findings" / f"{rule}.md").exists():
            yield f"docs/findings/{rule}.md is missing"
        asserted = rule in tests or rule in sibling
        if not asserted and rule not in NOT_ASSERTED:
            yield f"no test asserts {rule}"
        if asserted and rule in NOT_ASSERTED:
            yield f"a test asserts {rule} now: take it out of NOT_ASSERTED in tools/check_docs.py"
    for page in sorted((root / "docs/findings").glob("*-*.md")):
        if page.stem not in rules(root):
            yield f"docs/findings/{page.name} is about no finding"


def complaints(root):
    provoked = texts(p for p in (root / "tests").rglob("*") if p.suffix in (".cpp", ".hpp", ".py"))
    yield from complaints_of_findings(root, provoked)
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
