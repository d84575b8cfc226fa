#!/usr/bin/env python3
"""No orphans: a command that is told to stop ends all that it has started, and its record says so.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM signals_test.py LEAVER [unittest arguments]

LEAVER is a program that opens a device and leaves as it is told. Everything that a test starts lives in a
session of its own, so that whoever is left over is found whatever group it is in.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
LEAVER = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCH = (pathlib.Path(PROGRAM).parent / "ironbird_bench").exists()  # a part of its own: see bench/CMakeLists.txt
LAUNCHER = ROOT / "ironbird"
SANITIZED = os.environ.get("SANITIZED")  # host programs are compiled by g++ then
PATIENCE = 120


def processes(session):
    """Names by number of what runs in a session."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(errors="replace")  # a name may be any bytes
        except OSError:
            continue
        name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if rest[0] not in "ZX" and int(rest[3]) == session:
            found[int(text.split(" ", 1)[0])] = name
    return found


class Signals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird signals ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *arguments, program=PROGRAM, **variables):
        self.log = open(self.folder / "log.txt", "wb+")
        self.addCleanup(self.log.close)
        heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # who runs in the background ignores it
        child = subprocess.Popen([program, *map(str, arguments)], cwd=self.folder, start_new_session=True,
                                 preexec_fn=heard, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                 env=dict(os.environ, **variables))
        self.addCleanup(self.sweep, child)
        return child

    def sweep(self, child):
        for pid in processes(child.pid):
            os.kill(pid, signal.SIGKILL)
        child.wait()

    def said(self):
        return (self.folder / "log.txt").read_text(errors="replace")

    def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, f"{what}\n{self.said()}")
            time.sleep(0.02)

    def wait_for_process(self, child, *names):
        found = lambda: [n for n in processes(child.pid).values() if any(n.startswith(w) for w in names)]
        self.wait_for(lambda: found() or child.poll() is not None, f"no {names} was started")
        self.assertIsNone(child.poll(), self.said())

    def assert_all_gone(self, child, number):
        """It ended by the signal, and nothing of its session is left."""
        self.assertEqual(child.wait(PATIENCE), -number, self.said())
        self.assertEqual(processes(child.pid), {})

    def record(self, name="0001"):
        return json.loads((self.folder / "ironbird-out" / name / "run.json").read_text())


class Run(Signals):
    # A child in the background, and one that has left its session's group.
    SCRIPT = "sleep 1000 & setsid --fork sleep 1001; sleep 1002"

    def wait_for_sleepers(self, child):
        sleeping = lambda: sum(n == "sleep" for n in processes(child.pid).values())
        self.wait_for(lambda: sleeping() >= 2, "the script did not come up")

    def test_each_signal_ends_the_program_and_its_children(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with self.subTest(number):
                child = self.start("run", "--", "sh", "-c", self.SCRIPT)
                self.wait_for_sleepers(child)
                child.send_signal(number)
                self.assert_all_gone(child, number)
        for name, number in (("0001", 15), ("0002", 1), ("0003", 2)):
            record = self.record(name)
            self.assertEqual(record["interrupted"], number)
            self.assertIn(f"interruption by signal {number}", record["end"])
            self.assertEqual(record["exit"], 2)

    def test_other_sessions_end_too(self):
        child = self.start("run", "--", "sh", "-c", "setsid sh -c 'echo $$ > pid; exec sleep 1000'")
        self.wait_for(lambda: (self.folder / "pid").exists() and (self.folder / "pid").read_text().strip(),
                      "no process number")
        pid = int((self.folder / "pid").read_text())
        child.terminate()
        self.assert_all_gone(child, signal.SIGTERM)
        self.assertFalse(pathlib.Path(f"/proc/{pid}").exists())

    def test_who_does_not_listen_is_ended_by_force(self):
        child = self.start("run", "--", "sh", "-c", "trap '' TERM; while :; do sleep 0.1; done")
        self.wait_for_process(child, "sleep")
        child.terminate()
        child.send_signal(signal.SIGTERM)
        self.assert_all_gone(child, signal.SIGTERM)

    def test_nohup_is_respected(self):
        child = self.start("sh", "-c", f"trap '' HUP; exec '{PROGRAM}' run -- sleep 2", program="/usr/bin/env")
        self.wait_for_process(child, "sleep")
        child.send_signal(signal.SIGHUP)
        self.assertEqual(child.wait(PATIENCE), 0, self.said())

    def test_a_program_that_is_killed_leaves_no_running_child_of_ours(self):
        child = self.start("run", LEAVER, "sleep")
        self.wait_for(lambda: "leaving by sleep" in self.said(), "the program did not come up")
        child.kill()
        child.wait()
        self.wait_for(lambda: not processes(child.pid), "the program runs on")

    def test_device_program(self):
        for command in (("run",), ("check",), ("memory", "run")):
            with self.subTest(command):
                for old in self.folder.glob("ironbird-out/*/run.json"):
                    old.unlink()
                child = self.start(*command, LEAVER, "sleep")
                self.wait_for(lambda: list(self.folder.glob("ironbird-out/*/run.json")), "no device was opened")
                child.terminate()
                self.assert_all_gone(child, signal.SIGTERM)
                record, = (json.loads(p.read_text()) for p in self.folder.glob("ironbird-out/*/run.json"))
                self.assertEqual((record["interrupted"], record["chip"], record["complete"]), (15, "n150", False))
                self.assertIn("interrupted by signal 15", self.said())


class Compilers(Signals):
    def test_a_host_compiler_is_ended_and_not_called_wrong(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            child = self.start("run", ROOT / "examples/loopback/loopback.cpp",
                               TT_METAL_CACHE=str(self.folder / f"cache{number}"))
            self.wait_for_process(child, "cc1plus" if SANITIZED else "clang")
            child.send_signal(number)
            self.assert_all_gone(child, number)
            self.assertNotIn("does not compile", self.said())

    def test_a_kernel_compiler_is_ended_and_not_called_wrong(self):
        for number, command in ((signal.SIGTERM, "run"), (signal.SIGINT, "check"), (signal.SIGHUP, "run")):
            child = self.start(command, LEAVER, TT_METAL_CACHE=str(self.folder / f"cache{number}"))
            self.wait_for_process(child, "clang")
            child.send_signal(number)
            self.assert_all_gone(child, number)
            self.assertNotIn("does not compile", self.said())

    def test_a_compiler_alone_is_interrupted(self):
        """The program goes on, as one with a handler of its own would."""
        child = self.start("run", LEAVER, TT_METAL_CACHE=str(self.folder / "cache"))
        self.wait_for_process(child, "clang")
        for pid, name in processes(child.pid).items():
            if name.startswith("clang"):
                os.kill(pid, signal.SIGINT)
        self.assertEqual(child.wait(PATIENCE), 4)
        self.assertIn("error[interrupted] the compiler was ended by signal 2 (Interrupt)", self.said())
        self.assertNotIn("does not compile", self.said())
        self.assertNotIn("correct the kernel source", self.said())


class Runners(Signals):
    def interrupt(self, child, *names):
        self.wait_for_process(child, *names)
        time.sleep(0.3)
        self.assertIsNone(child.poll(), self.said())
        child.terminate()
        self.assert_all_gone(child, signal.SIGTERM)

    def test_accuracy(self):
        self.interrupt(self.start("accuracy", "--set", "gemm"), "ironbird_accura")

    @unittest.skipUnless(BENCH, "ironbird_bench is not built")
    def test_bench(self):
        self.interrupt(self.start("bench"), "ironbird_bench")

    def test_launcher(self):
        """`./ironbird test`, with a build and a ctest that only wait."""
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("cmake", "ctest"):
            (tools / name).write_text("#!/bin/sh\nsleep 1000 & wait\n")
            (tools / name).chmod(0o755)
        copy = self.folder / "tree"
        copy.mkdir()
        (copy / "ironbird").write_text(LAUNCHER.read_text())
        (copy / "ironbird").chmod(0o755)
        (copy / "cmake").mkdir()
        for name in ("packages.txt", "packages-report.txt", "packages-test.txt"):
            (copy / "cmake" / name).write_text("")
        path = f"{tools}:{os.environ['PATH']}"
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            child = self.start("test", program=copy / "ironbird", PATH=path)
            self.wait_for_process(child, "sleep")
            child.send_signal(number)
            self.assert_all_gone(child, number)
        (tools / "cmake").write_text("#!/bin/sh\nexit 0\n")
        child = self.start("test", program=copy / "ironbird", PATH=path)
        self.interrupt(child, "ctest")
        child = self.start("test", "--time-limit", "1", program=copy / "ironbird", PATH=path)
        self.assertEqual(child.wait(PATIENCE), 3, self.said())
        self.assertEqual(processes(child.pid), {})
        self.assertIn("time limit of 1 s", self.said())


class Limits(Signals):
    def test_time_limit(self):
        for command in (("run",), ("check",)):
            child = self.start(*command, "--time-limit", "0.5", "--", "sh", "-c", "sleep 1000 & sleep 1000")
            self.assertEqual(child.wait(PATIENCE), 3, self.said())
            self.assertEqual(processes(child.pid), {})
            self.assertIn("its time limit of 0.5 s (potential hang)", self.said())
        self.assertEqual(self.record()["end"], "its time limit of 0.5 s (potential hang)")
        child = self.start("run", "--time-limit", "100", "--", "true")
        self.assertEqual(child.wait(PATIENCE), 0, self.said())
        for wrong in ("0", "-1", "soon", "1e99"):
            child = self.start("run", "--time-limit", wrong, "--", "true")
            self.assertEqual(child.wait(PATIENCE), 4, self.said())

    def test_lock_makes_two_take_turns(self):
        script = "echo begin >> turns; sleep 0.5; echo end >> turns"
        children = []
        for _ in range(3):
            children.append(self.start("lock", "--file", "mine", "--", "sh", "-c", script))
        for child in children:
            self.assertEqual(child.wait(PATIENCE), 0, self.said())
        self.assertEqual((self.folder / "turns").read_text().split(), ["begin", "end"] * 3)

    def test_lock_hands_on_how_the_command_ended(self):
        for script, code in (("exit 7", 7), ("kill -TERM $$", 143)):
            child = self.start("lock", "--file", "mine", "--", "sh", "-c", script)
            self.assertEqual(child.wait(PATIENCE), code, self.said())
        nested = ("lock", "--file", "mine", "--", PROGRAM, "lock", "--file", "mine", "--", "true")
        self.assertEqual(self.start(*nested).wait(PATIENCE), 0, self.said())

    def test_lock_ends_what_it_runs(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            child = self.start("lock", "--file", "mine", "--", "sh", "-c", "sleep 1000 & sleep 1001")
            self.wait_for_process(child, "sleep")
            child.send_signal(number)
            self.assert_all_gone(child, number)

    def test_lock_is_free_when_its_owner_is_gone(self):
        child = self.start("lock", "--file", "mine", "--", "sleep", "1000")
        self.wait_for_process(child, "sleep")
        child.kill()
        self.assertEqual(self.start("lock", "--file", "mine", "--", "true").wait(PATIENCE), 0, self.said())


if __name__ == "__main__":
    unittest.main()
