#!/usr/bin/env python3
"""`ironbird memory run`, memory.json and IRONBIRD_CB_DEPTH on a sum and a product.

usage: IRONBIRD_PROGRAM_UNDER_TEST=IRONBIRD MEMORY_DEPTHS=PROGRAM run_test.py [unittest arguments]
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

IRONBIRD = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
PROGRAM = os.environ.pop("MEMORY_DEPTHS")
PAGE = 2048


class Memory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird memory ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *arguments, code=0, **variables):
        done = subprocess.run([IRONBIRD, *map(str, arguments)], cwd=self.folder, text=True,
                              env=dict(os.environ, **variables), capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def recorded(self, *arguments, **variables):
        """run.json and the bytes of memory.json of a run of the test program."""
        folder = self.folder / f"record{len(list(self.folder.iterdir()))}"
        subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, check=True,
                       env=dict(os.environ, IRONBIRD_RUN_DIR=str(folder), **variables),
                       capture_output=True)
        memory = folder / "memory.json"
        return (json.loads((folder / "run.json").read_text()),
                memory.read_bytes() if memory.exists() else b"")

    def cycles(self, *arguments, **variables):
        return self.recorded(*arguments, **variables)[0]["cycles"]

    def answer(self, *arguments):
        text = self.call("memory", "run", "--json", *arguments).stderr.strip().splitlines()[-1]
        answer = json.loads(text[text.index("{"):])
        self.assertEqual(answer["schema"], 1)
        return answer

    def check_table(self, answer, what, order):
        """Every depth of the table, set in the source, takes exactly the cycles of the table."""
        plain = {str(w["indices"][0]): w["pages"] for w in answer["what_if"]}
        source = lambda depths: [depths[str(i)] for i in order]
        self.assertEqual(self.cycles(what, *source(plain)), answer["cycles"])
        for w in answer["what_if"]:
            index = str(w["indices"][0])
            tried = [r for r in w["rows"] if r["cycles"] is not None]
            best = min(r["cycles"] for r in tried)
            good = [r["pages"] for r in tried if r["cycles"] * 1000 <= best * 1005]
            self.assertEqual(w["recommended"], min(good))
            self.assertTrue(any(r["now"] for r in w["rows"]))
            # The deepest that is no more than sensible, and the recommended one.
            for row in tried[:1] + [r for r in tried if r["pages"] == w["recommended"]]:
                self.assertEqual(row["bytes"], row["pages"] * PAGE)
                self.assertEqual(self.cycles(what, *source(dict(plain, **{index: row["pages"]}))),
                                 row["cycles"], (index, row))
        together = {str(w["indices"][0]): w["together"] for w in answer["what_if"]}
        predicted = answer["together"]["cycles"] if "together" in answer else answer["cycles"]
        self.assertEqual(self.cycles(what, *source(together)), predicted)
        best = min(r["cycles"] for w in answer["what_if"] for r in w["rows"] if r["cycles"])
        self.assertLessEqual(predicted, best * 1.005)

    def test_depths_of_the_sum(self):
        answer = self.answer(PROGRAM, "sum", 4, 12, 2)
        self.assertEqual([w["indices"] for w in answer["what_if"]], [[0], [1], [16]])
        self.check_table(answer, "sum", (0, 1, 16))
        first, second, _ = answer["what_if"]
        self.assertGreater(first["recommended"], 4)  # one batch lets nobody overlap
        # Both inputs come together: what the second could spare alone, it needs for the first.
        self.assertEqual((second["recommended"], second["together"]), (4, 8))
        # Neither input gains from depth by itself, only beside the other.
        answer = self.answer(PROGRAM, "sum", 4, 4, 2)
        self.assertEqual([w["recommended"] for w in answer["what_if"][:2]], [4, 4])
        self.assertEqual([w["together"] for w in answer["what_if"][:2]], [8, 8])

    def test_depths_of_the_product(self):
        answer = self.answer(PROGRAM, "product")
        self.assertEqual([w["indices"] for w in answer["what_if"]], [[0], [1], [16], [24]])
        self.check_table(answer, "product", (0, 1, 16, 24))
        # Room for one block lets reading and computing take turns, and no more.
        for w in answer["what_if"][:2]:
            self.assertEqual(w["recommended"], 16)
            self.assertGreater(w["rows"][0]["cycles"], 1.2 * answer["cycles"])

    def test_asked_depths(self):
        answer = self.answer("--what-if", "0=8,0:16=4", PROGRAM, "sum", 4, 8, 2)
        self.assertEqual(answer["together"]["depths"], "*:0=8,0:16=4")
        self.assertEqual(answer["together"]["cycles"], self.cycles("sum", 8, 8, 4))
        # The reader asks for four pages at once.
        answer = self.answer("--what-if", "0=2", PROGRAM, "sum", 4, 8, 2)
        self.assertEqual((answer["together"]["cycles"], answer["together"]["trouble"]), (None, "hang"))
        done = self.call("memory", "run", "--what-if", "x=2", PROGRAM, "sum", 4, 8, 2, code=4)
        self.assertEqual(done.stdout, "")  # told before the program runs
        done = self.call("memory", "run", "--what-if", "31=2", PROGRAM, "sum", 4, 8, 2, code=4)
        self.assertIn("no program of this run has a CB 31", done.stderr)
        self.call("memory", "run", "--bogus", PROGRAM, code=4)
        self.call("memory", "run", code=4)

    def test_worse_than_a_baseline_exits_with_1(self):
        baseline = self.folder / "baseline.json"
        once = ["--no-what-if", "--json"]
        baseline.write_text(json.dumps(self.answer("--no-what-if", PROGRAM, "sum", 8, 8, 2)))
        compared = ["memory", "run", *once, "--baseline", baseline, PROGRAM, "sum"]
        self.assertIn('"worse":[]', self.call(*compared, 8, 8, 2).stderr)
        self.assertRegex(self.call(*compared, 4, 4, 2, code=1).stderr, r'"worse":\["\d+ cycles, was \d+"\]')
        self.assertIn("bytes of L1 on the fullest core", self.call(*compared, 16, 16, 2, code=1).stderr)
        baseline.write_text('{"schema": 1}')
        self.assertIn("is of no run", self.call(*compared, 8, 8, 2, code=4).stderr)

    def test_text(self):
        done = self.call("memory", "run", "--no-what-if", "--", PROGRAM, "sum", 8, 8, 2)
        self.assertRegex(done.stdout, r"^sum [0-9a-f]{8}\n$")
        for piece in ("L1 of chip 0 core (0,0)", "reserved, ", "CB 0 of add, program 0: 8 pages of 2048 B",
                      "buffer ", "high water ", "largest hole ", "producer blocked"):
            self.assertIn(piece, done.stderr)
        self.assertNotIn("what if", done.stderr)

    def test_file(self):
        _, text = self.recorded("sum", 8, 12, 4, 2, IRONBIRD_MEMORY="1")
        memory = json.loads(text)
        chip = memory["chips"][0]
        reserved = chip["reserved_bytes"]
        self.assertEqual([s["what"] for s in chip["steps"]],
                         ["buffer_alloc"] * 4 + ["launch", "complete"] * 2 + ["buffer_free"] * 4)
        (beside,) = [b for b in chip["buffers"] if b["type"] == "L1"]
        self.assertEqual(beside["bytes_per_bank"], -(-64 // chip["l1_banks"]) * PAGE)
        used = beside["bytes_per_bank"] + 24 * PAGE
        self.assertEqual(chip["high_water"], {"x": 0, "y": 0, "bytes": reserved + used, "step": 4})
        self.assertEqual(chip["free_bytes"], chip["l1_bytes"] - reserved - used)
        self.assertEqual(chip["largest_hole_bytes"], beside["address"] - reserved - 24 * PAGE)
        self.assertEqual(chip["cores"][4]["high_water_bytes"], reserved + beside["bytes_per_bank"])
        self.assertEqual([l["program"] for l in chip["launches"]], [0, 1])
        for launch in chip["launches"]:
            self.assertEqual([cb["pages"] for cb in launch["cbs"]], [8, 12, 4])
            address = reserved
            for cb in launch["cbs"]:
                self.assertEqual((cb["address"], cb["format"]), (address, "Float16_b"))
                address += cb["bytes"]
                self.assertEqual(cb["cores"], "{[(x=0,y=0) - (x=2,y=0)]}")
                self.assertEqual(len(cb["histogram"]), cb["pages"] + 1)
                self.assertLessEqual(cb["max_pages"], cb["pages"])
                self.assertLessEqual(sum(cb["histogram"]), launch["end"] - launch["start"])
                weights = sum(k * cycles for k, cycles in enumerate(cb["histogram"]))
                self.assertEqual(weights, cb["page_cycles"])
                self.assertEqual(cb["unit"], 1)
            self.assertEqual([cb["most_asked"] for cb in launch["cbs"]], [4, 4, 1])

    def test_watching_changes_nothing_and_threads_agree(self):
        plain, none = self.recorded("product")
        self.assertEqual(none, b"")
        seen = []
        for threads in ("1", "2"):
            record, memory = self.recorded("product", IRONBIRD_MEMORY="1", IRONBIRD_THREADS=threads)
            for key in ("cycles", "devices", "traffic"):
                self.assertEqual(record[key], plain[key])
            self.assertEqual(record["memory"]["high_water_bytes"],
                             json.loads(memory)["chips"][0]["high_water"]["bytes"])
            seen.append(memory)
        self.assertEqual(*seen)

    def test_depth_by_the_environment(self):
        plain, deep = self.cycles("sum", 4, 8, 2), self.cycles("sum", 8, 8, 2)
        self.assertNotEqual(plain, deep)
        for setting in ("0:0=8", "*:0=8", "0-3:0=8,0:0=9"):
            self.assertEqual(self.cycles("sum", 4, 8, 2, IRONBIRD_CB_DEPTH=setting), deep)
        self.assertEqual(self.cycles("sum", 4, 8, 2, IRONBIRD_CB_DEPTH="1:0=8"), plain)
        done = self.call("run", PROGRAM, "sum", 4, 8, 2, IRONBIRD_CB_DEPTH="1:0=8")
        self.assertIn("1:0=8 in IRONBIRD_CB_DEPTH was for no circular buffer", done.stderr)
        done = self.call("run", PROGRAM, "sum", 4, 8, 2, code=4, IRONBIRD_CB_DEPTH="1=4")
        self.assertIn("PROGRAM:CB=PAGES", done.stderr)
        done = self.call("run", PROGRAM, "sum", 4, 8, 2, code=2, IRONBIRD_CB_DEPTH="0:0=65536")
        self.assertIn("error[cb-config]", done.stderr)

    def test_diff_has_the_high_water(self):
        for depth in (8, 12):
            self.call("memory", "run", "--no-what-if", PROGRAM, "sum", depth, 8, 2)
        self.assertIn("L1 in use at most", self.call("diff", 1, 2).stdout)
        self.call("diff", 1, 2, "--fail-if", "l1_high_water>+8191", code=1)
        self.call("diff", 1, 2, "--fail-if", "l1_high_water>+8192")


if __name__ == "__main__":
    unittest.main()
