#!/usr/bin/env python3
"""`ironbird check`: exit codes, suppression, baseline, SARIF, other orders and chips; its pages.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM check_test.py LOOPBACK [unittest arguments]

Every test has a folder of its own with a copy of the loopback's kernel, which the program finds there.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KERNEL = "examples/loopback/kernels/copy_pages.cpp"
LOOPBACK = sys.argv.pop(1)
BARRIER = "        noc_async_read_barrier();\n"


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird check ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.kernel = self.folder / KERNEL
        self.kernel.parent.mkdir(parents=True)
        self.whole = (ROOT / KERNEL).read_text()
        self.kernel.write_text(self.whole)
        # The barrier comes too late, but it comes.
        self.broken = self.whole.replace(BARRIER, "").replace("    }\n}", "    }\n" + BARRIER[4:] + "}")

    def break_it(self):
        self.kernel.write_text(self.broken)

    def call(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_clean_report_says_what_was_not_explored(self):
        done = self.call("check", LOOPBACK)
        self.assertIn("copied and compared", done.stdout)
        self.assertNotIn("Checked", done.stdout)
        self.assertIn("0 errors, 0 warnings", done.stderr)
        self.assertIn("memory noc race cb init args compute fabric", done.stderr)
        self.assertIn("Not explored: other chips (--chips n150,p150), other delivery orders", done.stderr)
        self.assertIn("Not explored: memory noc", self.call("check", "--only", "args", LOOPBACK).stderr)

    def test_finding_has_both_places_and_its_exit_code(self):
        self.break_it()
        done = self.call("check", LOOPBACK, code=1)
        self.assertRegex(done.stderr, r"error NOC-003  data of a NoC read is sent on before it has arrived\n"
                         rf"  issued +{re.escape(KERNEL)}:19 +noc_async_read_page.*core \(0,0\) BRISC")
        self.assertIn(f"{KERNEL}:20", done.stderr)
        self.call("check", "--only", "cb,args", LOOPBACK, code=2)  # the copy is wrong all the same
        answer = json.loads(self.call("check", "--json", LOOPBACK, code=1).stderr.splitlines()[-1])
        self.assertEqual(answer["schema"], 1)
        self.assertIn("NOC-003", [f["id"] for f in answer["findings"]])

    def test_suppression_in_the_source(self):
        self.kernel.write_text(self.broken.replace(
            "        noc_async_read_page", "        // ironbird: allow NOC-003 because a test wants it\n"
            "        // ironbird: allow NOC-015 because a test wants it\n        noc_async_read_page"))
        self.assertIn("suppressed", self.call("check", LOOPBACK, code=2).stderr)
        self.kernel.write_text(self.whole.replace(
            BARRIER, BARRIER.rstrip() + "  // ironbird: allow NOC-001 because of old\n"))
        self.assertIn("unused suppression of NOC-001", self.call("check", LOOPBACK).stderr)

    def test_suppression_by_file(self):
        self.break_it()
        listed = self.folder / "allowed"
        listed.write_text("NOC-003 copy_pages.cpp because a test wants it\nNOC-015 * because of that\n")
        self.call("check", "--suppressions", listed, LOOPBACK, code=2)
        listed.write_text("NOC-003 copy_pages.cpp\n")
        self.assertIn("no suppression", self.call("check", "--suppressions", listed, LOOPBACK, code=4).stderr)

    def test_baseline_and_sarif(self):
        self.break_it()
        self.call("check", "--write-baseline", "known.json", LOOPBACK, code=1)
        self.kernel.write_text("\n\n" + self.kernel.read_text())
        done = self.call("check", "--baseline", "known.json", "--sarif", "f.sarif", LOOPBACK, code=2)
        self.assertIn("known from known.json; 0 of it no longer there", done.stderr)
        log = json.loads((self.folder / "f.sarif").read_text())
        self.assertEqual(log["version"], "2.1.0")
        result = log["runs"][0]["results"][0]
        self.assertEqual(result["baselineState"], "unchanged")
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], KERNEL)
        self.assertEqual(place["region"]["startLine"], 21)
        self.call("check", "--baseline", "nowhere.json", LOOPBACK, code=4)

    def test_other_orders_and_chips(self):
        done = self.call("check", "--schedules", "2", "--chips", "n150,p150", LOOPBACK)
        self.assertIn("4 other delivery orders give the same", done.stderr)
        self.assertIn("on p150: exit code 0, 0 errors", done.stderr)
        self.assertEqual(done.stdout.count("copied and compared"), 1)
        self.break_it()
        done = self.call("check", "--schedules", "1", LOOPBACK, code=1)
        self.assertIn("ORDER-001", done.stderr)
        self.assertIn("eager", done.stderr)  # the one order that hides the bug

    def test_every_rule_has_its_page(self):
        rules = json.loads(self.call("explain", "--json").stdout)["findings"]
        self.assertGreater(len(rules), 40)
        for rule in rules:
            page = self.call("explain", rule["id"]).stdout
            self.assertTrue(page.startswith(f"# {rule['id']}: {rule['text']}\n"), page[:80])
            self.assertIn(rule["do"].replace("`", ""), page.replace("`", ""))
            self.assertIn("\nFails:\n\n```", page, rule["id"])
            self.assertIn("\nRepaired:\n\n```", page, rule["id"])
        pages = {p.stem for p in (ROOT / "docs/findings").glob("*.md")}
        self.assertEqual(pages - {r["id"] for r in rules}, set())

    def test_usage(self):
        self.call("check", code=4)
        self.call("check", "--only", "fish", LOOPBACK, code=4)
        self.call("check", "--", "false", code=2)


if __name__ == "__main__":
    unittest.main()
