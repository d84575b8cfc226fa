#!/usr/bin/env python3
"""The workflow of a guide to memory analysis, typed in one shell as it stands there.

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


# What is typed, line by line in one shell, and what each line must print.
WORKFLOW = (
    ("python run_memory_analysis.py 16 16",
     [r"(?m)^fixed .* 75\.0 % +75\.0 % +68\.0 MEDIUM +MEDIUM",
      r"flag   fixed: c_1 \(B\) misses 75\.0 %, above 50 %",
      r"fixed\.cpp: FIXED, 4 circular buffers", "no log given: a sample"]),
    ("python run_memory_analysis.py --help", ["--multi"]),
    # Where pressure becomes critical.
    ("python run_memory_analysis.py --multi",
     [r"(?m)^ +64 +93\.8 % +84\.", r"(?m)^fixed +6 +17 +6 +18$"]),
    # Both versions of the source.
    ("python code_memory_analyzer.py",
     [r"fixed\.cpp: FIXED, 4 circular buffers", r"adaptive\.cpp: ADAPTIVE, 4 circular buffers"]),
    # Logs of both; the level stays set for all that follows.
    ("export TT_METAL_LOGGER_LEVEL=Debug; ./distributed_elementwise_add_customer 16 > customer_debug.log 2>&1", []),
    ("./distributed_elementwise_add_fixed 16 > fixed_debug.log 2>&1", []),
    ("python runtime_memory_profiler.py customer_debug.log",
     [r"(?m)^c_1 +Float32 +4 +4096 +2 +256 +256 +256 +256 ", r"(?m)^add\.cpp +TRISC1 +2 "]),
    ("python runtime_memory_profiler.py fixed_debug.log",
     [r"(?m)^c_1 +Float32 +4 ", r"(?m)^c_2 +Float32 +2 "]),
    ("python runtime_memory_profiler.py", ["no log given: a sample"]),
    # The single tool, and the other switch.
    ("python memory_analysis_tool.py 16 16", [r"(?m)^fixed +64 KiB .* MEDIUM "]),
    ("python memory_analysis_tool.py 8 8", [r"(?m)^fixed +64 KiB .* MEDIUM "]),
    ("python memory_analysis_tool.py 32 32", [r"(?m)^fixed +64 KiB .* HIGH "]),
    ("export TT_METAL_MEMORY_REPORT=1; ./distributed_elementwise_add_customer 4 > report.log 2>&1; ls generated/reports",
     [r"(?m)^program_l1_usage_summary\.csv$"]),
)
MARK = "---- end of a line of the guide"


class Guide(unittest.TestCase):
    def folder_of_the_guide(self):
        """One folder with the programs and the scripts side by side."""
        name = tempfile.TemporaryDirectory(prefix="ironbird guide ")
        self.addCleanup(name.cleanup)
        folder = pathlib.Path(name.name)
        for script in SCRIPTS.glob("*.py"):
            (folder / script.name).symlink_to(script)
        for version in ("customer", "fixed"):
            program = f"distributed_elementwise_add_{version}"
            (folder / program).symlink_to(WORDS.programs / program)
        tools = folder / "tools"
        tools.mkdir()
        (tools / "python").symlink_to(sys.executable)  # Debian has no such name
        (tools / "ironbird").symlink_to(WORDS.ironbird)
        return folder, dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")

    def test_the_workflow_as_it_is_typed(self):
        folder, environment = self.folder_of_the_guide()
        script = "".join(f"{line}\necho; echo '{MARK}'\n" for line, _ in WORKFLOW)
        done = subprocess.run(["bash", "-e"], input=script, cwd=folder, env=environment, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        printed = done.stdout.split(f"\n{MARK}\n")
        self.assertEqual(len(printed), len(WORKFLOW) + 1)
        for (line, expected), text in zip(WORKFLOW, printed):
            for pattern in expected:
                self.assertRegex(text, pattern, line)


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser()
    PARSER.add_argument("--programs", type=pathlib.Path, required=True)
    PARSER.add_argument("--ironbird", type=pathlib.Path, required=True)
    WORDS, REST = PARSER.parse_known_args()
    unittest.main(argv=[sys.argv[0], *REST])
