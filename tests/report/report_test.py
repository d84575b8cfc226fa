#!/usr/bin/env python3
"""`ironbird report`: what it says and writes, and in a browser the pages of runs.

usage: report_test.py --ironbird PROGRAM --matmul PROGRAM --gather PROGRAM --work FOLDER
                      Cli|Browser, or with --mesh PROGRAM in place of the two: Mesh
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

WEB = pathlib.Path(__file__).resolve().parents[2] / "web/test"
sys.path.insert(0, str(WEB))
import skip  # noqa: E402, beside the page's own tests

OPTIONS = None
HANGS = ["WHOLE_BATCHES", "62", "62", "1"]


class Runs(unittest.TestCase):
    """0001: a product with a profile, 0002: a checked hang with one, 0003: the hang without."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(OPTIONS.work)
        shutil.rmtree(cls.folder, ignore_errors=True)
        cls.folder.mkdir(parents=True)
        cls.start()

    @classmethod
    def start(cls):
        cls.call(cls, "run", "--profile", OPTIONS.matmul)
        cls.call(cls, "run", "--profile", OPTIONS.gather, *HANGS, code=3, IRONBIRD_CHECK="cb")
        cls.call(cls, "run", OPTIONS.gather, *HANGS, code=3)

    def call(self, *arguments, code=0, program=None, **variables):
        done = subprocess.run([program or OPTIONS.ironbird, *map(str, arguments)], cwd=self.folder,
                              text=True, capture_output=True, check=False,
                              env=dict(os.environ, **variables))
        if done.returncode != code:
            raise AssertionError(f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def record(self, run, name):
        return json.loads((self.folder / "ironbird-out" / run / f"{name}.json").read_text())


class Cli(Runs):
    def setUp(self):
        if self._testMethodName != "test_without_the_page":
            skip.built_page(OPTIONS.ironbird)

    def test_paths(self):
        self.assertEqual(self.call("report", "1").stdout, "ironbird-out/0001/report.html\n")
        self.assertTrue((self.folder / "ironbird-out/0001/report.html").exists())
        self.assertEqual(self.call("report", "ironbird-out/0001", "-o", "x.html").stdout, "x.html\n")
        self.assertEqual((self.folder / "x.html").read_bytes(),
                         (self.folder / "ironbird-out/0001/report.html").read_bytes())
        self.call("report", "99", code=4)
        self.call("report", "1", "-o", "no/such/folder/x.html", code=4)

    def test_without_a_profile_it_says_how(self):
        done = self.call("report", "3")
        self.assertIn("`ironbird run --profile`", done.stderr)
        self.assertEqual(self.call("report", "1").stderr, "")

    def test_a_damaged_record_is_told(self):
        folder = self.folder / "damaged"
        folder.mkdir(exist_ok=True)
        (folder / "run.json").write_text("{")
        self.assertIn("run.json is damaged", self.call("report", str(folder), code=4).stderr)

    def test_without_the_page(self):
        copy = self.folder / "elsewhere/bin/ironbird"
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(OPTIONS.ironbird, copy)
        more = pathlib.Path(OPTIONS.ironbird).parent.parent / "lib/libironbird_more.so"
        (copy.parent.parent / "lib").mkdir(exist_ok=True)
        shutil.copy(more, copy.parent.parent / "lib")
        done = self.call("report", "1", code=4, program=copy)
        self.assertIn("npm", done.stderr)

    def test_the_page_asks_for_nothing(self):
        self.call("report", "1")
        text = (self.folder / "ironbird-out/0001/report.html").read_text()
        self.assertIn("default-src 'none'", text)
        for word in (" src=", "<link", "@import", "url("):
            self.assertNotIn(word, text.split('id="report-data"')[0])

    def test_timeline_does_not_depend_on_threads(self):
        texts = set()
        for threads in ("1", "2"):
            folder = self.folder / f"threads{threads}"
            self.call(program=OPTIONS.matmul, IRONBIRD_THREADS=threads,
                      IRONBIRD_RUN_DIR=str(folder), TT_METAL_DEVICE_PROFILER="1",
                      TT_METAL_PROFILER_DIR=str(folder / "profiler"))
            texts.add((folder / "timeline.json").read_bytes())
        self.assertEqual(len(texts), 1)

    def test_lanes_hold_the_cycles_of_the_record(self):
        timeline, run = self.record("0001", "timeline"), self.record("0001", "run")
        keys = [kind["key"] for kind in timeline["kinds"]]
        for number, name in enumerate(timeline["processors"]):
            lanes = [lane for core in timeline["chips"][0]["cores"] for lane in core["lanes"]
                     if lane["processor"] == number]
            sums = {key: sum(lane["by"][i] for lane in lanes) for i, key in enumerate(keys)}
            expected = run["profile"]["processors"][name]
            self.assertEqual(sum(sums.values()), expected["cycles"], name)
            for cause, cycles in expected["stalls"].items():
                self.assertEqual(sums[cause], cycles, (name, cause))

    def test_a_hang_stands_open(self):
        timeline = self.record("0002", "timeline")
        chip = timeline["chips"][0]
        self.assertFalse(chip["launches"][-1]["done"])
        is_open = [k["key"] for k in timeline["kinds"]].index("open")
        ends = [lane["segments"][-1] for core in chip["cores"] for lane in core["lanes"]]
        self.assertIn(is_open, ends)
        self.assertTrue(chip["traffic"]["banks"])


class Pages(Runs):
    """What a browser makes of each run."""

    def check_pages(self, *runs):
        for run in runs:
            with self.subTest(run=run):
                folder = self.folder / "ironbird-out" / f"000{run}"
                self.call("report", run)
                done = subprocess.run(
                    [skip.node(), WEB / "page_test.mjs", folder / "report.html", folder],
                    text=True, capture_output=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Browser(Pages):
    def test_pages(self):
        self.check_pages("1", "2", "3")


class Mesh(Pages):
    """0001: a collective on eight chips with a profile, 0002: without."""

    @classmethod
    def start(cls):
        machine = {"IRONBIRD_CLUSTER": "t3000"}
        cls.call(cls, "run", "--profile", "--", OPTIONS.mesh, "all_gather", "ring", 2, 4, **machine)
        cls.call(cls, "run", "--", OPTIONS.mesh, "all_gather", "ring", 2, 4, **machine)

    def test_pages(self):
        self.assertEqual(self.record("0001", "run")["mesh"]["devices"], [4, 0, 2, 6, 5, 1, 3, 7])
        self.assertGreater(len(self.record("0001", "timeline")["mesh"]["cables"]), 0)
        self.check_pages("1", "2")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("ironbird", "work"):
        parser.add_argument(f"--{option}", required=True)
    for option in ("matmul", "gather", "mesh"):
        parser.add_argument(f"--{option}")
    OPTIONS, rest = parser.parse_known_args()
    if "Browser" in rest or "Mesh" in rest:
        skip.built_page(OPTIONS.ironbird)
        skip.node()
        skip.browser()
    unittest.main(argv=[sys.argv[0], *rest])
