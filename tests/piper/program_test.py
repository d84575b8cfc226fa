#!/usr/bin/env python3
"""The program as a whole: killed, without room, in several processes; and what boards count.

usage: program_test.py IRONBIRD PIPER [unittest arguments]
"""
import csv
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

IRONBIRD, PIPER = sys.argv[1:3]
del sys.argv[1:3]


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird piper ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *words, code=0, **more):
        done = subprocess.run([*map(str, words)], cwd=self.folder, capture_output=True, text=True, check=False, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def generate(self, rows, name="day.tsv"):
        self.call(PIPER, "generate", rows, "-o", name)

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())

    def files(self, name):
        root = self.folder / name
        return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*.npy"))}


class Ends(Program):
    def test_killed_run_leaves_no_output(self):
        self.generate(300)
        run = subprocess.Popen([PIPER, "run", "P-II", "-", "-o", "out", "--batch", "0.01"], cwd=self.folder,
                               stdin=subprocess.PIPE)
        run.stdin.write((self.folder / "day.tsv").read_bytes())
        run.stdin.flush()
        run.send_signal(signal.SIGKILL)  # it waits for more
        self.assertEqual(run.wait(), -signal.SIGKILL)
        run.stdin.close()
        self.assertNotIn("out", self.names())
        self.call(PIPER, "run", "P-II", "day.tsv", "-o", "out")
        self.assertIn("out", self.names())

    def test_no_room(self):
        self.generate(3000)

        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000))

        said = self.call(PIPER, "run", "P-II", "day.tsv", "-o", "out", code=2, preexec_fn=little_room).stderr
        self.assertRegex(said, "cannot be written: File too large")
        self.assertEqual(self.names(), ["day.tsv"])

    @unittest.skipUnless(subprocess.run(["unshare", "-rm", "true"], check=False).returncode == 0, "no mounts here")
    def test_disk_full(self):
        self.generate(3000)
        (self.folder / "small").mkdir()
        script = ('mount -t tmpfs -o size=200k none small && { "$0" run P-II day.tsv -o small/out; code=$?; ls small; '
                  'exit $code; }')
        done = self.call("unshare", "-rm", "sh", "-c", script, PIPER, code=2)
        self.assertRegex(done.stderr, "cannot be written: No space left on device")
        self.assertEqual(done.stdout, "")

    def test_input_that_changes(self):
        self.generate(300)
        run = subprocess.Popen([PIPER, "run", "P-II", "-", "day.tsv", "-o", "out"], cwd=self.folder,
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        while not list(self.folder.glob("out.partial-*")):  # by then it knows its inputs
            self.assertIsNone(run.poll())
            time.sleep(.001)
        with open(self.folder / "day.tsv", "ab") as file:
            file.write(b"\n")
        said = run.communicate((self.folder / "day.tsv").read_bytes())[1].decode()
        self.assertEqual(run.returncode, 4, said)
        self.assertIn("day.tsv: changed while it was read", said)
        self.assertEqual(self.names(), ["day.tsv"])

    def test_input_that_is_cut(self):
        self.generate(300)
        run = subprocess.Popen([PIPER, "run", "P-II", "-", "day.tsv", "-o", "out"], cwd=self.folder,
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        while not list(self.folder.glob("out.partial-*")):
            self.assertIsNone(run.poll())
            time.sleep(.001)
        whole = (self.folder / "day.tsv").read_bytes()
        with open(self.folder / "day.tsv", "r+b") as file:
            file.truncate(whole.rindex(b"\n", 0, -1) + 1)  # whole rows, one less
        said = run.communicate(whole)[1].decode()
        self.assertEqual(run.returncode, 4, said)
        self.assertIn("day.tsv: changed while it was read", said)
        self.assertEqual(self.names(), ["day.tsv"])

    def test_killed_while_it_writes(self):
        self.generate(20000)
        rows = (self.folder / "day.tsv").read_bytes()
        run = subprocess.Popen([PIPER, "run", "P-II", "-", "-o", "out", "--batch", "0.05"], cwd=self.folder,
                               stdin=subprocess.PIPE)
        run.stdin.write(rows)
        run.stdin.flush()
        partial = []
        while not partial:  # rows are there, the header is not
            self.assertIsNone(run.poll())
            partial = [p for p in self.folder.glob("out.partial-*/dense.npy") if p.stat().st_size > 100000]
        run.kill()
        self.assertEqual(run.wait(), -signal.SIGKILL)
        run.stdin.close()
        self.assertNotIn("out", self.names())
        self.assertEqual(partial[0].read_bytes()[:8], bytes(8))  # no reader takes it for an array
        self.call(PIPER, "run", "P-II", "day.tsv", "-o", "out")

    def test_index_without_room(self):
        self.generate(20)
        (self.folder / "chain.json").write_text(json.dumps(
            {"columns": [{"select": ["I1"], "operators": ["Decode"]}]}))

        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # 80 bytes of rows, a longer index

        said = self.call(PIPER, "run", "chain.json", "day.tsv", "-o", "out", "--format", "raw", code=2,
                         preexec_fn=little_room).stderr
        self.assertIn("columns.json cannot be written", said)
        self.assertEqual(self.names(), ["chain.json", "day.tsv"])

    def test_force_replaces_outputs_alone(self):
        self.generate(20)
        (self.folder / "home").mkdir()
        (self.folder / "home" / "letter.txt").write_text("dear")
        for name in ("home", "day.tsv", "."):
            said = self.call(PIPER, "run", "P-I", "day.tsv", "-o", name, "--force", code=4).stderr
            self.assertIn("is no output of an earlier run", said)
        self.assertEqual((self.folder / "home" / "letter.txt").read_text(), "dear")
        for _ in range(2):
            self.call(PIPER, "run", "P-I", "day.tsv", "-o", "out", "--force")
        self.assertEqual(self.names(), ["day.tsv", "home", "out"])

    def test_devices_stay_what_they_are(self):
        os.mkfifo(self.folder / "pipe")
        with subprocess.Popen([PIPER, "generate", "3", "-o", "pipe"], cwd=self.folder) as run:
            rows = (self.folder / "pipe").read_bytes()
        self.assertEqual(run.returncode, 0)
        self.assertEqual(rows.count(b"\n"), 3)
        self.assertEqual(self.names(), ["pipe"])

    def test_damaged_vocabularies(self):
        self.generate(300)
        self.call(PIPER, "run", "P-II", "day.tsv", "-o", "out")
        words = ("run", "P-II", "day.tsv", "-o", "again", "--vocabulary", "out/vocabulary")
        self.call(PIPER, *words)
        self.assertEqual(self.files("again")["categorical.npy"], self.files("out")["categorical.npy"])
        file = self.folder / "out" / "vocabulary" / "C1.npy"
        whole = file.read_bytes()
        for damaged in (whole[:-4], whole[:100], b"", whole + bytes(4), whole[:128] + whole[132:136] + whole[132:],
                        whole[:128] + b"\xff" * 4 + whole[132:], (self.folder / "out" / "dense.npy").read_bytes()):
            file.write_bytes(damaged)
            said = self.call(PIPER, *words, "--force", code=4).stderr
            self.assertRegex(said, "C1.npy (is no vocabulary|does not fit this pipeline)")

    def test_no_rows(self):
        (self.folder / "empty.tsv").write_text("\n\n")
        said = self.call(PIPER, "run", "P-I", "empty.tsv", "-o", "out", code=4).stderr
        self.assertIn("the input has no rows", said)
        self.assertEqual(self.names(), ["empty.tsv"])


class Tools(Program):
    def test_causes_are_named_with_what_is_there(self):
        said = self.call(PIPER, "model", "--judge", 4, "--board", "e75", code=1).stdout
        self.assertRegex(said, r"half of what is expected or less")
        for cause in ("throttling", "host link", "DRAM bandwidth", "huge pages", "other load"):
            self.assertIn(cause, said)
        ranges = json.loads(self.call(PIPER, "model", "--json").stdout)["ranges"]
        self.assertEqual(ranges["n150"]["stateless"], [18, 20, 24])

    def test_sweep_draws_a_page(self):
        said = self.call(PIPER, "sweep", "--iterations", 1, "--html", "sweep.html").stdout
        self.assertEqual(said.count("best:"), 2)
        page = (self.folder / "sweep.html").read_text()
        self.assertEqual(page.count("<rect"), 10)
        self.assertEqual(page.count('class="best"'), 2)

    def test_text_is_measured_beside_its_bounds(self):
        figures = json.loads(self.call(PIPER, "bench", "--size", "small", "--iterations", 1, "--trials", 1, "--warm-up", 0,
                                       "--json").stdout)["results"]
        for place in ("memory", "cache"):
            text = {row["name"]: row for row in figures if row.get("text_in") == place}
            self.assertEqual(set(text), {"Decode", "memchr", "memchr, one search", "separators alone",
                                         "read and store alone"})
            whole = text["memchr, one search"]
            self.assertEqual(whole["of_memchr_one_search"], 1)
            for row in text.values():
                self.assertAlmostEqual(row["of_memchr_one_search"], row["gbs_in"] / whole["gbs_in"])

    def test_samples_of_a_monitor(self):
        self.call(PIPER, "monitor", "--model", "--board", "e150", "--interval", .01, "--duration", .05, "--output",
                  "samples.json")
        samples = json.loads((self.folder / "samples.json").read_text())
        self.assertGreater(len(samples), 1)
        for sample in samples:
            self.assertTrue({"timestamp", "temperature_c", "power_w", "link"} <= set(sample))
            self.assertIs(sample["model"], True)
        self.assertNotIn("model", self.call(PIPER, "monitor", "--duration", .01).stdout)

    def test_files_that_do_not_fit(self):
        for words in (("bench", "--size", "small", "--iterations", 1, "--trials", 1, "--warm-up", 0, "--chip", "n150",
                       "--output"), ("monitor", "--duration", .01, "--output")):
            said = self.call(PIPER, *words, "/dev/full", code=2).stderr
            self.assertIn("/dev/full cannot be written", said)

    def test_what_makes_no_sense_is_refused(self):
        self.generate(10)
        run = ("run", "P-I", "day.tsv", "-o", "out")
        for words in (("generate", -3, "-o", "rows"), ("generate", 0, "-o", "rows"), (*run, "--threads", -1),
                      (*run, "--chip", "e75", "--host"), (*run, "--host", "--reference"), ("model", "--judge", -4),
                      ("model", "--judge", 0), ("budget", "--columns", 0), ("bench", "--warm-up", -1),
                      ("monitor", "--duration", -1), (*run, "--batch", "nan"), ("model", "--judge", "nan"),
                      ("hugepages", "nan", "--dry-run"), ("hugepages", "--dry-run"),
                      ("monitor", "--interval", "nan", "--duration", 1)):
            self.call(PIPER, *words, code=4, timeout=120)  # rows without end
        self.assertEqual(self.names(), ["day.tsv"])

    def test_pipelines_that_make_no_sense(self):
        self.generate(10)
        for part, said in (({"operators": [{"name": "Clamp", "low": 5, "high": 1}]}, "low is 5, above high"),
                           ({"operators": [{"name": "Modulus", "m": 3.5}]}, "m is 3.5, which is no whole number"),
                           ({"operator": []}, "unknown key, operator"), ([], "it is no object")):
            whole = part and {"select": "dense", "operators": [], **part}
            (self.folder / "mine.json").write_text(json.dumps({"columns": [whole]}))
            self.assertIn(said, self.call(PIPER, "plan", "mine.json", code=4).stderr)
        (self.folder / "mine.json").write_text(json.dumps({"schema": 9, "columns": []}))
        self.assertIn("unknown key, schema", self.call(PIPER, "plan", "mine.json", code=4).stderr)

    def test_requests_that_are_cut_short(self):
        for rows, words in ((3, b"1234"), (4000000, b"")):
            request = json.dumps({"operators": ["Neg2Zero"], "type": "i32", "rows": rows})
            done = subprocess.run([PIPER, "apply"], input=request.encode() + b"\n" + words, capture_output=True,
                                  check=False)
            self.assertIn(b"cut short", done.stdout)

    def test_budget_is_what_programs_get(self):
        said = self.call(PIPER, "budget", "--columns", 26, "--vocab-size", 1000000, code=1).stdout
        self.assertRegex(said, "e150 +fits: 85.2 % of its SRAM; programs get 108 cores, 97.1 MB: does not fit")
        self.assertRegex(said, r"huge pages of 2 MB here: \d+ of \d+ are free; a card wants 8192")
        self.assertIn("split the table over operators", said)

    def test_pages_of_a_dry_run(self):
        said = self.call(PIPER, "hugepages", 16, "--dry-run").stdout
        self.assertIn("16 GB are 8192 pages of 2 MB", said)
        self.assertIn("echo 8192 > /proc/sys/vm/nr_hugepages", said)


@unittest.skipUnless(shutil.which("mpirun"), "mpirun is not there")
class Ranks(Program):
    def run_in(self, count, *words, code=0):
        return self.call("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", count, PIPER, "run", *words,
                         code=code)

    def test_result_does_not_depend_on_processes(self):
        self.generate(2000)
        self.call(PIPER, "run", "P-II", "day.tsv", "-o", "alone")
        for count in (1, 2, 3, 5):
            done = self.run_in(count, "P-II", "day.tsv", "-o", f"out{count}", "--batch", "0.05", "--json")
            self.assertEqual(json.loads(done.stdout)["rows"], 2000)
            self.assertEqual(self.files(f"out{count}"), self.files("alone"), count)

    def test_one_that_fails_ends_all(self):
        self.generate(2000)
        with open(self.folder / "day.tsv", "a", encoding="ascii") as file:
            file.write("1\t2\n")
        said = self.run_in(2, "P-II", "day.tsv", "-o", "out", "--batch", "0.05", code=4).stderr
        self.assertIn("line 2001: the line ends after 2 of 40 fields", said)
        self.assertNotIn("out", self.names())


class Counters(Program):
    ROWS = 20 * 1024

    def record(self, name, *options):
        self.call(IRONBIRD, "run", "--json", "--", PIPER, "run", "chain.json", "day.bin", "--chip", "n150", "-o", name,
                  *options)
        runs = sorted((self.folder / "ironbird-out").glob("*/run.json"))
        return json.loads(runs[-1].read_text())

    def dram_bytes(self, name, *options):
        traffic = self.record(name, *options)["traffic"]
        return traffic["dram_read_bytes"], traffic["dram_write_bytes"]

    def write_chain(self, column, operators):
        (self.folder / "chain.json").write_text(json.dumps(
            {"columns": [{"select": [column], "operators": operators}]}))

    def test_rows_of_a_profile(self):
        self.generate(200)
        self.call(PIPER, "run", "P-I", "day.tsv", "--chip", "n150", "-o", "out",
                  env={**os.environ, "TT_METAL_PROFILER": "1", "TT_METAL_PROFILER_DIR": str(self.folder / "prof")})
        with open(self.folder / "prof" / "ops_perf_results.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertTrue(rows)
        for row in rows:
            self.assertGreater(int(row["DEVICE KERNEL DURATION [ns]"]), 0)
            self.assertGreater(int(row["CORE COUNT"]), 0)

    def test_fused_operators_touch_dram_once(self):
        self.call(PIPER, "generate", self.ROWS, "--binary", "-o", "day.bin")
        operators = ["Decode", "Neg2Zero", {"name": "Clamp", "low": 0, "high": 1000}, "Logarithm"]
        self.write_chain("I1", operators)
        column = 4 * self.ROWS
        fused = self.dram_bytes("fused", "--no-constant-prop")
        apart = self.dram_bytes("apart", "--no-constant-prop", "--no-auto-fusing")
        self.assertEqual(fused, (column, column))
        self.assertEqual(apart, (3 * column, 3 * column))
        self.assertEqual(self.files("fused"), self.files("apart"))
        # Other columns in the same MiniPipe: nothing is compiled for them.
        self.write_chain("I2", operators)
        self.assertEqual(self.record("moved", "--no-constant-prop")["kernels"]["compiled"], 0)


if __name__ == "__main__":
    unittest.main()
