#!/usr/bin/env python3
"""`ironbird run --profile`, the summary after a run, and `ironbird diff`.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM profile_test.py --hints PROGRAM [unittest arguments]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
OPTIONS = None


class Profile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ironbird profile ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.plain = cls.call(cls, "run", OPTIONS.hints, "barrier-per-read").stderr
        cls.profiled = cls.call(cls, "run", "--profile", OPTIONS.hints, "barrier-per-read",
                                "repaired").stderr

    def call(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, check=False)
        if done.returncode != code:
            raise AssertionError(f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def test_summary(self):
        for word in ("  time ", "  moved ", "  bound   critical path: ", "  use     1 of ", "  rate ",
                     "DRAM"):
            self.assertIn(word, self.plain)
        self.assertNotIn("  files ", self.plain)
        self.assertIn("NCRISC  works", self.profiled)
        self.assertIn("in 1 launch  read_pages", self.profiled)

    def test_hints_are_shown_with_line_and_remedy(self):
        self.assertRegex(self.plain, r"hint    [0-9 ]+ cycles  \S*read_pages\.cpp:17  "
                                     r"a barrier after every read \(NCRISC\)")
        self.assertIn("do: issue several reads", self.plain)
        self.assertNotIn("a barrier after every read", self.profiled)

    def test_files_are_in_the_folder_of_the_run(self):
        self.assertFalse((self.folder / "ironbird-out/0001/profiler").exists())
        profiler = self.folder / "ironbird-out/0002/profiler"
        for name in ("trace.json", "ops_perf_results.csv", ".logs/profile_log_device.csv",
                     ".logs/topology.json"):
            self.assertTrue((profiler / name).exists(), name)
        self.assertEqual(len(list((profiler / ".logs").glob("noc_trace_dev0_*.json"))), 1)

    def test_diff(self):
        text = self.call("diff", "1", "2").stdout
        self.assertRegex(text, r"cycles +[0-9 ]+ +[0-9 ]+   -")
        self.assertIn("waiting for DRAM", text)
        answer = json.loads(self.call("diff", "1", "2", "--json").stdout)
        before, after = answer["metrics"]["cycles"]
        self.assertGreater(before, after)
        self.assertEqual(answer["crossed"], [])

    def test_diff_tells_whether_the_model_can_tell(self):
        for number, percent, text in ((1, 4, "DRAM-bound: +-4 %"), (2, 2, "matmul-bound: +-2 %"), (2, None, "why")):
            record = json.loads((self.folder / f"ironbird-out/000{number}/run.json").read_text())
            record["error"] = {"class": "some", "percent": percent, "text": text, "reason": text}
            name = self.folder / f"with {percent}"
            name.mkdir()
            (name / "run.json").write_text(json.dumps(record))
        self.assertRegex(self.call("diff", "with 4", "with 2").stdout,
                         r"modelled time .* -\d+\.\d %   \(larger than the model's error for such programs; "
                         r"DRAM-bound: \+-4 %\)\n")
        error = json.loads(self.call("diff", "with 4", "with 2", "--json").stdout)["error"]
        self.assertEqual((error["percent"], error["exceeded"]), (4, True))
        self.assertNotIn("the model's error", self.call("diff", "with 4", "with 4").stdout)
        self.assertFalse(json.loads(self.call("diff", "with 4", "with 4", "--json").stdout)["error"]["exceeded"])
        self.assertIn("(the model's error for such programs is not known; why)",
                      self.call("diff", "with 4", "with None").stdout)
        error = json.loads(self.call("diff", "with 4", "with None", "--json").stdout)["error"]
        self.assertEqual((error["percent"], error["exceeded"], error["reason"]), (None, None, "why"))

    def test_limits(self):
        self.call("diff", "1", "2", "--fail-if", "cycles>+3%")
        done = self.call("diff", "2", "1", "--fail-if", "cycles>+3%", "--fail-if", "findings>0",
                         code=1)
        self.assertIn("limit crossed: cycles>+3%", done.stdout)
        self.assertNotIn("findings>0", done.stdout)
        self.call("diff", "1", "1", "--fail-if", "cycles>+0%", "--fail-if", "cycles<-0")
        self.call("diff", "1", "2", "--fail-if", "stall.dram<-1", code=1)
        self.call("diff", "1", "2", "--fail-if", "speed>3", code=4)
        self.call("diff", "1", "2", "--fail-if", "cycles", code=4)
        self.call("diff", "1", "99", code=4)

    def test_replay_keeps_its_files_apart(self):
        old = (self.folder / "ironbird-out/0002/profiler/ops_perf_results.csv").stat().st_mtime_ns
        self.assertIn("equal those of", self.call("replay", "2").stderr)
        newest = sorted((self.folder / "ironbird-out").iterdir())[-1]
        self.assertTrue((newest / "profiler/ops_perf_results.csv").exists())
        now = (self.folder / "ironbird-out/0002/profiler/ops_perf_results.csv").stat().st_mtime_ns
        self.assertEqual(old, now)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hints", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
