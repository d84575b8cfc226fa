#!/usr/bin/env python3
"""The workflow of a guide to memory analysis, typed in a shell as it stands there.

usage: guide_test.py --programs FOLDER --ironbird PROGRAM [unittest arguments]
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "examples/distributed_add"
WORDS = None


class Guide(unittest.TestCase):
    """One folder with the programs and the scripts side by side, one shell."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ironbird guide ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for script in SCRIPTS.glob("*.py"):
            (cls.folder / script.name).symlink_to(script)
        for name in ("customer", "fixed"):
            program = f"distributed_elementwise_add_{name}"
            (cls.folder / program).symlink_to(WORDS.programs / program)
        tools = cls.folder / "tools"
        tools.mkdir()
        (tools / "python").symlink_to(sys.executable)  # Debian has no such name
        (tools / "ironbird").symlink_to(WORDS.ironbird)
        cls.environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")

    def typed(self, text):
        done = subprocess.run(["bash", "-ec", text], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, f"{text}\n{done.stdout}{done.stderr}")
        return done.stdout

    def test_1_one_workload(self):
        text = self.typed("python run_memory_analysis.py 16 16")
        self.assertRegex(text, r"(?m)^fixed .* 75\.0 % +75\.0 % +68\.0 MEDIUM +MEDIUM")
        self.assertIn("flag   fixed: c_1 (B) misses 75.0 %, above 50 %", text)
        for part in ("fixed.cpp: FIXED, 4 circular buffers", "no log given: a sample"):
            self.assertIn(part, text)
        self.assertIn("--multi", self.typed("python run_memory_analysis.py --help"))

    def test_2_where_pressure_becomes_critical(self):
        text = self.typed("python run_memory_analysis.py --multi")
        self.assertRegex(text, r"(?m)^ +64 +93\.8 % +84\.")
        self.assertRegex(text, r"(?m)^fixed +6 +17 +6 +18$")

    def test_3_both_versions_of_the_source(self):
        text = self.typed("python code_memory_analyzer.py")
        self.assertIn("fixed.cpp: FIXED, 4 circular buffers", text)
        self.assertIn("adaptive.cpp: ADAPTIVE, 4 circular buffers", text)

    def test_4_logs_of_both_versions(self):
        self.typed("export TT_METAL_LOGGER_LEVEL=Debug\n"
                   "./distributed_elementwise_add_customer 16 > customer_debug.log 2>&1\n"
                   "./distributed_elementwise_add_fixed 16 > fixed_debug.log 2>&1")
        customer = self.typed("python runtime_memory_profiler.py customer_debug.log")
        self.assertRegex(customer, r"(?m)^c_1 +Float32 +4 +4096 +2 +256 +256 +256 +256 ")
        self.assertRegex(customer, r"(?m)^add\.cpp +TRISC1 +2 ")
        fixed = self.typed("python runtime_memory_profiler.py fixed_debug.log")
        self.assertRegex(fixed, r"(?m)^c_1 +Float32 +4 ")
        self.assertRegex(fixed, r"(?m)^c_2 +Float32 +2 ")
        self.assertIn("no log given: a sample", self.typed("python runtime_memory_profiler.py"))

    def test_5_the_single_tool(self):
        for size, level in ((8, "MEDIUM"), (16, "MEDIUM"), (32, "HIGH")):
            text = self.typed(f"python memory_analysis_tool.py {size} {size}")
            self.assertRegex(text, rf"(?m)^fixed +64 KiB .* {level} ")

    def test_6_the_switches(self):
        self.typed("TT_METAL_MEMORY_REPORT=1 ./distributed_elementwise_add_customer 4")
        self.assertTrue((self.folder / "generated/reports/program_l1_usage_summary.csv").exists())


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser()
    PARSER.add_argument("--programs", type=pathlib.Path, required=True)
    PARSER.add_argument("--ironbird", type=pathlib.Path, required=True)
    WORDS, REST = PARSER.parse_known_args()
    unittest.main(argv=[sys.argv[0], *REST])
