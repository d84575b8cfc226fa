#!/usr/bin/env python3
"""Every hint appears for the program made for it, at the line to blame, and not for its repaired twin.

usage: hints_test.py --program PROGRAM --work FOLDER [unittest arguments]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import unittest

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"
# The kernel to blame, and what its line says.
HINTS = {
    "barrier-per-read": ("read_pages.cpp", "// barrier"),
    "cb-depth": ("produce.cpp", "// reserve"),
    "dram-imbalance": ("read_pages.cpp", "// issue"),
    "fpu-behind-unpack": ("products.cpp", "// products"),
    "one-core": ("read_pages.cpp", "// barrier"),
    "scalar-loop": ("clear.cpp", ("// clear", "// after")),
    "small-pages": ("read_pages.cpp", "// issue"),
    "unlinked-multicast": ("multicast.cpp", "// send"),
}
arguments = None


def hints_of(name, *more):
    folder = pathlib.Path(arguments.work) / "-".join([name, *more])
    subprocess.run([arguments.program, name, *more], check=True,
                   env=dict(os.environ, IRONBIRD_RUN_DIR=str(folder)))
    return json.loads((folder / "run.json").read_text())


class Hints(unittest.TestCase):
    def test_each_fires_and_its_repair_is_silent(self):
        for name, (kernel, mark) in HINTS.items():
            with self.subTest(name):
                record = hints_of(name)
                found = [h for h in record["profile"]["hints"] if h["id"] == name]
                self.assertEqual(len(found), 1, record["profile"])
                hint = found[0]
                self.assertEqual(pathlib.Path(hint["file"]).name, kernel)
                line = (KERNELS / kernel).read_text().splitlines()[hint["line"] - 1]
                self.assertTrue(any(m in line for m in ([mark] if isinstance(mark, str) else mark)),
                                f"line {hint['line']}: {line}")
                self.assertLessEqual(hint["cycles"], record["cycles"])
                repaired = hints_of(name, "repaired")
                ids = [h["id"] for h in repaired["profile"]["hints"]]
                self.assertNotIn(name, ids)
                self.assertLess(repaired["cycles"], record["cycles"])

    def test_depth_that_would_do(self):
        hint = [h for h in hints_of("cb-depth")["profile"]["hints"] if h["id"] == "cb-depth"][0]
        self.assertEqual(hint["remedy"], "give CB 0 2 pages")

    def test_ranked_by_cycles_and_few(self):
        for name in HINTS:
            cycles = [h["cycles"] for h in hints_of(name)["profile"]["hints"]]
            self.assertEqual(cycles, sorted(cycles, reverse=True))
            self.assertLessEqual(len(cycles), 5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True)
    arguments, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
