#!/usr/bin/env python3
"""What ./ironbird builds and runs, with a cmake and a ctest that only write down how they were called.

usage: launcher_test.py --build FOLDER [unittest arguments]
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("base", "ttnn", "python", "mesh", "moe", "piper")
WORDS = None


class Launcher(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird launcher ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tree = self.folder / "tree"
        (self.tree / "cmake").mkdir(parents=True)
        shutil.copy(ROOT / "ironbird", self.tree)
        for packages in (ROOT / "cmake").glob("packages*.txt"):
            (self.tree / "cmake" / packages.name).write_text("")  # nothing is installed
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("cmake", "ctest"):
            (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >> "{self.folder}/calls"\n')
            (tools / name).chmod(0o755)
        self.environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")

    def start(self, *words, code=0):
        done = subprocess.run([self.tree / "ironbird", *words], env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        calls = self.folder / "calls"
        text = calls.read_text() if calls.exists() else ""
        calls.unlink(missing_ok=True)
        return done.stdout + done.stderr, text

    def test_all_is_built_and_run_when_nothing_is_named(self):
        _, calls = self.start("test")
        self.assertIn("--target all\n", calls)
        self.assertNotIn("--label", calls)

    def test_parts_are_built_and_run_alone(self):
        _, calls = self.start("test", "--part", "moe", "--part", "piper", "some.*")
        self.assertIn("--target tests_moe tests_piper\n", calls)
        self.assertIn("--label-regex ^(moe|piper)$ --tests-regex some.*\n", calls)
        _, calls = self.start("test", "--part", "base")
        self.assertIn("--target tests_base\n", calls)
        self.assertIn("--label-exclude ^(ttnn|python|mesh|moe|piper)$\n", calls)
        _, calls = self.start("test", *(word for part in PARTS for word in ("--part", part)))
        self.assertIn("--target all\n", calls)
        self.assertNotIn("--label", calls)

    def test_an_unknown_part_starts_nothing(self):
        for words in (("--part", "wings"), ("--part",)):
            told, calls = self.start("test", *words, code=4)
            self.assertIn(f"--part takes one of {' '.join(PARTS)}", told)
            self.assertEqual(calls, "")
        self.assertIn("--part PART", self.start("--help")[0])

    def test_every_test_is_in_one_part(self):
        shown = subprocess.run(["ctest", "--test-dir", WORDS.build, "--show-only=json-v1"], text=True,
                               capture_output=True, check=True)
        tests = json.loads(shown.stdout)["tests"]
        self.assertGreater(len(tests), 200)
        for test in tests:
            labels = next((p["value"] for p in test["properties"] if p["name"] == "LABELS"), [])
            self.assertLessEqual(len(set(labels) & set(PARTS)), 1, test["name"])
            folder = test["name"].split("/")[0]
            if folder in PARTS[1:] and not test["name"].startswith("ttnn/ccl"):
                self.assertIn(folder, labels, test["name"])


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser()
    PARSER.add_argument("--build", type=pathlib.Path, required=True)
    WORDS, REST = PARSER.parse_known_args()
    unittest.main(argv=[sys.argv[0], *REST])
