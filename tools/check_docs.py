#!/usr/bin/env python3
"""Fails when a fault, a finding or a public host function has no test, a fault or finding no page, a variable is not
documented, a link is dead, or a README names a file that is not there.

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


def rules(root):
    text = (root / "src/check/finding.cpp").read_text(encoding="utf-8")
    return re.findall(r'^    \{"([A-Z]+-\d{3})"', text, re.MULTILINE)


def texts(paths):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(paths))


COMMENT = re.compile(r"^\s*(?://|#).*$|\s//\s.*$", re.MULTILINE)


def complaints_of_findings(root, tests):
    # What the zoo must print, or what a test asks for: a comment asserts nothing.
    asserted = texts((root / "tests/faults/zoo/expected").glob("*.txt"))
    asserted += COMMENT.sub("", tests + texts((root / "src").rglob("*_test.cpp")))
    for rule in rules(root):
        if not (root / "docs/findings" / f"{rule}.md").exists():
            yield f"docs/findings/{rule}.md is missing"
        if rule not in asserted:
            yield f"no test asserts {rule}"
    for page in sorted((root / "docs/findings").glob("*-*.md")):
        if page.stem not in rules(root):
            yield f"docs/findings/{page.name} is about no finding"


# Inline links of Markdown, without those in code.
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")


def anchors(text):
    """Of headings, as GitHub makes them."""
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def complaints_of_links(root):
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *root.glob("[!b.]*/**/README.md")]
    for page in sorted(set(pages)):
        text = page.read_text(encoding="utf-8")
        for link in LINK.findall(CODE.sub("", text)):
            path, _, anchor = link.partition("#")
            if ":" in path:
                continue
            target = page if not path else page.parent / path
            where = page.relative_to(root)
            if not target.exists():
                yield f"{where}: {link} leads nowhere"
            elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
                yield f"{where}: {link} names no heading"


# What a README means by a name in code: a file or folder, given in full, beside the page, or by its stem.
NAMED = re.compile(r"`((?:[\w-]+/)*[\w-]+(?:\.(?:hpp|cpp|h|py|md|txt|ts|inc)|/))`")


def complaints_of_readmes(root):
    for page in sorted(root.glob("*/**/README.md")):
        where = page.relative_to(root)
        # Data names files of whoever measured it.
        if where.parts[0] in ("build", "data") or "node_modules" in where.parts:
            continue
        for name in sorted(set(NAMED.findall(page.read_text(encoding="utf-8")))):
            places = [page.parent, root, root / "src", *page.parent.parents]
            if not any((place / name).exists() for place in places) and not any(page.parent.rglob(name.rstrip("/"))):
                yield f"{where}: there is no {name}"


def complaints_of_host_api(root, tests):
    header = (root / "include/tt-metalium/host_api.hpp").read_text(encoding="utf-8")
    sibling = texts((root / "src").rglob("*_test.cpp"))
    for name in sorted(set(re.findall(r"^[\w:<>&*, ]*?\b([A-Z]\w+)\(", header, re.MULTILINE))):
        if not re.search(rf"\b{name}\b", tests) and not re.search(rf"\b{name}\b", sibling):
            yield f"no test calls {name} of host_api.hpp"


def complaints(root):
    yield from complaints_of_links(root)
    yield from complaints_of_readmes(root)
    provoked = texts(p for p in (root / "tests").rglob("*") if p.suffix in (".cpp", ".hpp", ".py"))
    yield from complaints_of_findings(root, provoked)
    yield from complaints_of_host_api(root, provoked)
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
