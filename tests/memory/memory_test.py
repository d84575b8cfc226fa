#!/usr/bin/env python3
"""`ironbird memory plan` and `log`, and the events that a run writes for the latter.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM memory_test.py --add FOLDER [unittest arguments]

FOLDER holds the programs distributed_add_fixed, distributed_add_adaptive and distributed_add_multicore.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
OPTIONS = None
POLICIES = ["fixed", "adaptive", "streaming", "budget", "readme"]
SIZES = [4, 8, 12, 16, 20, 24, 32, 64]
LEVELS = {"LOW", "MEDIUM", "HIGH"}

# Shapes of the answers: a type, a set of values, a list of one shape, or an object of shapes.
L1 = {"chip": str, "arch": str, "l1_bytes": int, "reserved_bytes": int, "available_bytes": int,
      "unreserved_base": int, "l1_small_bytes": int, "l1_alignment": int, "dram_alignment": int,
      "circular_buffers": int, "dram_banks": int, "dram_bank_bytes": int}
CB = {"cb": int, "holds": str, "tiles": int, "bytes": int, "demand": int, "miss": float, "use": float,
      "useful": float}
METRICS = {"cbs": [CB], "cb_bytes": int, "miss": float, "miss_a": float, "use": float, "useful": float,
           "occupancy": float, "score": float, "level": LEVELS, "risk": LEVELS, "efficiency": float,
           "fetched_b_tiles": int, "reread": float, "holds_b": bool, "fits": bool}
PLAN = {"workload": {"name": str, "a_tiles": int, "b_tiles": int, "tile_bytes": int, "cores": int,
                     "l1_buffer_bytes": int, "kernel_bytes": int},
        "l1": L1, "class": {"small", "medium", "large", "very large"},
        "policies": [{"policy": str, "fell_back": bool, **METRICS}], "best": str, "flags": [str],
        "advice": [str]}
CROSSING = {"policy": str, "metric": {"miss", "score"}, "into": LEVELS, "limit": float,
            "tiles": (int, type(None))}
ANSWER = {"schema": int, "settings": dict, "plans": [PLAN],
          "sweeps": [{"l1": L1, "plans": [PLAN], "crossings": [CROSSING]}], "crossed": [str]}
WAITS = {"calls": int, "blocked": int, "blocked_cycles": int, "longest_cycles": int}
MOVES = {"calls": int, "pages": int}
LOG = {"schema": int, "sample": bool, "lines": int, "events": int, "older": int, "malformed": int,
       "cbs": [{"cb": int, "format": str, "pages": int, "page_bytes": int, "cores": int,
                "reserve": WAITS, "push": MOVES, "wait": WAITS, "pop": MOVES, "most_pages": int,
                "full": int}],
       "kernels": [{"name": str, "processor": str, "runs": int, "cycles": int, "longest_cycles": int,
                    "unfinished": int}],
       "core_cycles": int,
       "buffers": [{"type": str, "allocated": int, "freed": int, "most_bytes": int, "bytes": int}],
       "facts": dict, "plan": (dict, type(None))}


def misfits(value, shape, where="answer"):
    """Places where a JSON value has another shape."""
    if isinstance(shape, dict):
        if not isinstance(value, dict) or set(value) != set(shape):
            yield f"{where}: not exactly {sorted(shape)}"
            return
        for key, inner in shape.items():
            yield from misfits(value[key], inner, f"{where}.{key}")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where}: no list"
            return
        for i, one in enumerate(value):
            yield from misfits(one, shape[0], f"{where}[{i}]")
    elif isinstance(shape, set):
        if value not in shape:
            yield f"{where}: {value!r}"
    elif shape is float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
            yield f"{where}: {value!r} is no number"
    elif not isinstance(value, shape) or (shape is int and (isinstance(value, bool) or value < 0)):
        yield f"{where}: {value!r}"


class MemoryCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ironbird memory ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def call(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, "memory", *map(str, arguments)], cwd=self.folder,
                              capture_output=True, check=False)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, code, f"{arguments}\n{out}{err}")
        return out if code in (0, 1) else err

    def answer(self, *arguments, shape=None, code=0):
        value = json.loads(self.call(*arguments, "--json", code=code))
        self.assertEqual(list(misfits(value, shape)), [])
        self.assertEqual(value["schema"], 1)
        return value


class Plan(MemoryCase):
    def test_side_by_side(self):
        text = self.call("plan", 16, 16, "--map", "guide")
        for policy in POLICIES:
            self.assertRegex(text, rf"(?m)^{policy} +c_0 ")
        self.assertRegex(text, r"(?m)^fixed +64 KiB +5\.1 % +28\.0 % +75\.0 % +75\.0 % +68\.0 MEDIUM +MEDIUM")
        self.assertIn("class  medium (9 to 16 tiles): balanced", text)
        self.assertIn("1264 KiB available", text)
        self.assertIn("never changes a value", text)
        self.assertNotIn("\x1b", text)

    def test_json_has_its_schema(self):
        plan = self.answer("plan", 16, 16, shape=ANSWER)["plans"][0]
        self.assertEqual([p["policy"] for p in plan["policies"]], POLICIES)
        self.assertEqual(plan["policies"][0]["miss"], 0.75)
        self.assertEqual(plan["best"], "adaptive")

    def test_inputs_that_miss_much_are_flagged(self):
        text = self.call("plan", 16, 8, "--policy", "fixed")
        self.assertIn("flag   fixed: c_0 (A) misses 75.0 %, above 50 %", text)
        self.assertNotIn("c_1 (B) misses", text)  # exactly half

    def test_worse_than_a_baseline_exits_with_1(self):
        baseline = self.folder / "baseline.json"
        baseline.write_text(self.call("plan", 16, 16, "--policy", "fixed", "--json"))
        same = ["plan", 16, 16, "--policy", "fixed", "--baseline", baseline]
        self.assertNotIn("worse", self.call(*same))
        fewer = self.folder / "fewer.json"
        fewer.write_text(json.dumps({"settings": {"fixed.tiles": 2}}))
        text = self.call(*same, "--config", fewer, code=1)
        self.assertIn("worse: fixed 16 A and 16 B tiles of 4096 B on n150, 1 core(s): miss % 87.5, was 75.0",
                      text)
        self.assertIn("miss % 87.5", json.loads(self.call(*same, "--config", fewer, "--json",
                                                          code=1))["worse"][1])
        self.assertIn("none of these plans", self.call("plan", 4, 4, "--baseline", baseline, code=4))
        baseline.write_text("{}")
        self.assertIn("is no baseline", self.call(*same, code=4))

    def test_sweep_is_monotone(self):
        sweep = self.answer("plan", "--multi", shape=ANSWER)["sweeps"][0]
        self.assertEqual([p["workload"]["a_tiles"] for p in sweep["plans"]], SIZES)
        for k, policy in enumerate(POLICIES[:4]):
            misses = [p["policies"][k]["miss"] for p in sweep["plans"]]
            self.assertEqual(misses, sorted(misses), policy)
        high = [c["tiles"] for c in sweep["crossings"] if c["policy"] == "fixed" and c["into"] == "HIGH"]
        self.assertEqual(high, [17, 18])
        text = self.call("plan", "--multi")
        self.assertRegex(text, r"(?m)^ +64 +93\.8 % +84\.")
        self.assertIn("first size past a band", text)

    def test_chips_have_their_own_maps(self):
        sizes = {c: self.answer("plan", 4, 4, "--chip", c, shape=ANSWER)["plans"][0]["l1"]["l1_bytes"]
                 for c in ("e150", "n150", "p150")}
        self.assertEqual(sizes, {"e150": 1 << 20, "n150": 1464 * 1024, "p150": 1536 * 1024})
        self.assertIn("chip-unknown", self.call("plan", 4, 4, "--chip", "n42", code=4))

    def test_configuration(self):
        config = self.folder / "plan.json"
        config.write_text(json.dumps({
            "chips": ["e150", "n150", "p150"], "policies": ["fixed", "budget"],
            "workloads": [{"name": "mine", "a_tiles": 12, "b_tiles": 3, "tile_bytes": 2048}],
            "settings": {"budget.kib": 1, "score.low": 5, "score.high": 10}}))
        plans = self.answer("plan", "--config", config, shape=ANSWER)["plans"]
        self.assertEqual([p["l1"]["arch"] for p in plans], ["grayskull", "wormhole_b0", "blackhole"])
        for plan in plans:
            self.assertEqual(plan["workload"]["name"], "mine")
            self.assertEqual([p["fell_back"] for p in plan["policies"]], [False, True])
            self.assertEqual(plan["policies"][0]["level"], "HIGH")
        config.write_text('{"settings": {"speed": 1}}')
        self.assertIn('no setting "speed"', self.call("plan", 4, 4, "--config", config, code=4))
        config.write_text("not JSON")
        self.call("plan", 4, 4, "--config", config, code=4)

    def test_limits(self):
        self.call("plan", 16, 16, "--fail-above", "score=70")
        text = self.call("plan", 32, 32, "--fail-above", "score=70", code=1)
        self.assertIn("limit crossed: fixed 32 A and 32 B tiles on n150: score 79.", text)
        self.assertNotIn("limit crossed: streaming", text)
        self.call("plan", 16, 16, "--policy", "streaming", "--fail-above", "score=70", code=1)
        self.call("plan", 16, 16, "--fail-above", "miss=75", "--fail-above", "occ=10")
        self.call("plan", 17, 17, "--fail-above", "miss=75", code=1)
        self.call("plan", 4, 4, "--fail-above", "occ=1", code=1)
        crossed = self.answer("plan", "--multi", "--fail-above", "score=70", shape=ANSWER, code=1)
        self.assertEqual(len(crossed["crossed"]), 4)

    def test_bad_numbers_are_named(self):
        for words in (("x", 4), (4, "4.5"), (0, 4), ("99999999999", 4)):
            self.assertIn("whole number from 1", self.call("plan", *words, code=4))
        for words in ((4,), (), (4, ""), ("4", "4", "4"), (-4, 4)):
            self.call("plan", *words, code=4)
        for limit in ("score", "score=high", "speed=4"):
            self.assertIn("is no limit", self.call("plan", 4, 4, "--fail-above", limit, code=4))
        self.assertIn("no policy", self.call("plan", 4, 4, "--policy", "greedy", code=4))

    def test_cores_and_kernels(self):
        kernel = self.folder / "reader.cpp"
        kernel.write_bytes(b" " * 10000)
        plan = self.answer("plan", 32, 4, "--cores", 8, "--kernel", kernel, shape=ANSWER)["plans"][0]
        self.assertEqual(plan["workload"]["kernel_bytes"], 3500)
        multicore = plan["policies"][-1]
        self.assertEqual(multicore["policy"], "multicore")
        self.assertEqual([cb["tiles"] for cb in multicore["cbs"]], [5, 4, 2, 2])


class Log(MemoryCase):
    def test_sample(self):
        value = self.answer("log", shape=LOG)
        self.assertTrue(value["sample"])
        self.assertGreater(value["events"], 50)
        self.assertIn("a sample", self.call("log"))

    def test_garbage_never_fails(self):
        file = self.folder / "log"
        noise = random.Random(6)
        for content in (b"", b"\n\n", b"\x00" * 5000, noise.randbytes(100_000), b"x" * 1_000_000,
                        b"cb.push\ncb.push core= cb=x n=\nkernel.end cycle=1\n", b"\xff.alloc = =\n"):
            file.write_bytes(content)
            self.assertIn("no events", self.call("log", file))
            self.answer("log", file, shape=LOG)
        file.write_bytes(b"kernel.begin core=0,0 risc=\xc3 name=\xff cycle=1\n")
        self.answer("log", file, shape=LOG)
        self.call("log", self.folder / "missing", code=4)


class Events(MemoryCase):
    def run_add(self, name, *arguments, threads="1", events=None):
        """Cycles of a run; its events go to a file."""
        record = self.folder / "record"
        variables = {"IRONBIRD_THREADS": threads, "IRONBIRD_RUN_DIR": str(record)}
        if events:
            variables["IRONBIRD_MEMORY_EVENTS"] = str(events)
        done = subprocess.run([OPTIONS.add / f"distributed_add_{name}", *arguments],
                              env=dict(os.environ, **variables), capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads((record / "run.json").read_text())["cycles"]

    def test_same_for_any_number_of_threads_and_free(self):
        one, two = self.folder / "one.txt", self.folder / "two.txt"
        cycles = self.run_add("multicore", "9", "3", "1x2")
        self.assertEqual(self.run_add("multicore", "9", "3", "1x2", events=one), cycles)
        self.assertEqual(self.run_add("multicore", "9", "3", "1x2", threads="2", events=two), cycles)
        self.assertEqual(one.read_bytes(), two.read_bytes())
        self.assertGreater(one.stat().st_size, 10_000)

    def test_log_counts_what_is_there(self):
        file = self.folder / "events.txt"
        self.run_add("adaptive", "5", "1x2", events=file)
        counts, blocked, most = (collections.Counter() for _ in range(3))
        cycles = {}
        for line in file.read_text().splitlines():
            event, *pairs = line.split()
            f = dict(p.split("=", 1) for p in pairs)
            if event.startswith("cb.") and event != "cb.alloc":
                key = event[3:], int(f["cb"])
                counts[key] += 1
                blocked[key] += int(f["blocked_cycles"])
                most[key[1]] = max(most[key[1]], int(f["occ"]))
                # A chip tells its launch in order of time.
                self.assertGreaterEqual(int(f["cycle"]), cycles.get(f["chip"], 0))
                cycles[f["chip"]] = int(f["cycle"])
        value = self.answer("log", file, shape=LOG)
        self.assertEqual(value["malformed"], 0)
        for cb in value["cbs"]:
            for kind in ("reserve", "push", "wait", "pop"):
                self.assertEqual(cb[kind]["calls"], counts[kind, cb["cb"]], kind)
            for kind in ("reserve", "wait"):
                self.assertEqual(cb[kind]["blocked_cycles"], blocked[kind, cb["cb"]], kind)
            self.assertEqual(cb["most_pages"], most[cb["cb"]])
            self.assertEqual(cb["push"]["pages"], cb["pop"]["pages"])
            self.assertLessEqual(cb["most_pages"], cb["pages"])
            self.assertEqual(cb["cores"], 2)
        # Three tiles on each of two devices, five B tiles for each.
        self.assertEqual([cb["push"]["pages"] for cb in value["cbs"]], [6, 30, 36, 6])
        self.assertEqual([value["plan"][k] for k in ("a_tiles", "b_tiles")], [3, 5])
        self.assertEqual({(k["runs"], k["unfinished"]) for k in value["kernels"]}, {(2, 0)})
        self.assertEqual(value["buffers"][0]["allocated"], value["buffers"][0]["freed"])
        self.assertRegex(self.call("log", file), r"measured  c_1 held up to \d of 4 pages")

    def test_usage_of_the_programs(self):
        for words in ((), ("0",), ("x",), ("-3",), ("4.5",), ("5..4",), ("4", "2x2"), ("4", "1x1", "7")):
            done = subprocess.run([OPTIONS.add / "distributed_add_fixed", *words], text=True,
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 1, words)
            self.assertTrue(re.match("usage: ", done.stderr), done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--add", type=pathlib.Path, required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
