#!/usr/bin/env python3
"""Phases of a TT-NN program, how they grow with its size, and its operations in a profile's table.

usage: phases_test.py --ironbird IRONBIRD --program PROGRAM [unittest arguments]
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

OPTIONS = None
PHASES = ["to_device", "operation", "synchronise", "from_device"]


class Phases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ironbird phases ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def run_it(self, *arguments, code=0):
        done = subprocess.run([OPTIONS.ironbird, "run", *arguments], cwd=self.folder, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stderr

    def test_table_and_record(self):
        text = self.run_it("--phases", "--json", OPTIONS.program, "64")
        phases = json.loads(text.splitlines()[-1])["phases"]
        self.assertEqual(sorted(phases), sorted(PHASES))
        self.assertEqual(phases["operation"]["calls"], 3)
        self.assertGreater(phases["synchronise"]["seconds"], 0)
        self.assertGreater(phases["to_device"]["seconds"], 0)
        self.assertGreater(phases["from_device"]["seconds"], 0)
        text = self.run_it("--phases", OPTIONS.program, "64")
        for phase in PHASES + ["the rest"]:
            self.assertRegex(text, rf"  {phase} +")

    def test_scaling(self):
        text = self.run_it("--phases", "--sizes", "128,256,512", "--json", OPTIONS.program, "{}")
        scaling = json.loads(text.splitlines()[-1])["scaling"]
        self.assertEqual([row["size"] for row in scaling["sizes"]], [128, 256, 512])
        # Bytes grow with the square of the side; a fixed part keeps the exponent below.
        self.assertTrue(0.5 < scaling["exponents"]["to_device"]["modelled"] < 2.1, scaling)
        times = [row["synchronise"]["seconds"] for row in scaling["sizes"]]
        self.assertEqual(times, sorted(times))
        text = self.run_it("--phases", "--sizes", "32,64", OPTIONS.program, "{}")
        self.assertRegex(text, r"(?s)modelled us +to_device +operation +synchronise +from_device\n32 .*\n64 .*\nexponent ")

    def test_refusals(self):
        for arguments, words in (
                (["--sizes", "32", OPTIONS.program, "{}"], "--sizes goes with --phases"),
                (["--phases", "--sizes", "32", OPTIONS.program, "32"], "needs {} in the command"),
                (["--phases", "--sizes", "32,many", OPTIONS.program, "{}"], "'many' is none"),
                (["--phases", "--sizes", "0", OPTIONS.program, "{}"], "'0' is none")):
            self.assertIn(words, self.run_it(*arguments, code=4))

    def test_operations_in_the_table(self):
        self.run_it("--profile", OPTIONS.program, "100")
        table = sorted(self.folder.rglob("ops_perf_results.csv"))[-1]
        rows = list(csv.DictReader(table.read_text().splitlines()))
        self.assertEqual([r["OP CODE"] for r in rows], ["MatmulDeviceOperation", "BinaryDeviceOperation", "BinaryDeviceOperation"])
        self.assertEqual([r["PROGRAM CACHE HIT"] for r in rows], ["False", "False", "True"])
        product = rows[0]
        self.assertIn("program_config", product["ATTRIBUTES"])
        self.assertRegex(product["ATTRIBUTES"], r"in0_block_w=\d+;.*out_subblock_h=\d+;.*out_subblock_w=\d+")
        self.assertNotEqual(product["MATH FIDELITY"], "")
        self.assertGreater(int(product["CORE COUNT"]), 0)
        for tensor in ("INPUT_0", "INPUT_1", "OUTPUT_0"):
            shape = [product[f"{tensor}_{d}_PAD[LOGICAL]"] for d in "WZYX"]
            self.assertEqual(shape, ["1[1]", "1[1]", "128[100]", "128[100]"])
            self.assertEqual([product[f"{tensor}_{c}"] for c in ("LAYOUT", "DATATYPE", "MEMORY")],
                             ["TILE", "BFLOAT16", "DEV_0_DRAM_INTERLEAVED"])
        self.assertEqual(product["INPUT_2_LAYOUT"], "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ironbird", required=True)
    parser.add_argument("--program", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
