#!/usr/bin/env python3
"""Variables that upstream's guides name, each by what it does; the watcher's log above all.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM variables_test.py [unittest arguments]
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
SOURCES = pathlib.Path(__file__).resolve().parent / "watcher"
CORE = r"Device 0 worker core\(x= 1,y= 0\) virtual\(x= ?\d+,y= ?\d+\): "


class Variables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird variables ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_kernel(self, kernel, code=0, **variables):
        done = subprocess.run([PROGRAM, "run", str(SOURCES / "one_kernel.cpp"), str(kernel)],
                              cwd=self.folder, env=dict(os.environ, **variables), text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def watched(self, kernel, code=0, **variables):
        self.told = self.run_kernel(SOURCES / kernel, code, TT_METAL_WATCHER="1", **variables)
        return (self.folder / "generated/watcher/watcher.log").read_text()

    def test_watcher_ring_buffer_and_pause(self):
        log = self.watched("notes.cpp")
        self.assertTrue(log.startswith("At 0.000s starting\nLegend:\n"))
        self.assertIn("At 0.000s attach device 0\n", log)
        self.assertRegex(log, rf"(?m)^{CORE}  GW,   W,   W,   W,   W  rmsg:D0D\|Bnt h_id: +\d+ smsg:DDDD$")
        self.assertIn("\nk_ids:  1|  0|  0|  0|  0\n\tdebug_ring_buffer=\n\t[0x00000028,0x00000027,", log)
        self.assertIn("0x0000000a,0x00000009]\n", log)  # the oldest eight are gone
        self.assertRegex(log, r"(?m)^k_id\[  1\]: .*/notes\.cpp$")
        self.assertRegex(log, r"-----\nDump #1 at [\d.]+s\n(.*\n)+Dump #1 completed at ")
        names = (self.folder / "generated/watcher/kernel_names.txt").read_text().splitlines()
        self.assertEqual(names, ["0: blank", f"1: {SOURCES}/notes.cpp"])
        self.assertRegex(self.told, r"Paused cores: \(x=\d+,y=\d+\):brisc, and on")

    @unittest.skipIf(os.environ.get("SANITIZED"), "functions with a sanitizer need more stack than the kernels")
    def test_watcher_tells_how_much_stack_was_left(self):
        def free(log):
            told = re.search(r"(?m)^Stack usage summary:\n\tBRISC highest stack usage: (\d+) bytes free, "
                             r"on core \(x=\d+,y=\d+\), running kernel .*\.cpp$", log)
            self.assertIsNotNone(told, log)
            self.assertNotIn("NCRISC highest stack", log)  # no kernel ran there
            return int(told[1])

        log = self.watched("few_words.cpp")
        self.assertIn("stack usage: of the host's stack of 52736 bytes", log)
        more = free(log) - free(self.watched("many_words.cpp"))
        self.assertLessEqual(more, 2000 * 4 + 64)
        self.assertGreater(more, 2000 * 4 - 1024)  # functions below the few words reach further down

    def test_blackhole_names_who_pushed(self):
        log = self.watched("notes.cpp", ARCH_NAME="blackhole")
        self.assertIn("\t[[BRISC]0x00000028,[BRISC]0x00000027,", log)

    def test_watcher_shows_where_a_core_is_stuck(self):
        log = self.watched("stuck.cpp", code=3)
        self.assertRegex(log, rf"(?m)^{CORE}CWFW,   W,   W,   W,   W  rmsg:D0G\|Bnt ")
        log = self.watched("step.cpp", code=3)
        self.assertRegex(log, rf"(?m)^{CORE}STEP,   W,")

    def test_watcher_shows_where_an_assertion_was_tripped(self):
        log = self.watched("trips.cpp", code=2)
        self.assertRegex(log, rf"(?m)^{CORE}AST1,   W,")
        self.assertIn("kernel-assert", self.told)

    def test_watcher_appends_when_asked(self):
        self.watched("notes.cpp")
        self.assertEqual(self.watched("notes.cpp").count("Legend:"), 1)
        self.assertEqual(self.watched("notes.cpp", TT_METAL_WATCHER_APPEND="1").count("Legend:"), 2)
        elsewhere = self.folder / "elsewhere"
        self.watched("notes.cpp", TT_METAL_LOGS_PATH=str(elsewhere))
        self.assertTrue((elsewhere / "generated/watcher/watcher.log").exists())

    def test_without_the_watcher_nothing_is_left_and_no_cycle_moves(self):
        self.run_kernel(SOURCES / "notes.cpp")
        self.assertFalse((self.folder / "generated").exists())

    def test_home_is_where_kernels_are_looked_for(self):
        home = self.folder / "home"
        home.mkdir()
        (home / "here.cpp").write_text("void kernel_main() {}\n", encoding="utf-8")
        self.run_kernel("here.cpp", code=2)
        self.run_kernel("here.cpp", TT_METAL_HOME=str(home))

    def test_logger_level_and_types(self):
        kernel = SOURCES / "notes.cpp"
        self.assertNotIn("runs ", self.run_kernel(kernel, TT_LOGGER_LEVEL="error"))
        self.assertIn("runs ", self.run_kernel(kernel, TT_LOGGER_LEVEL="Info"))
        self.assertIn("runs ", self.run_kernel(kernel, TT_LOGGER_LEVEL="info", TT_LOGGER_TYPES="Test"))
        self.assertNotIn("runs ", self.run_kernel(kernel, TT_LOGGER_LEVEL="info", TT_LOGGER_TYPES="Op"))

    def test_architecture(self):
        self.assertIn("p150", self.run_kernel(SOURCES / "notes.cpp", ARCH_NAME="blackhole"))
        self.assertIn("n150", self.run_kernel(SOURCES / "notes.cpp", ARCH_NAME="wormhole_b0"))
        self.run_kernel(SOURCES / "notes.cpp", code=4, ARCH_NAME="sparrow")

    def test_python_path(self):
        (self.folder / "mine.py").touch()
        look = "import importlib.util as u; print(u.find_spec('ttnn').origin); print(u.find_spec('mine').origin)"
        done = subprocess.run(["bash", "-ec", f'eval "$("{PROGRAM}" env)"; python3 -c "{look}"'], text=True,
                              env=dict(os.environ, PYTHONPATH=str(self.folder)), capture_output=True, check=True)
        self.assertEqual(done.stdout.split("\n")[:2],
                         [str(SOURCES.parents[2] / "python/ttnn/__init__.py"), str(self.folder / "mine.py")])


if __name__ == "__main__":
    unittest.main()
