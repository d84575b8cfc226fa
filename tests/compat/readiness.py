#!/usr/bin/env python3
"""Compiles upstream's TT-NN against our headers and counts what is missing: how far its operations are from running
on our host API in place of their own.

  readiness.py --third DIR... [--build build/ci] [--only TEXT] [--json FILE] [--document docs/coverage.md]

The sources are upstream's: a tree is named by TT_METAL_HOME or --tree. They are all of ttnn/core but kernels, and 61 of
the sorted program factories and device operations, evenly spaced. --third are folders of headers that upstream
brings along and Debian 12 lacks in that version: xtensor 0.26, xtl 0.8, nanobind, flatbuffers 24.3; Debian's
flatbuffers-compiler makes headers of the schemas. No part of the tests of this repository."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import pages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OPERATIONS = 61
# What upstream's build precompiles for these targets.
COMMON = ["fmt/core.h", "fmt/format.h", "nlohmann/json.hpp", "algorithm", "cstddef", "cstdint", "functional", "map",
          "memory", "tuple", "unordered_map", "variant", "vector", "ttnn/device_operation.hpp", "ttnn/operation.hpp"]
SYSTEM = ["libstdc++.so.6", "libc.so.6", "libm.so.6", "libgcc_s.so.1"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", default=os.environ.get("TT_METAL_HOME"), help="upstream's tree")
    parser.add_argument("--third", type=pathlib.Path, nargs="*", default=[], help="folders of headers of other projects")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "ci", help="our build folder")
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--only", default="", help="a regular expression that paths must match")
    parser.add_argument("--work", type=pathlib.Path, help="keeps the objects and messages there")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=pathlib.Path, help="all results go there")
    parser.add_argument("--document", type=pathlib.Path, help="writes its section of that page")
    return parser.parse_args()


def sources(tree):
    core = sorted(p for p in (tree / "ttnn/core").rglob("*.cpp") if "kernels" not in p.parts)
    found = (tree / "ttnn/cpp/ttnn/operations").rglob("*.cpp")
    operations = sorted(p for p in found if re.search("program_factory|device_operation", p.name))
    chosen = [operations[n * len(operations) // OPERATIONS] for n in range(OPERATIONS)]
    return [str(p.relative_to(tree)) for p in core + chosen]


class Compiler:
    """Makes an object of a source, or says why there is none."""

    def __init__(self, args, work):
        self.tree, self.work, self.compiler = pathlib.Path(args.tree).resolve(), work, args.compiler
        roots = [HERE / "shim/sources", work / "generated", self.private()]
        roots += [self.tree / below for below in ("ttnn", "ttnn/api", "ttnn/api/ttnn", "ttnn/cpp", "ttnn/core", ".")]
        roots += [*args.third, ROOT / "include/ironbird/fmt_forward", ROOT / "include"]
        self.flags = ["-std=c++20", "-w", "-Wno-c++11-narrowing", "-ferror-limit=20", "-DFMT_HEADER_ONLY", "-fPIC",
                      *(f"-I{root}" for root in roots), *python_headers()]
        self.generate()
        self.common = []
        header = work / "common.hpp"
        header.write_text("".join(f"#include <{name}>\n" for name in COMMON))
        if self.run("-x", "c++-header", str(header), "-o", f"{header}.pch").returncode == 0:
            self.common = ["-include-pch", f"{header}.pch"]

    def private(self):
        """Upstream's private headers of the host side: whoever includes them wants their symbols too."""
        link = self.work / "private" / "internal"
        link.parent.mkdir(exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(self.tree / "tt_metal/api/internal")
        return link.parent

    def generate(self):
        """The headers of upstream's schemas, where flatc is there."""
        place, api = self.work / "generated", self.tree / "tt_metal/api"
        own = self.tree / "ttnn/core/tensor/flatbuffer"
        place.mkdir(exist_ok=True)
        if not shutil.which("flatc"):
            return
        for schema in sorted([*own.glob("*.fbs"), *api.rglob("*.fbs")]):
            # By their name alone, and by the path that sources name them with.
            for to in {place, place / schema.parent.relative_to(api) if api in schema.parents else place}:
                subprocess.run(["flatc", "--cpp", "--scoped-enums", "-I", own, "-I", api, "-o", to, schema], check=True)

    def run(self, *words):
        return subprocess.run([self.compiler, *self.flags, *words], capture_output=True, text=True, cwd=self.tree)

    def compile(self, source):
        made = self.work / (source.replace("/", "+") + ".o")
        done = self.run(*self.common, "-O0", "-c", source, "-o", str(made))
        made.with_suffix(".txt").write_text(done.stderr)
        return (made, "") if done.returncode == 0 else (None, reason_in(done.stderr))


def python_headers():
    import sysconfig
    return [f"-I{sysconfig.get_paths()['include']}"]


def reason_in(text):
    """The first error, and where it is."""
    for line in text.splitlines():
        match = re.match(r"(.*?):\d+:\d+: (?:fatal )?error: (.*)", line)
        if match:
            return f"{match.group(2)} ({pathlib.Path(match.group(1)).name})"[:180]
    return (text.strip().splitlines() or ["no message"])[0][:180]


def names(path, *which):
    listed = subprocess.run(["nm", *which, str(path)], capture_output=True, text=True)
    return {line.split()[-1].split("@")[0] for line in listed.stdout.splitlines() if line.split()}


def library(name):
    found = subprocess.run(["cc", f"-print-file-name={name}"], capture_output=True, text=True).stdout.strip()
    return found


def demangled(symbols):
    text = "\n".join(sorted(symbols))
    return subprocess.run(["c++filt"], input=text, capture_output=True, text=True).stdout.splitlines()


def missing_of(objects, build):
    """What the objects ask of the host API and neither they nor our library have."""
    wanted, have = set(), names(build / "lib/libtt_metal.so", "-D", "--defined-only")
    for made in objects:
        wanted |= names(made, "--undefined-only")
        have |= names(made, "--defined-only")
    for name in SYSTEM:
        have |= names(library(name), "-D", "--defined-only")
    return sorted(name for name in demangled(wanted - have) if is_of_host_api(name))


def is_of_host_api(name):
    """Not TT-NN's own, which other sources of upstream's define."""
    plain = re.sub(r"^(typeinfo|vtable|non-virtual thunk|virtual thunk|guard variable) (for|to) ", "", name)
    return bool(re.match(r"(?:std::hash<|fmt::v\d+::formatter<)?(tt|ttsl|tt_\w+)::", without_result(plain)))


def without_result(name):
    """A demangled template function begins with the type of its result."""
    depth = start = 0
    for at, letter in enumerate(name):
        depth += (letter in "<[(") - (letter in ">])")
        if letter == " " and depth == 0 and "(" not in name[:at]:
            start = at + 1
    return name[start:].lstrip("*&")


AREAS = [("fabric", r"fabric"), ("sockets and services", r"[Ss]ocket|ServiceCore|service|LayerCompletion|[Ss]hm"),
         ("Metal 2.0", r"metal2|ProgramSpec|ProgramRunArgs|MakeMeshWorkload|DataflowBuffer"), ("others", "")]


def area_of(name):
    return next(area for area, pattern in AREAS if re.search(pattern, name))


def section(results, missing):
    compiled = sum(not why for why in results.values())
    core = [why for source, why in results.items() if source.startswith("ttnn/core")]
    counts = collections.Counter(map(area_of, missing))
    yield (f"{compiled} of {len(results)} sources compile: {sum(not why for why in core)} of {len(core)} of `ttnn/core` "
           f"and {compiled - sum(not why for why in core)} of {len(results) - len(core)} program factories and device "
           "operations, evenly spaced in the sorted list.")
    yield (f"At link {len(missing)} symbols of the host API are missing: "
           + ", ".join(f"{counts[area]} of {area}" for area, _ in AREAS) + ".\n")
    if compiled < len(results):
        yield from ("| does not compile | first error |", "|---|---|")
        yield from (f"| {source} | {why.replace('|', '/')} |" for source, why in results.items() if why)
        yield ""
    yield from ("| missing symbol | area |", "|---|---|")
    yield from (f"| `{name[:150]}` | {area_of(name)} |" for name in missing)


def main():
    args = arguments()
    if not args.tree or not (pathlib.Path(args.tree) / "ttnn/core").is_dir():
        print("skipped: no upstream tree; name one in TT_METAL_HOME or with --tree")
        return
    with tempfile.TemporaryDirectory(prefix="readiness.") as scratch:
        work = args.work or pathlib.Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        compiler = Compiler(args, work.resolve())
        chosen = [source for source in sources(pathlib.Path(args.tree).resolve()) if re.search(args.only, source)]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            made = list(pool.map(compiler.compile, chosen))
        missing = missing_of([path for path, _ in made if path], args.build)
    results = {source: why for source, (_, why) in zip(chosen, made)}
    text = "\n".join(section(results, missing))
    print(text)
    if args.json:
        args.json.write_text(json.dumps({"results": results, "missing": missing}, indent=1))
    if args.document:
        pages.write(args.document, "Upstream's sources on our host API", "tests/compat/readiness.py", text)


if __name__ == "__main__":
    sys.exit(main())
