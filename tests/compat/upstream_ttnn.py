#!/usr/bin/env python3
"""Runs upstream's own Python tests of TT-NN on Ironbird and says what became of each.

The tests are upstream's: a tree is named by TT_METAL_HOME or --tree. Every test ends as one of: passes, wrong result,
not there (the operation or name is missing), refused, hang, crash, skipped, cannot run here (a Python package or a
newer torch is missing). Of Debian's packages they want python3-torch, python3-pytest and python3-loguru, some also
python3-pil, python3-scipy and the others that DEBIAN names. No part of the tests of this repository."""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import pages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KINDS = ["passes", "wrong result", "not there", "refused", "hang", "crash", "skipped", "cannot run here"]
UNIT = "tests/ttnn/unit_tests"
# Tests that are not run, with the measurement that says why.
TOO_LARGE = [(r"test_flash_mla_prefill\[.*seq_len_kv=32768-nh=32",
              "4 TFLOP: the same products and softmaxes take torch 96 s with one thread, no less with two")]
LANES = {
    name: f"{UNIT}/operations/{name}"
    for name in ("ccl", "conv", "data_movement", "debug", "eltwise", "experimental", "fused", "matmul", "pool",
                 "rand", "reduce", "sdpa", "ssm", "transformers")
}
LANES.update({"base_functionality": f"{UNIT}/base_functionality", "tensor": f"{UNIT}/tensor",
              "operations": f"{UNIT}/operations", "all": UNIT})


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", default=os.environ.get("TT_METAL_HOME"), help="upstream's tree")
    parser.add_argument("--lane", action="append", help=f"one of {', '.join(LANES)}, or a path below the tree")
    parser.add_argument("--sample", type=int, help="this many tests, chosen by the hash of their id")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60, help="seconds for one test")
    parser.add_argument("--minutes", type=float, help="ends the run then; what it did not come to is left out")
    parser.add_argument("--names", type=pathlib.Path, help="keeps the names of all tests there for the next time")
    parser.add_argument("--chip", default="n150", help="IRONBIRD_CHIP")
    parser.add_argument("--cluster", help="IRONBIRD_CLUSTER, in place of a chip")
    parser.add_argument("--json", type=pathlib.Path, help="counts and all results go there")
    parser.add_argument("--document", type=pathlib.Path, help="writes the tables as a page, dated")
    parser.add_argument("--again", type=pathlib.Path, nargs="+", help="runs nothing: the results of these JSON files")
    parser.add_argument("--list", metavar="KIND", help="names the tests of this kind with their reasons")
    parser.add_argument("--only", help="a regular expression that ids must match")
    parser.add_argument("--reasons", type=int, default=40, help="how many reasons are shown")
    return parser.parse_args()


def environment(args, record, ids=None):
    tree = pathlib.Path(args.tree)
    path = [ROOT / "python", HERE, tree, tree / "tools", tree / "ttnn"]
    found = dict(os.environ, PYTHONPATH=":".join(map(str, path)), PYTHONDONTWRITEBYTECODE="1",
                 TT_METAL_HOME=str(tree), UPSTREAM_RECORD=str(record), CI="false",
                 LOGURU_LEVEL="ERROR", TT_LOGGER_LEVEL="fatal", OMP_NUM_THREADS="1")
    found |= {"IRONBIRD_CLUSTER": args.cluster} if args.cluster else {"IRONBIRD_CHIP": args.chip}
    found.pop("UPSTREAM_IDS", None)
    if ids is not None:
        found["UPSTREAM_IDS"] = str(ids)
    return found


def pytest_command(args, *more):
    return ["/usr/bin/python3", "-m", "pytest", "-p", "upstream_shim", "-p", "no:cacheprovider", "-p", "no:xdist",
            "-p", "no:timeout", "-c", f"{args.tree}/pytest.ini", "--rootdir", args.tree, "-o", "addopts=",
            "-o", "timeout=0", "--import-mode=importlib", "-q", "--no-header", "-W", "ignore", *more]


def read(record):
    if not record.exists():
        return []
    with open(record) as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


# ---- what a test became --------------------------------------------------------------------------

NOT_HERE = re.compile(r"No module named|ImportError|has no attribute .*(torch|numpy)|module 'torch|torch\.\w+' has no|"
                      r"fixture '.*' not found|not a git repository|No such file or directory|HF_MODEL|"
                      r"unexpected keyword argument 'generator'|not implemented for 'Half'")
# What torch 1.13 refuses on its own account.
OF_TORCH = re.compile(r"not implemented for '|received an invalid combination of arguments|expected scalar type|expected m1 and m2 to have the same dtype|"
                      r"Unsupported (type|dtype)|can only be created from|"
                      r"Expected all tensors to have the same dtype")
# Debian's packages of modules that tests import.
DEBIAN = {"PIL": "python3-pil", "scipy": "python3-scipy", "networkx": "python3-networkx", "graphviz": "python3-graphviz",
          "mpmath": "python3-mpmath", "git": "python3-git", "tqdm": "python3-tqdm", "rich": "python3-rich",
          "requests": "python3-requests", "tabulate": "python3-tabulate", "click": "python3-click", "jinja2": "python3-jinja2"}
SHORTER = [(r"0x[0-9a-f]+", "…"), (r"-?\d+(\.\d+)?([eE][-+]?\d+)?", "#"), (r"(#, )+#", "#…")]


def shorten(text):
    for pattern, with_ in SHORTER:
        text = re.sub(pattern, with_, text)
    return text.strip()[:150]


def reason_of_refusal(text):
    """The sentence of a TT_FATAL, or the first line of an error."""
    info = re.search(r"info:\s*\n?\s*(.+)", text)
    if info:
        return shorten(info.group(1))
    return shorten(text.split("\n")[0])


def judge(text, ours=True):
    """The kind of a failure and its reason, from the text of its exception and whether our package raised it."""
    there = re.search(r"NotImplementedError: (ttnn\.\S+|.*) is not implemented", text)
    if there:
        return "not there", there.group(1)
    name = re.search(r"AttributeError: (?:module '(?P<m>ttnn[^']*)'|type object '(?P<c>\w+)'|'(?P<o>[^']+)' object) has no "
                     r"attribute '(?P<a>\w+)'", text)
    if name and not (name["o"] or "").startswith("torch"):
        return "not there", f"{name['m'] or name['c'] or name['o']}.{name['a']}"
    if re.search(r"cannot import name .*ttnn|No module named '_?ttnn", text):
        return "not there", shorten(text.split("\n")[0])
    if "error[hang]" in text:
        return "hang", reason_of_refusal(text)
    if "AssertionError" in text or text.startswith("assert") or "\nassert " in text:
        return "wrong result", ""
    if NOT_HERE.search(text) or (not ours and OF_TORCH.search(text)):
        return "cannot run here", shorten(text.split("\n")[0]) + package_of(text)
    if "DID NOT RAISE" in text or "Pattern" in text or "Regex pattern" in text:
        return "wrong result", shorten(text.split("\n")[0])
    if "incompatible function arguments" in text or "incompatible constructor" in text or \
            "unexpected keyword" in text:
        call = re.search(r"TypeError: (\w+)\(\): incompatible", text) or re.search(r"TypeError: (.+)", text)
        return "refused", f"arguments: {shorten(call.group(1)) if call else ''}"
    return "refused", reason_of_refusal(text)


def package_of(text):
    """Which package of Debian's would help."""
    module = re.search(r"No module named '(\w+)", text)
    return f"; install {DEBIAN[module.group(1)]}" if module and module.group(1) in DEBIAN else ""


def files_of(tests):
    """Each once, in the order of the tests."""
    return list(dict.fromkeys(test.split("::")[0] for test in tests))


def hashed(args, text):
    return hashlib.sha256(f"{args.seed} {text}".encode()).digest()


# ---- running -------------------------------------------------------------------------------------


def collect(args, folder):
    """The names of all tests, and the files that cannot be read with what they said. Some names tell the chip."""
    asked = [args.cluster or args.chip, args.lane]
    if args.names and args.names.exists():
        kept = json.loads(args.names.read_text())
        if kept["asked"] == asked:
            return kept["ids"], kept["lost"]
    ids, lost = collect_now(args, folder)
    if args.names:
        args.names.write_text(json.dumps({"asked": asked, "ids": ids, "lost": lost}))
    return ids, lost


def collect_now(args, folder):
    record = folder / "collect.jsonl"
    paths = [str(pathlib.Path(args.tree) / LANES.get(lane, lane)) for lane in args.lane]
    print(f"collecting {', '.join(args.lane)} …", file=sys.stderr)
    with open(folder / "collect.log", "w") as log:
        subprocess.run(pytest_command(args, "--collect-only", "--continue-on-collection-errors", *paths),
                       env=environment(args, record), cwd=folder, stdout=log, stderr=log)
    ids, lost = [], []
    for line in read(record):
        if line["event"] == "found":
            ids.append(line["id"])
        elif line["event"] == "uncollected":
            lost.append((line["id"], line["text"]))
    if not ids and not lost:
        sys.exit(f"nothing was collected:\n{(folder / 'collect.log').read_text()[-3000:]}")
    return ids, lost


def choose(args, ids):
    if args.only:
        ids = [i for i in ids if re.search(args.only, i)]
    if args.sample is not None and args.sample < len(ids):
        ids = sorted(sorted(ids, key=lambda test: hashed(args, test))[: args.sample])
    return ids


def too_large(ids):
    """Those with the reason of each."""
    why = ((test, reason) for test in ids for pattern, reason in TOO_LARGE if re.search(pattern, test))
    return {test: ("cannot run here", reason, 0.0) for test, reason in why}


class Runner:
    """Runs the tests of a few files after the other, several such at a time; a test that takes too long ends its
    process, and what it did not come to goes to the next one."""

    FILES = 8  # of one process: to start one takes longer than most tests

    def __init__(self, args, folder, ids):
        self.args, self.folder = args, folder
        self.results = {}
        self.lock = threading.Lock()
        files = collections.defaultdict(list)
        for test in ids:
            files[test.split("::")[0]].append(test)
        # In an order without meaning, so that what --minutes leaves out is a sample too.
        tests = [files[file] for file in sorted(files, key=lambda f: hashed(args, f))]
        step = max(1, min(self.FILES, len(tests) // (2 * args.jobs)))
        self.queue = collections.deque([t for file in tests[i:i + step] for t in file]
                                       for i in range(0, len(tests), step))
        self.ends = time.time() + 60 * args.minutes if args.minutes else None
        self.alone = []
        self.count = 0
        self.total = len(ids)

    def run(self):
        threads = [threading.Thread(target=self._work, args=(n,)) for n in range(self.args.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.args.jobs > 1:
            self._repeat_alone()
        return self.results

    def _repeat_alone(self):
        """A test may want more memory or processors than two at a time leave it (some have tensors of 3 GB, six times)."""
        self.alone = [test for test, (kind, *_) in self.results.items() if kind in ("hang", "crash")]
        for test in self.alone:
            if not self._is_over():
                self._once(0, [test])

    def _work(self, worker):
        while True:
            with self.lock:
                if not self.queue or self._is_over():
                    return
                left = self.queue.popleft()
            while left and not self._is_over():
                left = self._once(worker, left)

    def _is_over(self):
        return self.ends is not None and time.time() > self.ends

    def _once(self, worker, tests):
        """One process over these tests; returns those that it did not come to."""
        with self.lock:
            self.count += 1
            record = self.folder / f"run{self.count}.jsonl"
            names = self.folder / f"run{self.count}.ids"
        names.write_text("\n".join(tests))
        place = self.folder / f"cwd{worker}"
        place.mkdir(exist_ok=True)
        with open(record.with_suffix(".log"), "w") as log:
            process = subprocess.Popen(
                pytest_command(self.args, "--continue-on-collection-errors",
                               *(str(pathlib.Path(self.args.tree) / file) for file in files_of(tests))),
                env=environment(self.args, record, names), cwd=place, stdout=log, stderr=log, start_new_session=True)
            late = self._watch(process, record)
        return self._take(tests, read(record), late, process.returncode, record.with_suffix(".log"))

    def _watch(self, process, record):
        size, since = -1, time.time()
        while process.poll() is None:
            time.sleep(0.2)
            now = record.stat().st_size if record.exists() else 0
            if now != size:
                size, since = now, time.time()
            elif time.time() - since > self.args.limit + (60 if now == 0 else 0) or self._is_over():
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return not self._is_over()
        return False

    def _take(self, tests, lines, late, code, log):
        running, done = None, {}
        for line in lines:
            if line["event"] == "start":
                running = line["id"]
            elif line["event"] == "finish":
                running = None
                done.setdefault(line["id"], ("passes", "", 0.0))
            elif line["event"] == "result":
                done[line["id"]] = self._verdict(line, done.get(line["id"]))
            elif line["event"] == "uncollected":
                lost = [t for t in tests if t.split("::")[0] == line["id"].split("::")[0]]
                done.update({t: judge(line["text"]) + (0.0,) for t in lost})
        over = self._is_over()
        if running is not None and not over:
            done[running] = ("hang", f"longer than {self.args.limit:g} s", self.args.limit) if late else \
                ("crash", f"exit code {code}", 0.0)
        left = [t for t in tests if t not in done]
        if running is None and left and not over:  # the process ended without coming to them
            done.update({t: ("crash", f"not run: {shorten(log.read_text()[-150:])}", 0.0) for t in left})
            left = []
        with self.lock:
            self.results.update(done)
            if sys.stderr.isatty():
                print(f"\r{len(self.results)} of {self.total}", end="", file=sys.stderr)
        return left

    @staticmethod
    def _verdict(line, before):
        if before is not None and before[0] not in ("passes", "skipped"):
            return before
        if line["outcome"] == "passed":
            return ("passes", "", line["seconds"])
        if line["outcome"] == "skipped":
            return ("skipped", shorten(line["text"]), line["seconds"])
        return judge(line["text"], line.get("ours", True)) + (line["seconds"],)


# ---- the table -----------------------------------------------------------------------------------


def folder_of(test):
    parts = test.split("::")[0].removeprefix(UNIT + "/").split("/")
    return "/".join(parts[:2] if parts[0] == "operations" else parts[:1])


def table(results):
    rows = collections.defaultdict(collections.Counter)
    for test, (kind, *_) in results.items():
        rows[folder_of(test)][kind] += 1
        rows["all"][kind] += 1
    yield "| folder | tests | " + " | ".join(KINDS) + " |"
    yield "|---" * (len(KINDS) + 2) + "|"
    for name in sorted(rows, key=lambda n: (n == "all", n)):
        counts = rows[name]
        yield f"| {name} | {sum(counts.values())} | " + " | ".join(str(counts[k]) for k in KINDS) + " |"


def table_of_reasons(results, most):
    why = collections.Counter()
    for test, (kind, reason, *_) in results.items():
        if kind not in ("passes", "skipped"):
            why[(kind, reason or test.split("[")[0].split("::")[-1])] += 1
    yield from ("| tests | kind | reason |", "|---|---|---|")
    for (kind, reason), count in why.most_common(most):
        yield f"| {count} | {kind} | {reason.replace('|', '/')} |"


PAGE = """# Upstream's tests of TT-NN

Upstream's own Python tests, run by `tests/compat/upstream_ttnn.py`, which wrote this page. A wrong result is a failed
assertion; what is not there is an operation or a name that is missing; a refused call says why; what cannot run here
needs a package or a torch newer than Debian 12's, or more time than torch itself has. Files that cannot be read count as one test each.
"""
SECTION = """
## On a virtual {chip}

{date}: {count} tests, chosen by the hash of their name (seed {seed}) out of {collected} in {lanes};
{lost} more files cannot be read. The run took {minutes} minutes with {jobs} tests at a time, its slowest test {longest} s;
{alone} tests that ran out of memory or time beside another were run again alone.
Of the tests that can run here and do not skip themselves, {share} pass.

{table}

The most frequent reasons:

{reasons}
"""


def share(results):
    """Of the tests that can run here, in percent."""
    kinds = collections.Counter(kind for kind, *_ in results.values())
    able = len(results) - kinds["skipped"] - kinds["cannot run here"]
    return f"{100 * kinds['passes'] / able:.1f} %" if able else "none"


def section(run, reasons):
    results = run["results"]
    return SECTION.format(
        **{name: run[name] for name in ("chip", "date", "seed", "collected", "jobs")}, minutes=round(run["seconds"] / 60),
        count=sum("::" in test for test in results), lost=sum("::" not in test for test in results),
        lanes=", ".join(run["lanes"]), longest=f"{max((s for _, _, s in results.values()), default=0):.0f}",
        alone=len(run["alone"]), share=share(results), table="\n".join(table(results)),
        reasons="\n".join(table_of_reasons(results, reasons)))


def run_all(args):
    if not args.tree or not (pathlib.Path(args.tree) / UNIT).is_dir():
        print("skipped: no upstream tree; name one in TT_METAL_HOME or with --tree")
        sys.exit(0)
    begin = time.time()
    with tempfile.TemporaryDirectory(prefix="upstream_ttnn.") as name:
        folder = pathlib.Path(name)
        ids, lost = collect(args, folder)
        chosen = choose(args, ids)
        print(f"{len(ids)} tests, {len(chosen)} of them are run; {len(lost)} files cannot be read", file=sys.stderr)
        left_out = too_large(chosen)
        runner = Runner(args, folder, [test for test in chosen if test not in left_out])
        results = {**runner.run(), **left_out}
    for file, text in lost:
        said = re.findall(r"^E +(.*)", text, re.MULTILINE)
        results[file] = judge("\n".join(reversed(said)) or text) + (0.0,)
    counts = collections.Counter(kind for kind, *_ in results.values())
    return {**{k: counts[k] for k in KINDS}, "lanes": args.lane, "collected": len(ids), "sample": args.sample,
            "seed": args.seed, "chip": args.cluster or args.chip, "jobs": args.jobs, "date": time.strftime("%Y-%m-%d"),
            "seconds": round(time.time() - begin), "alone": runner.alone, "results": results}


def earlier(file):
    """A run that --json has kept."""
    try:
        run = json.loads(file.read_text())
        missing = {"results", "chip", "date", "seed", "collected", "jobs", "seconds", "alone", "lanes"} - run.keys()
    except (OSError, ValueError, AttributeError) as why:
        sys.exit(f"{file} is no result of this tool: {why}")
    if missing:
        sys.exit(f"{file} is of another version: it has no {', '.join(sorted(missing))}; run the tests again")
    return run


def main():
    args = arguments()
    args.lane = args.lane or ["all"]
    runs = [earlier(file) for file in args.again] if args.again else [run_all(args)]
    for run in runs:
        print("\n".join(table(run["results"])), end="\n\n")
        print("\n".join(table_of_reasons(run["results"], args.reasons)))
        for test, (kind, reason, *_) in sorted(run["results"].items()) if args.list else ():
            if kind == args.list:
                print(f"{test}\t{reason}")
    if args.document:
        others = pages.sections(args.document)
        args.document.write_text(PAGE + "".join(section(run, 25) for run in runs) + others)
    if args.json and not args.again:
        args.json.write_text(json.dumps(runs[0], indent=1))


if __name__ == "__main__":
    main()
