#!/usr/bin/env python3
"""Builds upstream's TT-NN examples and C++ tests by our CMake package and runs them on Ironbird.

  upstream_gtests.py [--build build/ci] [--chip n150] [--only TEXT] [--document docs/coverage.md]

The sources are upstream's, untouched: a tree is named by TT_METAL_HOME or --tree. A few private headers that they
include are in shim/tests beside this file. --third are folders of headers that Debian 12 lacks: xtensor 0.26 and xtl 0.8.
No part of the tests of this repository."""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import pages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDER = "tests/ttnn/unit_tests/gtests"
EXAMPLES = ["add", "lab_eltwise_binary", "lab_multicast"]
# What is left out, and why.
LEFT_OUT = [
    (r"^(ccl|multi_thread|multiprocess|udm)/", "several chips: collectives are tested by tests/ttnn/ccl_test.cpp"),
    (r"stream_(service|pipeline)", "sockets between host and device are not modelled"),
    (r"^(tests_main|common_test_utils|accessor/common)\.cpp$", None),
]


def arguments(description=__doc__):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", default=os.environ.get("TT_METAL_HOME"), help="upstream's tree")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "ci", help="our build folder")
    parser.add_argument("--third", type=pathlib.Path, nargs="*", default=[], help="folders of headers of other projects")
    parser.add_argument("--work", type=pathlib.Path, help="keeps what is built there for the next time")
    parser.add_argument("--chip", default="n150", help="IRONBIRD_CHIP")
    parser.add_argument("--only", default="", help="a regular expression that paths must match")
    parser.add_argument("--tests", default="*", help="a filter of gtest's")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one file")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=pathlib.Path, help="all results go there")
    parser.add_argument("--again", type=pathlib.Path, nargs="+", help="runs nothing: the results of these JSON files")
    parser.add_argument("--document", type=pathlib.Path, help="writes its section of that page")
    return parser.parse_args()


def listed(args):
    """Sources to build, and those left out with their reasons."""
    base = pathlib.Path(args.tree) / FOLDER
    found = sorted(str(p.relative_to(base)) for p in base.rglob("*.cpp") if "kernels" not in p.parts)
    chosen, left = [], {}
    for source in found:
        rule = next((why for pattern, why in LEFT_OUT if re.search(pattern, source)), "")
        if rule == "":
            chosen.append(source)
        elif rule:
            left[source] = rule
    return [s for s in chosen if re.search(args.only, s)], left


def links(args, work):
    """Upstream's roots: its public headers are ours, its private ones those of shim/."""
    made = work / "links"
    for path, target in [("tt_metal/api", ROOT / "include"), ("ttnn/api", ROOT / "include"),
                         ("tests/tt_metal", HERE / "shim/tests/tt_metal"),
                         ("tests/ttnn", pathlib.Path(args.tree).resolve() / "tests/ttnn")]:
        link = made / path
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(target)
    return made


def run(words, log, **more):
    with open(log, "w") as file:
        return subprocess.run([str(w) for w in words], stdout=file, stderr=subprocess.STDOUT, **more).returncode


def build_tests(args, work, sources):
    """The programs that could be built, and what the compiler said of the others."""
    place = work / "gtests"
    lists = {"TREE": pathlib.Path(args.tree).resolve(), "LINKS": links(args, work), "SHIM": HERE / "shim/tests",
             "THIRD": ";".join(map(str, args.third)), "SOURCES": ";".join(sources), "CMAKE_PREFIX_PATH": args.build.resolve()}
    if run(["cmake", "-G", "Ninja", "-S", HERE / "gtests", "-B", place, *(f"-D{k}={v}" for k, v in lists.items())],
           work / "configure.log"):
        sys.exit((work / "configure.log").read_text()[-2000:])
    run(["cmake", "--build", place, f"-j{args.jobs}", "--", "-k", "0"], work / "build.log")
    said = (work / "build.log").read_text()
    programs, errors = {}, {}
    for source in sources:
        name = re.sub("[/.]", "_", source)
        errors[source] = first_error(said, name)
        if not errors[source] and (place / name).exists():
            programs[source] = place / name
    return programs, errors


def first_error(said, name):
    """Of the step that makes an object or the program, or nothing."""
    failed = re.search(rf"^FAILED: (?:\S* )*?(?:CMakeFiles/{name}\.dir/|{name}\b).*?(?=^\[\d|\Z)", said, re.MULTILINE | re.DOTALL)
    if not failed:
        return ""
    why = re.search(r"(?:fatal error|error): (.*)|undefined reference to (.*)", failed.group())
    return (why.group(1) or f"undefined reference to {why.group(2)}")[:160] if why else "does not build"


def environment(args):
    return dict(os.environ, IRONBIRD_CHIP=args.chip, TT_METAL_HOME=str(pathlib.Path(args.tree).resolve()))


def run_tests(args, work, program):
    """Counts by outcome, the names of what failed, seconds."""
    report = work / "report.json"
    report.unlink(missing_ok=True)
    begin = time.time()
    try:
        code = run([program, f"--gtest_filter={args.tests}", f"--gtest_output=json:{report}"], work / f"{program.name}.log", cwd=args.tree,
                   env=environment(args), timeout=args.limit)
    except subprocess.TimeoutExpired:
        code = f"longer than {args.limit:g} s"
    seconds = time.time() - begin
    if not report.exists():
        said = (work / f"{program.name}.log").read_text(errors="replace")
        done = len(re.findall(r"^\[       OK \]", said, re.MULTILINE))
        running = re.findall(r"^\[ RUN      \] (\S+)", said, re.MULTILINE)
        return {"passed": done, "failed": 1, "skipped": 0, "names": [f"{running[-1] if running else '?'}: ended by {code}"],
                "seconds": seconds}
    tests = [t for suite in json.loads(report.read_text())["testsuites"] for t in suite["testsuite"]]
    names = [f"{t['classname']}.{t['name']}" for t in tests if "failures" in t]
    skipped = sum(t["result"] == "SKIPPED" for t in tests)
    return {"passed": len(tests) - len(names) - skipped, "failed": len(names), "skipped": skipped, "names": names,
            "seconds": seconds}


def run_example(args, work, name):
    """By its own CMakeLists.txt; nothing when its result is right, else what went wrong."""
    place = work / "examples" / name
    place.mkdir(parents=True, exist_ok=True)
    source = pathlib.Path(args.tree).resolve() / "ttnn/examples" / name
    if run(["cmake", "-G", "Ninja", "-S", source, "-B", place, f"-DCMAKE_PREFIX_PATH={args.build.resolve()}"],
           place / "configure.log") or run(["cmake", "--build", place], place / "build.log"):
        return "does not build"
    code = run([place / f"ttnn_example_{name}"], place / "run.log", cwd=args.tree, env=environment(args), timeout=args.limit)
    return f"exit code {code}" if code else ""


def table(examples, errors, results, left):
    yield from ("| file | builds | passed | failed | skipped | reason |", "|---|---|---|---|---|---|")
    for name, why in examples.items():
        yield f"| ttnn/examples/{name} | {'no' if why == 'does not build' else 'yes'} | {int(not why)} | {int(bool(why))} | 0 | {why} |"
    for source, why in errors.items():
        found = results.get(source)
        if found:
            names = ", ".join(found["names"][:4]) + (" …" if len(found["names"]) > 4 else "")
            yield f"| {source} | yes | {found['passed']} | {found['failed']} | {found['skipped']} | {names} |"
        else:
            yield f"| {source} | no | | | | {(why or 'does not link').replace('|', '/')} |"
    groups = collections.Counter((source.split("/")[0], why) for source, why in left.items())
    for (folder, why), count in groups.items():
        yield f"| {folder}: {count} files | | | | | left out: {why} |"


def summary(args, examples, results, errors):
    built = len(results)
    passed = sum(r["passed"] for r in results.values())
    failed = sum(r["failed"] for r in results.values())
    return (f"On a virtual {args.chip}: {built} of {len(errors)} files build, of their tests {passed} pass, {failed} fail and "
            f"{sum(r['skipped'] for r in results.values())} skip themselves; {sum(not w for w in examples.values())} of "
            f"{len(examples)} examples give the right result.\n")


def run_all(args, sources):
    with tempfile.TemporaryDirectory(prefix="upstream_gtests.") as scratch:
        work = (args.work or pathlib.Path(scratch)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        programs, errors = build_tests(args, work, sources)
        examples = {name: run_example(args, work, name) for name in EXAMPLES if re.search(args.only, name)}
        return examples, errors, {source: run_tests(args, work, program) for source, program in programs.items()}


def earlier(args):
    """Later files count where they have the same test."""
    examples, errors, results = {}, {}, {}
    for file in args.again:
        kept = json.loads(file.read_text())
        examples.update(kept["examples"])
        errors.update(kept["errors"])
        results = {s: r for s, r in results.items() if s not in kept["errors"]} | kept["results"]
    return examples, dict(sorted(errors.items())), results


def main():
    args = arguments()
    if not args.tree or not (pathlib.Path(args.tree) / FOLDER).is_dir():
        print("skipped: no upstream tree; name one in TT_METAL_HOME or with --tree")
        return
    sources, left = listed(args)
    examples, errors, results = earlier(args) if args.again else run_all(args, sources)
    text = "\n".join([summary(args, examples, results, errors), *table(examples, errors, results, left)])
    print(text)
    if args.json:
        args.json.write_text(json.dumps({"chip": args.chip, "examples": examples, "errors": errors, "results": results}, indent=1))
    if args.document:
        pages.write(args.document, "Upstream's C++ examples and tests", "tests/compat/upstream_gtests.py", text)


if __name__ == "__main__":
    main()
