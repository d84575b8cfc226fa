#!/usr/bin/env python3
"""The commands of `ironbird`: exit codes, streams and JSON.

usage: IRONBIRD=PROGRAM IRONBIRD_ROOT=SOURCES cli_test.py [unittest arguments]
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCH = (pathlib.Path(PROGRAM).parent / "ironbird_bench").exists()  # a part of its own: see bench/CMakeLists.txt
LOOPBACK = ROOT / "examples/loopback/loopback.cpp"
KERNEL = ROOT / "examples/loopback/kernels/copy_pages.cpp"
BROKEN = ROOT / "tests/faults/kernels/broken.cpp"
# The error of a modelled time, of the whole or of parts.
BOUND = r"modelled \([^)\n]*\+-\d+ %[^)\n]*\)"


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird cli ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *arguments, code=0, **variables):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                              env=dict(os.environ, **variables), capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def json_of(self, *arguments, **more):
        answer = json.loads(self.call(*arguments, "--json", **more).stdout)
        self.assertEqual(answer["schema"], 1)
        return answer

    def test_version_names_the_upstream_commit(self):
        self.assertIn("e4f9f0bb8de", self.call("--version").stdout)
        self.assertEqual(self.json_of("--version")["upstream"], "e4f9f0bb8de")

    def test_every_command_has_help_and_json(self):
        commands = self.commands() + [f"memory {c}" for c in self.commands("memory")]
        self.assertGreater(len(commands), 15)
        for command in commands:
            if command == "memory":
                continue
            text = self.call(*command.split(), "--help").stdout
            self.assertIn("--json", text, command)

    def test_an_operation_begins_as_a_file_and_a_row(self):
        for part in ("ttnn/ops/own", "include/ttnn/operations/own"):
            shutil.copytree(ROOT / part, self.folder / part)
        made = self.json_of("new-op", "soft_clip", "--tree", self.folder)
        text = pathlib.Path(made["operation"]).read_text()
        self.assertIn("Tensor soft_clip(const Tensor& input_tensor", text)
        self.assertIn("struct SoftClip {", text)
        self.assertNotIn("composite_example", text.lower())
        self.assertIn("TTNN_OWN(soft_clip, ", pathlib.Path(made["table"]).read_text())
        self.assertIn("is there already", self.call("new-op", "soft_clip", "--tree", self.folder, code=4).stderr)
        self.assertIn("no name of an operation", self.call("new-op", "Soft-Clip", code=4).stderr)
        for name in ("add", "gelu", "softmax"):
            self.assertIn(f"TT-NN has a {name} already", self.call("new-op", name, "--tree", ROOT, code=4).stderr)

    def test_an_operation_does_not_take_a_name_that_ttnn_has(self):
        shutil.copytree(ROOT / "include/ttnn", self.folder / "include/ttnn")
        own = self.folder / "ttnn/ops/own"
        shutil.copytree(ROOT / "ttnn/ops/own", own)
        # Rows of tables, in place, a gradient, a function, a namespace.
        for name, where in (("add", r"binary/rows\.inc:\d+"), ("multiply_", r"binary/rows\.inc:\d+"),
                            ("abs_bw", r"_backward/\w+\.(inc|hpp):\d+"), ("sort", r"sort\.hpp:\d+"),
                            ("transformer", r"\.hpp:\d+")):
            told = self.call("new-op", name, "--tree", self.folder, code=4).stderr
            self.assertRegex(told, rf"TT-NN has a {name} already, in .*{where}: choose another name")
            self.assertFalse((own / f"{name}.cpp").exists())
        # Parameters and functions of nested namespaces are no names of ttnn's own.
        for name in ("memory_config", "scaled_dot_product_attention"):
            self.call("new-op", name, "--tree", self.folder)

    def commands(self, *parents):
        """As the program itself lists them."""
        return self.refusal(*parents, "no such command")[1].split("commands: ")[1].split(", ")

    def refusal(self, *words):
        """What is wrong and how the command is called; what to do stands below."""
        what, *more, remedy = self.call(*words, code=4).stderr.splitlines()
        self.assertTrue(what.startswith("ironbird: error[usage] "), what)
        self.assertEqual(remedy, "  do: see --help - docs/errors/usage.md")
        return [what.removeprefix("ironbird: error[usage] "), *(line.strip() for line in more)]

    def test_unknown_command_or_option_does_not_start(self):
        what, form = self.refusal("fly")
        self.assertEqual(what, '"fly" is not understood')
        self.assertIn("commands: run, check, ", form)
        self.assertEqual(self.refusal("devices", "--fly"),
                         ['"--fly" is not understood', "usage: ironbird devices [OPTIONS]"])

    def test_wrong_words_are_told_in_our_form(self):
        diff = "usage: ironbird diff [OPTIONS] BEFORE AFTER"
        self.assertEqual(self.refusal("diff"), ["BEFORE is missing", diff])
        self.assertEqual(self.refusal("diff", "1", "2", "--fail-if"), ["--fail-if needs a value", diff])
        self.assertIn('"cycles" is no limit', self.refusal("diff", "1", "2", "--fail-if", "cycles")[0])
        self.assertIn("no run 1 below", self.refusal("diff", "1", "2")[0])
        accuracy = "usage: ironbird accuracy [OPTIONS]"
        self.assertEqual(self.refusal("accuracy", "--sample", "few"),
                         ['--sample takes a number, not "few"', accuracy])
        self.assertEqual(self.refusal("accuracy", "--data", "some"),
                         ['--data takes one of all,none, not "some"', accuracy])
        self.assertEqual(self.refusal("accuracy", "--set", "cats")[0],
                         '--set takes one of noc,dram,dispatch,llk,gemm,gather,fabric,ccl, not "cats"')
        compile = "usage: ironbird compile [OPTIONS] KERNEL"
        self.assertEqual(self.refusal("compile"), ["KERNEL is missing", compile])
        self.assertIn("not \"gpu\"", self.refusal("compile", "--processor", "gpu", KERNEL)[0])
        self.assertEqual(self.refusal("compile", "--args", "1,x", KERNEL), ['"x" is not a 32-bit number'])
        what, form = self.refusal("run", "--timing", "quick", LOOPBACK)
        self.assertEqual(what, '--timing takes one of contended,ideal, not "quick"')
        self.assertTrue(form.startswith("usage: ironbird run [--chip NAME]"), form)

    def test_accuracy_loses_no_rows_in_silence(self):
        one = ("accuracy", "--set", "gather", "--only", "needed tiles", "--data", "none", "--rows")
        self.assertIn("cannot write /no/such/rows.csv",
                      self.call(*one, "/no/such/rows.csv", code=4).stderr)
        self.assertIn("could not be written whole", self.call(*one, "/dev/full", code=2).stderr)
        self.assertIn("no row that can be replayed has what --only asks for",
                      self.call("accuracy", "--only", "no such row", code=4).stderr)

    def test_a_full_disk_is_no_wrong_usage(self):
        (self.folder / "compile_commands.json").symlink_to("/dev/full")
        full = self.call("compile-commands", "--tree", self.folder, code=4).stderr
        self.assertIn("error[disk-full] cannot write", full)
        self.assertIn("No space left on device", full)
        (self.folder / "compile_commands.json").unlink()
        (self.folder / "compile_commands.json").mkdir()
        self.assertIn("error[usage] cannot write",
                      self.call("compile-commands", "--tree", self.folder, code=4).stderr)

    def test_devices(self):
        names = [d["name"] for d in self.json_of("devices")["devices"]]
        self.assertEqual(sorted(names), ["e150", "e75", "n150", "n300", "p100a", "p150"])
        self.assertIn("assumed", self.call("devices").stdout)
        self.assertEqual(self.json_of("devices")["selected"], "n150")
        self.assertEqual(self.json_of("devices", IRONBIRD_CHIP="p150")["selected"], "p150")

    def test_unknown_chip(self):
        self.assertIn("error[chip-unknown]", self.call("devices", code=4, IRONBIRD_CHIP="x9").stderr)

    def test_variable_without_meaning(self):
        self.assertIn("error[usage]", self.call("demo", code=4, IRONBIRD_NOC="fast").stderr)

    def test_env_survives_eval(self):
        text = self.call("env").stdout
        done = subprocess.run(["bash", "-c", 'eval "$1" && printf %s "$CMAKE_PREFIX_PATH"', "-", text],
                              capture_output=True, text=True, check=True)
        self.assertTrue(pathlib.Path(done.stdout).is_dir())
        self.assertTrue((pathlib.Path(self.json_of("env")["environment"]["TT-Metalium_DIR"])
                         / "TT-MetaliumConfig.cmake").exists())

    def test_explain(self):
        self.assertIn("cb-clash", self.call("explain").stdout)
        self.assertIn("L1", self.call("explain", "cb-clash").stdout)
        self.call("explain", "no-such-id", code=4)

    def test_compile(self):
        answer = self.json_of("compile", "--processor", "brisc", KERNEL, "--args",
                              "2,2048,2,2048")
        self.assertEqual([k["ok"] for k in answer["kernels"]], [True])
        for chip in ("p150", "e150"):
            self.json_of("compile", "--chip", chip, KERNEL, "--args", "2,2048,2,2048")

    def test_compile_failure_shows_file_and_line(self):
        done = self.call("compile", "--processor", "brisc", BROKEN, code=1)
        self.assertIn("broken.cpp:6", done.stderr)
        self.assertIn("no_such_call", done.stderr)
        self.assertIn("error[kernel-file]",
                      self.call("compile", self.folder / "nowhere.cpp", code=4).stderr)
        both = self.call("compile", "--processor", "brisc", "--args", "2,2048,2,2048", "--json",
                         KERNEL, BROKEN, code=1)
        self.assertEqual([k["ok"] for k in json.loads(both.stdout)["kernels"]], [True, False])

    def test_compile_commands(self):
        kernels = self.folder / "kernels"
        kernels.mkdir()
        (kernels / "one.cpp").write_text('#include "api/dataflow/dataflow_api.h"\n'
                                         "void kernel_main() { cb_push_back(get_compile_time_arg_val(0), 1); }\n")
        self.assertEqual(self.json_of("compile-commands", "--tree", self.folder)["entries"], 2)
        entries = json.loads((self.folder / "compile_commands.json").read_text())
        for entry in entries:
            subprocess.run([*entry["arguments"], "-fsyntax-only"], cwd=entry["directory"], check=True)
        self.assertTrue((self.folder / ".clangd").exists())

    def test_cache(self):
        cache = str(self.folder / "cache")
        self.call("compile", "--processor", "brisc", KERNEL, "--args", "2,2048,2,2048", TT_METAL_CACHE=cache)
        info = self.json_of("cache", TT_METAL_CACHE=cache)
        self.assertEqual(info["folder"].rstrip("/").startswith(cache), True)
        self.assertGreater(info["entries"], 0)
        self.json_of("cache", "clear", TT_METAL_CACHE=cache)
        self.assertEqual(self.json_of("cache", TT_METAL_CACHE=cache)["entries"], 0)

    def test_run_and_replay(self):
        done = self.call("run", LOOPBACK, TT_METAL_RUNTIME_ROOT=str(ROOT))
        self.assertIn("copied and compared", done.stdout)
        self.assertNotIn("ironbird", done.stdout)
        self.assertIn("1 program launched", done.stderr)
        self.assertRegex(done.stderr, BOUND)
        record = json.loads((self.folder / "ironbird-out/0001/run.json").read_text())
        self.assertEqual(record["schema"], 1)
        self.assertGreater(record["cycles"], 0)
        self.assertGreater(record["traffic"]["dram_read_bytes"], 0)
        self.assertIn("equal those of", self.call("replay", "1", IRONBIRD_CHIP="p150").stderr)
        again = json.loads((self.folder / "ironbird-out/0002/run.json").read_text())
        self.assertEqual(again["cycles"], record["cycles"])

    def test_run_exit_codes(self):
        self.call("run", "--", "false", code=2)
        self.call("run", "--", "true")
        self.assertEqual(self.call("run", "--", "printf", "%s", "--json").stdout, "--json")
        self.assertEqual(self.call("run", "/bin/echo", "--chip", "x").stdout, "--chip x\n")
        self.call("run", code=4)
        self.call("run", self.folder / "nowhere", code=4)
        self.call("run", self.folder / "nowhere.cpp", code=4)
        self.call("replay", "77", code=4)

    @unittest.skipUnless(BENCH, "ironbird_bench is not built")
    def test_bench_knows_its_figures(self):
        self.assertIn("launch_64_cores_us", self.call("bench", "no_such_figure", code=4).stderr)

    @unittest.skipUnless(BENCH, "ironbird_bench is not built")
    def test_bench_tables(self):
        rows = self.json_of("bench", "transfer")["transfer"]
        self.assertEqual([r["bytes"] for r in rows], [4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20])
        for r in rows:
            for clock in ("wall", "modelled"):
                self.assertAlmostEqual(r[f"{clock}_mb_s"] * r[f"{clock}_s"], 2 * r["bytes"] / 1e6)
        # By the chip's time: more cores, blocks, and multicasts bring something each.
        one, one_blocks, many, many_blocks, multicast = self.json_of("bench", "matmul")["matmul"]
        self.assertEqual([r["cores"] for r in (one, one_blocks, many, multicast)], [1, 1, 64, 64])
        self.assertEqual(one["speed_up"], 1)
        self.assertGreater(one_blocks["speed_up"], 1)
        self.assertGreater(many["speed_up"], 8)
        self.assertGreater(many_blocks["speed_up"], many["speed_up"])
        self.assertGreater(multicast["speed_up"], many_blocks["speed_up"])

    def test_demo(self):
        text = self.call("demo").stdout
        self.assertIn("answer  right", text)
        self.assertRegex(text, BOUND)
        ideal = self.call("demo", IRONBIRD_TIMING="ideal").stdout
        self.assertIn("(no contention: not held against silicon)", ideal)
        self.assertNotRegex(ideal, BOUND)
        self.assertIn("answer  wrong", self.call("demo", "--break", "barrier", code=2).stdout)
        self.assertIn("right", self.call("demo", "--break", "barrier", IRONBIRD_NOC="eager").stdout)
        self.assertIn("hang HANG-006", self.call("demo", "--break", "deadlock", code=3).stderr)

    def test_no_error_where_the_time_is_no_prediction(self):
        for number, (reason, options, variables, code) in enumerate([
                ("latencies assumed: no measurement of this chip", ("--chip", "e150"), {}, 0),
                ("not a prediction: IRONBIRD_NOC=late", (), {"IRONBIRD_NOC": "late"}, 0),
                ("not a prediction: IRONBIRD_NOC=random:3", (), {"IRONBIRD_NOC": "random:3"}, 0),
                ("the run ended early: hang", ("--break", "deadlock"), {}, 3)], 1):
            done = self.call("demo", *options, code=code, **variables)
            self.assertNotIn("+-", done.stdout + done.stderr)
            if code == 0:
                self.assertIn(f"modelled ({reason})", done.stdout)
            record = json.loads((self.folder / f"ironbird-out/{number:04}/run.json").read_text())
            self.assertEqual(record["error"]["reason"], reason)
            self.assertEqual([record["error"][key] for key in ("class", "percent", "p90_percent")], [None] * 3)


if __name__ == "__main__":
    unittest.main()
