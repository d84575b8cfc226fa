#!/usr/bin/env python3
"""Gates that fail: every command with input that is missing, empty, cut short, of another type or version.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM gates_test.py LEAVER [unittest arguments]

LEAVER is a program that opens a device and leaves as it is told. A row of COMMANDS holds, for each kind of
damage, the exit code and what is said; a command of the program without a row fails the test.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
LEAVER = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KERNEL = (ROOT / "examples/loopback/kernels/copy_pages.cpp").read_text()
SOURCE = (ROOT / "examples/loopback/loopback.cpp").read_text()
RECORD = json.dumps({"schema": 1, "complete": True, "command": ["true"], "folder": "/", "environment": {},
                     "end": "exit code 0", "exit": 0, "chip": "n150", "programs": 1, "cycles": 1000,
                     "seconds": 1e-6, "findings": [], "faults": [],
                     "traffic": {"noc_bytes": [1, 2], "dram_read_bytes": 3, "dram_write_bytes": 4}})
BINARY = bytes(range(256)) * 8
KINDS = ("missing", "empty", "truncated", "wrong type", "other version")


class File:
    """What a command reads, and what it looks like damaged. None: there is no such damage."""

    def __init__(self, path, whole, wrong, other=None, executable=False):
        self.path, self.executable = path, executable
        as_bytes = lambda text: text.encode() if isinstance(text, str) else text
        whole = as_bytes(whole)
        self.content = {"whole": whole, "missing": None, "empty": b"", "truncated": whole[:len(whole) // 2],
                        "wrong type": as_bytes(wrong), "other version": as_bytes(other)}

    def damages(self):
        return [k for k in KINDS if k == "missing" or self.content[k] is not None]

    def place(self, folder, kind):
        path = folder / self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if self.content[kind] is not None:
            path.write_bytes(self.content[kind])
            path.chmod(0o755 if self.executable else 0o644)


def refused(text, **more):
    """Exit code 4 and this text for all kinds but those that are named."""
    row = {kind: (4, text) for kind in KINDS}
    row.update(more)
    return row


RUN = File("runs/a/run.json", RECORD, "[1, 2]", RECORD.replace('"schema": 1', '"schema": 7'))
DAMAGED = refused(r"run\.json is damaged: (it is empty|it is no JSON|it is JSON, but|its schema is 7)",
                  missing=(4, "no run runs/a below"))
BINARY_FILE = File("program", pathlib.Path(LEAVER).read_bytes()[:200], "no program\n", executable=True)
NOT_STARTED = refused(r"cannot start .*program: (No such file|Exec format error)")
BASELINE = File("baseline.json", '{"schema": 1, "findings": {"x": 1}}', "[]", '{"schema": 2, "findings": {}}')
CONFIG = File("plan.json", '{"workloads": [{"a_tiles": 4, "b_tiles": 4}]}', "[3]", '{"schema": 2}')
SUPPRESSIONS = File("allow.txt", "NOC-001 reader.cpp because it is known", BINARY)
TABLE = File("data/silicon/gather.csv", (ROOT / "data/silicon/gather.csv").read_text(), BINARY,
             "arch,name,seconds\nblackhole,x,1\n")
MODULE = File("kernel.cpp", KERNEL, BINARY)
HOST = File("host.cpp", SOURCE, BINARY)
LOG = File("events.txt", "cb.push core=0,0 cb=3 n=1 cycle=5\n" * 2, BINARY)
MODEL = File("model/config.json", '{"model_type": "qwen3_moe", "num_hidden_layers": 2}', "[3]", '{"model_type": "qwen2"}')
TOKENIZER = File("tokenizer.json", '{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}', BINARY,
                 '{"model": {"type": "Unigram"}}')
COPIED = File("ttnn/ops/own/composite_example.cpp", (ROOT / "ttnn/ops/own/composite_example.cpp").read_text(), BINARY)
ROWS = File("day.tsv", ("1" + "\t7" * 13 + "\t0a0b0c0d" * 26 + "\n") * 3, BINARY)

# Command: (arguments, input, answers). Without input: arguments that it must refuse.
COMMANDS = {
    "accuracy": [(("--set", "gather", "--only", "needed tiles", "--data", "none"), TABLE,
                  refused("nothing was compared: (cannot read|.*gather.csv)"))],
    "bench": [(("no_such_figure",), None, (4, "no_such_figure|ironbird_bench"))],
    "cache": [(("burn",), None, (4, "burn"))],
    "check": [(("program",), BINARY_FILE, NOT_STARTED),
              (("--baseline", "baseline.json", "true"), BASELINE, refused("is no baseline")),
              (("--suppressions", "allow.txt", "--", "true"), SUPPRESSIONS,
               refused("is no suppression|cannot read", empty=(0, "opened no device"))),
              (("--chips", "n150,zz", "--", "true"), None, (4, "error\\[chip-unknown\\] there is no chip \"zz\"")),
              (("--chip", "zz", "--", "true"), None, (4, "error\\[chip-unknown\\]"))],
    "compile": [(("--processor", "brisc", "--args", "2,2048,2,2048", "kernel.cpp"), MODULE,
                 {"missing": (4, "no such kernel"), "empty": (1, "kernel_main"), "truncated": (1, "error:"),
                  "wrong type": (1, "error:")})],
    "compile-commands": [(("--tree", "nowhere"), None, (4, "no such folder: nowhere"))],
    "demo": [(("--chip", "n999"), None, (4, "error\\[chip-unknown\\]")),
             (("--break", "bones"), None, (4, "barrier,deadlock"))],
    "devices": [(("--fly",), None, (4, "not understood"))],
    "diff": [(("runs/a", "runs/b"), RUN, DAMAGED), (("runs/b", "runs/a"), RUN, DAMAGED),
             (("runs/a", "runs/b", "--fail-if", "cycles>+3%"), RUN, DAMAGED)],
    "env": [(("--fly",), None, (4, "not understood"))],
    "explain": [(("NOC-999",), None, (4, "no error or finding has the id"))],
    "lock": [((), None, (4, "lock needs a command")), (("--", "./nowhere"), None, (4, "cannot start"))],
    "moe": [((), None, (4, "moe needs a command")), (("fly",), None, (4, "subcommand is required|ironbird_moe")),
            (("plan", "--ckpt-dir", "model"), MODEL, refused(r"ironbird_moe|config\.json")),
            (("tokenize", "tokenizer.json", "a"), TOKENIZER, refused(r"ironbird_moe|tokenizer\.json"))],
    "new-op": [(("soft_clip", "--tree", "."), COPIED,
                refused("it holds no CompositeExample", missing=(4, "composite_example.cpp is missing"),
                        truncated=(4, "rows.inc is missing"))),
               (("Soft-Clip",), None, (4, "no name of an operation")),
               (("soft_clip", "--tree", "nowhere"), None, (4, "nowhere/ttnn/ops/own/.* is missing"))],
    "memory all": [(("many", "rows"), None, (4, "not understood|not a number|many")),
                   (("4", "4", "--code", "runs", "--log", "events.txt"), LOG,
                    {"missing": (4, "cannot read"), "empty": (0, "no events"), "truncated": (0, "1 event|events"),
                     "wrong type": (0, "no events")})],
    "memory code": [(("host.cpp",), HOST, {"missing": (4, "host.cpp"), "empty": (0, "NONE"),
                                          "truncated": (1, "nothing that could be"), "wrong type": (1, "nothing that could be")})],
    "memory log": [(("events.txt",), LOG, {"missing": (4, "cannot read"), "empty": (0, "no events"),
                                           "truncated": (0, "1 event|events"), "wrong type": (0, "no events")})],
    "memory plan": [(("--config", "plan.json", "--fail-above", "score=99"), CONFIG,
                     refused("configuration|cannot read|nothing to plan"))],
    "memory run": [(("--no-what-if", "./program"), BINARY_FILE, NOT_STARTED),
                   (("--chip", "n999", "true"), None, (4, "error\\[chip-unknown\\]"))],
    "piper": [((), None, (4, "piper needs a command")), (("fly",), None, (4, "not expected|ironbird_piper")),
              (("run", "P-I", "day.tsv", "-o", "out"), ROWS,
               refused("ironbird_piper|no such file|no rows|line [12]: "))],
    "replay": [(("runs/a",), RUN, DAMAGED)],
    "report": [(("runs/a",), RUN, DAMAGED), (("runs/a", "--visualizer", "v"), RUN, DAMAGED)],
    "run": [(("./program",), BINARY_FILE, NOT_STARTED),
            (("--chip", "n999", "true"), None, (4, "error\\[chip-unknown\\]"))],
}


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird gates ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *arguments, code=0, **variables):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, check=False,
                              env=dict(os.environ, **variables), capture_output=True)
        said = (done.stdout + done.stderr).decode(errors="replace")
        self.assertEqual(done.returncode, code, f"{arguments}\n{said}")
        self.assertNotIn("terminate called", said)
        self.assertNotIn("json.exception", said)
        return said

    def record(self, name, **changes):
        folder = self.folder / "runs" / name
        folder.mkdir(parents=True, exist_ok=True)
        record = dict(json.loads(RECORD), **changes)
        (folder / "run.json").write_text(json.dumps({k: v for k, v in record.items() if v is not None}))


class Damage(Gate):
    def commands(self, *parents):
        """As the program itself lists them."""
        said = self.call(*parents, "no such command", code=4)
        return re.search(r"commands: (.*)", said).group(1).split(", ")

    def test_every_command_has_a_row(self):
        names = [n for n in self.commands() if n != "memory"]
        names += ["memory " + n for n in self.commands("memory")]
        self.assertEqual(sorted(names), sorted(COMMANDS))

    def test_damaged_input_is_refused_with_the_reason(self):
        self.record("b")
        for command, cases in COMMANDS.items():
            for arguments, file, answers in cases:
                if file is None:
                    code, text = answers
                    self.assertRegex(self.call(*command.split(), *arguments, code=code), text, command)
                    continue
                for kind in file.damages():
                    with self.subTest(command=command, damage=kind):
                        code, text = answers[kind]
                        file.place(self.folder, kind)
                        self.assertRegex(self.call(*command.split(), *arguments, code=code), text)
                file.place(self.folder, "missing")


class Diff(Gate):
    def test_whole_runs_pass(self):
        self.record("a")
        self.record("b", cycles=1010)
        self.call("diff", "runs/a", "runs/b", "--fail-if", "cycles>+3%")
        self.assertIn("limit crossed", self.call("diff", "runs/a", "runs/b", "--fail-if", "cycles>+0.5%", code=1))

    def test_run_that_ended_early_is_not_compared(self):
        ends = [(2, "signal 6 (Aborted)"), (3, "exit code 1"), (5, "exit code 1")]
        self.record("whole")
        for code, end in ends:
            self.record("early", cycles=10, exit=code, end=end)
            for names in (("whole", "early"), ("early", "whole")):
                said = self.call("diff", *(f"runs/{n}" for n in names), "--fail-if", "cycles>+3%", code=code)
                self.assertIn(f"not compared: run runs/early as a whole: it ended with {end}", said)
        answer = json.loads(self.call("diff", "runs/whole", "runs/early", "--json", code=5))
        self.assertEqual(len(answer["not_compared"]), 1)

    def test_run_without_an_end_is_not_compared(self):
        self.record("whole")
        self.record("left", complete=False, cycles=None, traffic=None, end=None, exit=None)
        self.assertIn("its record was never completed", self.call("diff", "runs/whole", "runs/left", code=2))
        self.record("hostless", chip=None, cycles=None, seconds=None, traffic=None)
        self.assertIn("opened no device", self.call("diff", "runs/whole", "runs/hostless", code=4))

    def test_limit_that_cannot_be_looked_at_fails(self):
        self.record("a")
        self.record("b", memory={"high_water_bytes": 10})
        said = self.call("diff", "runs/a", "runs/b", "--fail-if", "l1_high_water>+1%", code=4)
        self.assertIn("not compared: the limit l1_high_water>+1%: run runs/a has not recorded it", said)
        for limit in ("cycles>1.2.3", "cycles>.", "cycles>+%", "cycles>" + "9" * 5000):
            self.assertIn("is no limit", self.call("diff", "runs/a", "runs/b", "--fail-if", limit, code=4))

    def test_crashed_program_as_it_is_recorded(self):
        self.call("run", "--", LEAVER)
        self.call("run", "--", LEAVER, "abort", code=2)
        said = self.call("diff", "1", "2", "--fail-if", "cycles>+3%", code=2)
        self.assertIn("not compared: run 2 as a whole: it ended with signal 6 (Aborted)", said)


class Leaving(Gate):
    def test_check_of_a_program_that_does_not_come_to_its_end(self):
        self.assertIn("0 errors, 0 warnings", self.call("check", LEAVER))
        for way, end in (("abort", "signal 6"), ("kill", "signal 9"), ("throw", "signal 6"), ("_exit", None)):
            with self.subTest(way):
                said = self.call("check", LEAVER, way, code=2)
                if end:
                    self.assertIn(f"the program ended with {end}", said)
                if way != "throw":
                    self.assertIn("not checked: the program left without its findings", said)
                    self.assertIn("Checked on n150: nothing.", said)
                self.assertRegex(said, "Not explored: .*(all that this run did|after its end)")

    def test_run_of_a_program_that_leaves_in_silence(self):
        self.assertIn("its record was never completed", self.call("run", LEAVER, "_exit", code=2))
        record = json.loads((self.folder / "ironbird-out/0001/run.json").read_text())
        self.assertEqual((record["complete"], record["chip"], record["exit"]), (False, "n150", 2))

    def test_check_on_another_chip_that_crashes(self):
        script = self.folder / "script.sh"
        script.write_text(f'#!/bin/sh\n[ "$IRONBIRD_CHIP" = p150 ] && exec {LEAVER} abort\nexec {LEAVER}\n')
        script.chmod(0o755)
        said = self.call("check", "--chips", "n150,p150", script, code=2)
        self.assertIn("not checked to its end on p150: the program ended with signal 6", said)

    def test_replay(self):
        self.call("run", "--", "true")
        self.assertIn("no cycles were recorded", self.call("replay", "1"))
        self.record("c", interrupted=15)
        self.assertIn("was interrupted", self.call("replay", "runs/c", code=4))
        self.record("d", command=[])
        self.assertIn("holds no command", self.call("replay", "runs/d", code=4))


class Names(Gate):
    """Names of files and folders are bytes."""

    def setUp(self):
        super().setUp()
        self.inside = os.fsencode(self.folder) + b"/na\xefve"
        os.mkdir(self.inside)

    def call_in(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments], cwd=self.inside, capture_output=True, check=False)
        self.assertEqual(done.returncode, code, (arguments, done.stdout, done.stderr))
        return done

    def test_program_and_folder(self):
        program = self.inside + b"/pro\xffgram"
        shutil.copy(os.fsencode(LEAVER), program)
        for command in (("run",), ("check",), ("memory", "run", "--no-what-if")):
            self.call_in(*command, program)
        with open(self.inside + b"/ironbird-out/0001/run.json", encoding="utf-8") as file:
            record = json.load(file)
        self.assertIn("\ufffd", record["command"][0])
        self.assertEqual(bytes.fromhex(record["bytes"]["command"][0]), program)
        self.assertEqual(bytes.fromhex(record["bytes"]["folder"]), self.inside)
        self.assertIn(b"equal those of", self.call_in("replay", "1").stderr)
        self.call_in("diff", "1", "2", "--json")
        for command in ("run", "check"):
            line = self.call_in(command, "--json", program).stderr.splitlines()[-1]
            self.assertEqual(json.loads(line)["schema"], 1)

    def test_sources(self):
        kernel, host = self.inside + b"/ker\xffnel.cpp", self.inside + b"/ho\xffst.cpp"
        with open(kernel, "w", encoding="utf-8") as file:
            file.write("void kernel_main() {}\n")
        with open(host, "w", encoding="utf-8") as file:
            file.write("int main() {}\n")
        self.call_in("compile", "--processor", "brisc", kernel)
        self.assertTrue(json.loads(self.call_in("compile", "--processor", "brisc", "--json", kernel).stdout)
                        ["kernels"][0]["ok"])
        json.loads(self.call_in("compile-commands", "--json").stdout)
        json.loads(self.call_in("memory", "code", "--json", host).stdout)
        self.call_in("run", host)
        self.call_in("env", "--json")


if __name__ == "__main__":
    unittest.main()
