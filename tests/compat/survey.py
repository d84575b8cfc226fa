#!/usr/bin/env python3
"""Compiles, links and loads upstream's compute kernels, and counts what stands in the way.

  survey.py --ironbird build/bin/ironbird --upstream TREE [--list FILE] [--only TEXT] [--out FILE]

TREE is a checkout of upstream's sources. Without --list the kernels are the compute kernels under
ttnn/cpp/**/device/kernels that are not of the Metal 2.0 dialect and use no fabric. A kernel counts
when all three processors compile, link with no undefined symbol, load, and call nothing that the
model refuses. Arguments and defines come from compute_kernels.txt beside this file; a kernel
without a line there gets 64 compile-time arguments of 1, and 1 for each named argument.
"""

import argparse
import collections
import concurrent.futures
import ctypes
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DEFAULT_ARGS = ",".join(["1"] * 64)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
METAL2 = re.compile(r"experimental/kernel_args\.h|\bargs::|\bdfb::|\btensor::|\bTT_KERNEL\b")
ENTRY = re.compile(r"\bkernel_main\b|\bMAIN\b")
FABRIC = re.compile(r"fabric")
NAMED = re.compile(r'get_named_(?:compile_time_arg_val|ct_arg)\(\s*"([^"]+)"')


def is_wanted(path):
    """A compute kernel of the older dialects, by its source."""
    code = COMMENT.sub("", path.read_text(errors="replace"))
    computes = "api/compute/" in code or "/compute/" in str(path) or "compute" in path.name
    moves = "dataflow_api.h" in code or "api/dataflow/noc.h" in code
    if not computes or (moves and "api/compute/" not in code):
        return False
    return bool(ENTRY.search(code)) and not METAL2.search(code) and not FABRIC.search(code)


def kernels_of(tree):
    found = (tree / "ttnn" / "cpp").rglob("*.cpp")
    return sorted(p for p in found if "/device/kernels" in str(p) and is_wanted(p))


def manifest():
    """Lines of: path, then words as `ironbird compile` takes them."""
    lines = {}
    for line in (HERE / "compute_kernels.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            path, *words = shlex.split(line)
            lines[path] = words
    return lines


def words_for(kernel, tree, given):
    """The manifest's words, with defaults for the kinds of arguments that they leave out."""
    words = list(given.get(str(kernel.relative_to(tree)), []))
    if "--args" not in words:
        words += ["--args", DEFAULT_ARGS]
    named = {w.split("=")[0] for option, w in zip(words, words[1:]) if option == "--named"}
    for name in NAMED.findall(kernel.read_text(errors="replace")):
        if name not in named:
            named.add(name)
            words += ["--named", f"{name}=1"]
    return words


def symbols(path, which):
    out = subprocess.run(["nm", "-D", which, path], capture_output=True, text=True, check=True)
    return {line.split()[-1].split("@")[0] for line in out.stdout.splitlines() if line.split()}


def why_not_loadable(kernel_object, offered):
    missing = symbols(kernel_object, "--undefined-only") - offered - {"__gmon_start__"}
    if missing:
        return "undefined symbol " + ", ".join(sorted(missing))
    if "ib_not_modelled" in symbols(kernel_object, "--undefined-only"):
        return "calls what is not modelled: " + refused_name(kernel_object)
    try:
        ctypes.CDLL(kernel_object, mode=os.RTLD_NOW | os.RTLD_LOCAL)
    except OSError as trouble:
        return f"does not load: {trouble}"
    return None


def refused_name(kernel_object):
    text = subprocess.run(["strings", "-n", "5", kernel_object], capture_output=True, text=True)
    names = [t for t in text.stdout.splitlines() if re.match(r"[a-z]\w+ .*|[a-z]\w+$", t)]
    return "; ".join(names[:3]) if names else "?"


def reason_in(text):
    """The first error, without what differs from kernel to kernel."""
    for line in text.splitlines():
        match = re.search(r"error: (.*)", line)
        if match:
            reason = match.group(1)
            reason = re.sub(r"due to requirement '[^']*'", "", reason)
            return re.sub(r"\s+", " ", reason)[:150]
    return (text.strip().splitlines() or ["no message"])[0][:150]


def examine(kernel, options, given, offered):
    command = [options.ironbird, "compile", "--json", "--processor", "compute", "--chip", options.chip]
    command += words_for(kernel, options.upstream, given) + [str(kernel)]
    environment = dict(os.environ, TT_METAL_HOME=str(options.upstream),
                       TT_METAL_CACHE=options.cache, IRONBIRD_CACHE_MIB="8192")
    for _ in range(3):
        run = subprocess.run(command, capture_output=True, text=True, env=environment)
        try:
            results = json.loads(run.stdout.strip().splitlines()[-1])["kernels"]
        except (ValueError, IndexError, KeyError):
            return "command", run.stderr.strip()[-300:] or "no output", run.stderr
        # What a header's change overtook is not kept; it is compiled again.
        if all(os.path.exists(r["object"]) for r in results if r["ok"]):
            break
    for result in results:
        if not result["ok"]:
            return result["processor"], reason_in(result["text"]), result["text"]
    for result in results:
        why = why_not_loadable(result["object"], offered)
        if why:
            return result["processor"], why, why
    return None


def library_of(ironbird):
    lib = pathlib.Path(ironbird).resolve().parent.parent / "lib"
    ctypes.CDLL(str(lib / "libtt_metal.so"), mode=os.RTLD_NOW | os.RTLD_GLOBAL)
    return symbols(str(lib / "libtt_metal.so"), "--defined-only")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ironbird", required=True)
    parser.add_argument("--upstream", required=True, type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--chip", default="n150")
    parser.add_argument("--list", help="a file with one kernel per line, relative to the tree")
    parser.add_argument("--only", default="", help="kernels whose path contains this")
    parser.add_argument("--out", help="a file for the full messages, as JSON")
    parser.add_argument("--cache", help="a folder for compiled kernels that is kept")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--at-least", type=float, default=0, help="percentage that must pass")
    return parser.parse_args()


def main():
    options = parse_options()
    if options.list:
        listed = pathlib.Path(options.list).read_text().split()
        kernels = [options.upstream / p for p in listed]
    else:
        kernels = kernels_of(options.upstream)
    kernels = [k for k in kernels if options.only in str(k)]
    given, offered = manifest(), library_of(options.ironbird)
    scratch = tempfile.TemporaryDirectory(prefix="survey-")
    options.cache = options.cache or scratch.name
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda k: examine(k, options, given, offered), kernels))
    failures = {str(k.relative_to(options.upstream)): f for k, f in zip(kernels, found) if f}
    if options.out:
        rows = {k: {"processor": p, "reason": r, "text": t} for k, (p, r, t) in failures.items()}
        pathlib.Path(options.out).write_text(json.dumps(rows, indent=1))
    for kernel, (processor, reason, _) in failures.items():
        print(f"{kernel}\n    {processor}: {reason}")
    passed = len(kernels) - len(failures)
    share = 100 * passed / max(1, len(kernels))
    print(f"\n{passed} of {len(kernels)} kernels, {share:.1f} %, on {options.chip}")
    for reason, count in collections.Counter(r for _, r, _ in failures.values()).most_common(10):
        print(f"{count:5} {reason}")
    return 0 if share >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
