#!/usr/bin/env python3
"""Builds upstream's tests of meshes and of the fabric by our CMake package and runs them on Ironbird.

  upstream_mesh.py [--build build/ci] [--only TEXT] [--work FOLDER] [--json FILE] [--document docs/upstream_mesh.md]

The sources and their kernels are upstream's, untouched: a tree is named by TT_METAL_HOME or --tree. Private headers that
they include are in shim/tests beside this file. Each program runs on the cluster that its tests are written for.
No part of the tests of this repository."""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import pages
import upstream_gtests as gtests

HERE = pathlib.Path(__file__).resolve().parent
FABRIC = "tt_fabric/fabric_data_movement"
# Files that call each other are one program; the second word is the cluster.
PROGRAMS = [
    ([f"{FABRIC}/test_basic_fabric_apis.cpp", f"{FABRIC}/test_basic_1d_fabric.cpp"], "t3000"),
    ([f"{FABRIC}/test_basic_fabric_mux.cpp"], "t3000"),
    ([f"{FABRIC}/test_basic_fabric_mux_v2.cpp"], "t3000"),
    ([f"{FABRIC}/test_basic_fabric_smoke.cpp"], "n300"),
    ([f"{FABRIC}/test_sparse_mcast_perpage.cpp"], "t3000"),
    ([f"{FABRIC}/addrgen_write/{name}.cpp" for name in ("test_main", "unicast_runner", "multicast_runner")], "t3000"),
    *(([f"distributed/test_{name}.cpp"], "t3000") for name in (
        "distributed_host_buffer", "end_to_end_eltwise", "maybe_remote", "mesh_allocator", "mesh_buffer", "mesh_coord",
        "mesh_device", "mesh_device_reshape", "mesh_device_view", "mesh_events", "mesh_socket", "mesh_sub_device",
        "mesh_trace", "mesh_workload")),
]
# Built and run by `ironbird run`; they check their results themselves and return 1 if one is wrong.
EXAMPLES, EXAMPLES_CLUSTER = "tt_metal/programming_examples/distributed", "t3000"
FOLDERS = ["distributed", "tt_fabric", "multihost"]
# Files that are not built, and why; None: parts of others.
FILES_LEFT_OUT = [
    (r"/(main|utils|hd_socket_test_utils|.*_utils)\.cpp$|/kernels/|/common/", None),
    (r"benchmark|/bench", "measures the time of a machine"),
    (r"tt_fabric/fabric_router/|physical_discovery/|system_health/|disaggregation/",
     "of upstream's private classes that plan routers, map topologies and find cables; here clusters are data"),
    (r"tt_fabric/test_infra/|telemetry|traffic_generator", "reads telemetry and commands of router firmware"),
    (r"hd_sockets|multiproc_loopback", "sockets between host and device are not modelled"),
    (r"^multihost/|multiprocess/|test_mpi_subcontext|test_auto_mpi_init",
     "of several processes with a mesh each; one process has all chips here (docs/07_mesh.md)"),
    (r"thread_pool|coordinate_translator|dispatch_context|local_mesh_binding",
     "of upstream's private classes: threads, ranks and dispatch firmware"),
]
# Tests that are not run, and why.
TESTS_LEFT_OUT = [
    ("*Tensix*", "fabric on Tensix cores is not modelled: SetFabricConfig refuses it"),
    ("*UDMMode*", "unified data movement is not modelled: SetFabricConfig refuses it"),
    ("*T3kCustomMeshGraph*", "a graph of several meshes is refused"),
]
# Why tests fail, by what they say.
REASONS = [
    (r"HANG-006", "the receiver's kernel clears its counter and then waits for each count: on the card it is ahead by what the "
     "host takes from one enqueue to the next, here chips with a fabric begin together and counts come before it looks"),
    (r"HANG-013", "the host polls L1 until the workers are done and then ends the mux; here reads by the host wait for the "
     "programs before them"),
]
BEFORE = re.compile(r"^TEST(?:_[FP])?\(\s*(\w+)\s*,\s*(\w+)", re.MULTILINE)


def listed(tree):
    """Files of the folders that no program has, with their reasons."""
    base = pathlib.Path(tree) / "tests/tt_metal"
    used = {source for sources, _ in PROGRAMS for source in sources}
    left = {}
    for path in sorted(p for folder in FOLDERS for p in (base / folder).rglob("*.cpp")):
        name = str(path.relative_to(base))
        why = next((why for pattern, why in FILES_LEFT_OUT if re.search(pattern, name)), "not tried")
        if name not in used and why:
            left[name] = (why, len(BEFORE.findall(path.read_text())))
    return left


def links(tree, work):
    made = work / "links"
    for path, target in [("tt_metal/api", gtests.ROOT / "include"), ("tests/tt_metal", pathlib.Path(tree) / "tests/tt_metal")]:
        link = made / path
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(target.resolve())
    return made


def target_of(sources):
    return re.sub("[/.+]", "_", "+".join(sources))


def build(args, work, programs):
    """What the compiler said, by program; an empty text when it is there."""
    place = work / "mesh"
    lists = {"TREE": pathlib.Path(args.tree).resolve(), "LINKS": links(args.tree, work), "SHIM": HERE / "shim",
             "PROGRAMS": ";".join("+".join(sources) for sources, _ in programs), "CMAKE_PREFIX_PATH": args.build.resolve()}
    if gtests.run(["cmake", "-G", "Ninja", "-S", HERE / "mesh", "-B", place, *(f"-D{k}={v}" for k, v in lists.items())],
                  work / "configure.log"):
        sys.exit((work / "configure.log").read_text()[-2000:])
    gtests.run(["cmake", "--build", place, f"-j{args.jobs}", "--", "-k", "0"], work / "build.log")
    said = (work / "build.log").read_text()
    return {target_of(sources): gtests.first_error(said, target_of(sources)) for sources, _ in programs}


def outcome(test):
    if "failures" in test:
        return "failed"
    return "skipped" if test["result"] == "SKIPPED" else "passed"


def last_running(log):
    names = re.findall(r"^\[ RUN      \] (\S+)", log.read_text(errors="replace"), re.MULTILINE)
    return names[-1] if names else None


def done_in(log):
    """Outcomes by what a program printed before it ended early."""
    kinds = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}
    ends = re.findall(r"^\[ +(OK|FAILED|SKIPPED) +\] (\S+?),? (?:\(|where)", log.read_text(errors="replace"), re.MULTILINE)
    return {name: kinds[kind] for kind, name in ends}


def run_once(args, work, program, cluster, wanted, without):
    """Outcomes by test and why tests failed, and the test in which the process ended, if it did."""
    report, log = work / "report.json", work / f"{program.name}.log"
    report.unlink(missing_ok=True)
    environment = dict(os.environ, IRONBIRD_CLUSTER=cluster, TT_METAL_HOME=str(pathlib.Path(args.tree).resolve()))
    try:
        code = gtests.run([program, f"--gtest_filter={wanted}-{':'.join(without)}", f"--gtest_output=json:{report}"], log,
                          cwd=args.tree, env=environment, timeout=args.limit)
    except subprocess.TimeoutExpired:
        code = f"longer than {args.limit:g} s"
    if report.exists():
        tests = [t for suite in json.loads(report.read_text())["testsuites"] for t in suite["testsuite"]]
        named = {f"{t['classname']}.{t['name']}": t for t in tests}
        return ({name: outcome(t) for name, t in named.items()},
                {name: t["failures"][0]["failure"] for name, t in named.items() if "failures" in t}, None)
    culprit = last_running(log) or "?"
    return done_in(log) | {culprit: "failed"}, {culprit: f"ended by {code}"}, culprit


def run_program(args, work, program, cluster):
    """A test that ends the process or takes too long is failed, and the others go on. A test that fails runs again in a
    process of its own: those of a suite share their devices, and one that fails leaves them in disorder."""
    found, why, left = {}, {}, [pattern for pattern, _ in TESTS_LEFT_OUT]
    for _ in range(20):
        tests, reasons, culprit = run_once(args, work, program, cluster, args.tests, left + list(found))
        found, why = found | tests, why | reasons
        if culprit in (None, "?"):
            break
    for test in [name for name, kind in found.items() if kind == "failed" and name != "?"]:
        alone, reasons, _ = run_once(args, work, program, cluster, test, [])
        found[test] = alone.get(test, "failed")
        why[test] = reasons.get(test, why.get(test, ""))
    return {"cluster": cluster, "tests": found, "why": {t: w for t, w in why.items() if found[t] == "failed"}}


def file_of(tree, sources):
    """The file of a test by its suite and name; parameters stand around both."""
    where = {}
    for source in sources:
        text = (pathlib.Path(tree) / "tests/tt_metal" / source).read_text()
        where |= {pair: source for pair in BEFORE.findall(text)}
    return lambda test: where.get(tuple(re.sub(r"^\w+/(?=\w+\.)|/\w+$", "", test).split(".")), sources[0])


def by_file(args, results):
    """Tests by file and outcome."""
    files = collections.defaultdict(lambda: collections.defaultdict(list))
    for sources, _ in PROGRAMS:
        of = file_of(args.tree, sources)
        for test, kind in results.get(target_of(sources), {"tests": {}})["tests"].items():
            files[of(test)][kind].append(test)
    return files


def table(args, examples, errors, results, left):
    files = by_file(args, results)
    yield from ("| file of tests/tt_metal | cluster | passed | failed | skipped | |", "|---|---|---|---|---|---|")
    for name, why in examples.items():
        yield f"| {EXAMPLES}/…/{name} | {EXAMPLES_CLUSTER} | {int(not why)} | {int(bool(why))} | 0 | {why} |"
    for sources, cluster in PROGRAMS:
        why = errors.get(target_of(sources))
        for source in sources:
            kinds = files[source]
            counts = [len(kinds[k]) for k in ("passed", "failed", "skipped")]
            said = f"does not build: {why}".replace("|", "/") if why else "" if any(counts) else "not run"
            yield f"| {source} | {cluster} | {' | '.join('' if said else str(n) for n in counts)} | {said} |"
    groups = collections.defaultdict(lambda: [0, 0])
    for name, (why, tests) in left.items():
        key = (name.split("/")[0], why)
        groups[key][0] += 1
        groups[key][1] += tests
    for (folder, why), (count, tests) in groups.items():
        yield f"| {folder}: {count} files, {tests} tests | | | | | left out: {why} |"
    for pattern, why in TESTS_LEFT_OUT:
        yield f"| tests `{pattern}` | | | | | left out: {why} |"


def listing(tests):
    """By suite; tests with many parameters are one name."""
    suites = collections.defaultdict(list)
    for test in sorted(tests):
        suite, name = test.split(".", 1)
        suites[suite].append(name)
    for suite, all_names in suites.items():
        stems = collections.Counter(name.split("/")[0] for name in all_names)
        short = [name if stems[name.split("/")[0]] <= 30 else "" for name in all_names]
        short = [name for name in short if name] + [f"{stem}/* ({n})" for stem, n in stems.items() if n > 30]
        yield f"`{suite}`: {', '.join(short)}"


def names(args, results):
    """By file, what passed and what failed, with the first line of why."""
    why = {test: text for found in results.values() for test, text in found["why"].items()}
    for source, kinds in sorted(by_file(args, results).items()):
        yield f"\n{source}:"
        for kind in ("passed", "skipped"):
            yield from (f"- {kind}: {line}" for line in listing(kinds[kind]))
        reasons = collections.defaultdict(list)
        for test in kinds["failed"]:
            reasons[reason(why.get(test, ""))].append(test)
        yield from (f"- failed: {line}: {text}" for text, tests in reasons.items() for line in listing(tests))


def reason(said):
    """A known one, or the first line that says anything."""
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith(("/", "unknown"))]
    first = (lines or ["?"])[0].split("description")[-1].strip()[:200]
    return next((text for pattern, text in REASONS if re.search(pattern, said)), first)


def run_examples(args):
    """By name: nothing when the result is right, else the last line."""
    found = {}
    tree = pathlib.Path(args.tree).resolve()
    for source in sorted((tree / EXAMPLES).rglob("*.cpp")):
        if "kernels" in source.parts or not re.search(args.only, str(source)):
            continue
        done = subprocess.run([str(args.build.resolve() / "bin/ironbird"), "run", str(source)], cwd=tree, capture_output=True,
                              text=True, env=dict(os.environ, IRONBIRD_CLUSTER=EXAMPLES_CLUSTER, TT_METAL_HOME=str(tree)))
        said = (done.stdout + done.stderr).strip().splitlines()
        found[source.stem] = (said or ["?"])[-1] if done.returncode else ""
    return found


def summary(args, results):
    files = by_file(args, results)
    counts = collections.Counter(kind for found in results.values() for kind in found["tests"].values())
    fabric = sum(len(kinds["passed"]) for source, kinds in files.items() if source.startswith(FABRIC))
    return (f"{counts['passed']} tests pass, {counts['failed']} fail and {counts['skipped']} skip themselves; {fabric} of those "
            f"that pass are in {FABRIC} and drive upstream's fabric kernels.\n")


def run_all(args, programs):
    with tempfile.TemporaryDirectory(prefix="upstream_mesh.") as scratch:
        work = (args.work or pathlib.Path(scratch)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        errors = build(args, work, programs)
        results = {target_of(sources): run_program(args, work, work / "mesh" / target_of(sources), cluster)
                   for sources, cluster in programs if not errors[target_of(sources)]}
        return run_examples(args), errors, results


def main():
    args = gtests.arguments(__doc__)
    if not args.tree or not (pathlib.Path(args.tree) / "tests/tt_metal/tt_fabric").is_dir():
        print("skipped: no upstream tree; name one in TT_METAL_HOME or with --tree")
        return
    if args.again:
        kept = [json.loads(file.read_text()) for file in args.again]
        examples = {k: v for one in kept for k, v in one["examples"].items()}
        errors = {k: v for one in kept for k, v in one["errors"].items()}
        results = {k: v for one in kept for k, v in one["results"].items()}
    else:
        examples, errors, results = run_all(args, [p for p in PROGRAMS if any(re.search(args.only, s) for s in p[0])])
    text = "\n".join([summary(args, results), *table(args, examples, errors, results, listed(args.tree)), *names(args, results)])
    print(text)
    if args.json:
        args.json.write_text(json.dumps({"examples": examples, "errors": errors, "results": results}, indent=1))
    if args.document:
        pages.write(args.document, "Upstream's tests of meshes and of the fabric", "tests/compat/upstream_mesh.py", text)


if __name__ == "__main__":
    main()
