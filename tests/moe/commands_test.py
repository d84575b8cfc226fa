#!/usr/bin/env python3
"""`ironbird moe`: what generate, bench and make-checkpoint refuse, and what generate reports.

usage: commands_test.py PROGRAM [unittest arguments]
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
REFUSED = 4  # docs/exit_codes.md

# Options, and a part of what is said.
MAKE = {
    "--layers 0": "num_hidden_layers is 0, 1 to 4096", "--hidden -1": "hidden_size is -1", "--heads 3": "a multiple of",
    "--kv-heads 0": "num_key_value_heads is 0", "--head-dim 0": "head_dim is 0", "--experts 0": "num_experts is 0",
    "--experts-per-token 99": "num_experts_per_tok is 99, at most", "--moe-intermediate 0": "moe_intermediate_size is 0",
    "--vocab 5": "the tokenizer has 320", "--shards 0": "shards is 0", "--seed -1": "--seed", "--layers x": "--layers",
    "--seed 99999999999999999999": "--seed",
}
GENERATE = {
    "--temperature -1": "temperature is -1", "--temperature nan": "temperature is nan", "--top-p 0": "top-p is 0",
    "--top-p 2": "top-p is 2", "--seed -5": "--seed", "--max-new-tokens 0": "--max-new-tokens",
    "--max-seq-len 0": "--max-seq-len", "--max-seq-len 99999": "the model knows 4096", "--batch 0": "--batch",
    "--prompt b --batch 1": "there are 2 prompts", "--experts v9": "v1, v2 and v3 are allowed",
    "--matmul x": "moe_bmm and ttnn.matmul are allowed", "--weights fp4": "--weights", "--board x": "there is no board x",
    "--mesh 0x1": "is not ROWSxCOLUMNS", "--mesh 8": "is not ROWSxCOLUMNS", "--mesh 1x3": "does not divide 8 experts",
    "--board n150 --mesh 1x8": "mesh 1x8 has 8 chips, n150 has 1", "--reference --trace": "not for --reference",
    "--reference --load": "not for --reference", "--profile-trace /dev/null/x": "/dev/null/x: cannot be written",
    "--weight-cache /dev/null/x": "cannot be made", "--max-seq-len 1": "the cache holds 1",
}
BENCH = {
    "--tokens 0": "--tokens", "--tokens 32,x": "--tokens", "--model x": "model x is not known", "--warmup -1": "--warmup",
    "--iterations 0": "--iterations", "--batch-sizes 0": "--batch-sizes", "--input-lengths 0": "--input-lengths",
    "--output-lengths 0": "--output-lengths", "--ckpt-dir /nowhere": "/nowhere/config.json: No such file",
    "--csv /dev/null/x": "/dev/null/x: cannot be written", "--experts v9": "v1, v2 and v3", "--board x": "no board x",
    "--board n300 --mesh 4x8": "mesh 4x8 has 32 chips, n300 has 2",
}


def run(*words, **environment):
    # One chip, whatever the machine of the tests.
    own = {k: v for k, v in os.environ.items() if not k.startswith(("IRONBIRD_C", "TT_MESHDEVICE", "MOE_"))}
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, encoding="utf-8", errors="replace",
                          env={**own, **environment}, check=False)


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.base = pathlib.Path(cls.folder.name)
        cls.model = cls.base / "tiny"
        made = run("make-checkpoint", cls.model, "--layers", 2, "--hidden", 128)
        assert made.returncode == 0, made.stderr

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def refused(self, *words, why, **environment):
        ended = run(*words, **environment)
        self.assertEqual(ended.returncode, REFUSED, f"{words}: {ended.stdout} {ended.stderr}")
        self.assertIn(why, ended.stderr, words)
        self.assertTrue(ended.stderr.startswith("ironbird moe: "), ended.stderr)

    def copy(self):
        return pathlib.Path(shutil.copytree(self.model, tempfile.mkdtemp(dir=self.base) + "/copy"))

    def generate(self, *words, folder=None):
        return ["generate", "--ckpt-dir", folder or self.model, "--prompt", "Hello world", *words]

    def test_options(self):
        for options, why in MAKE.items():
            with self.subTest(make=options):
                self.refused("make-checkpoint", self.base / "other", *options.split(), why=why)
                self.assertFalse((self.base / "other" / "config.json").exists())
        for options, why in GENERATE.items():
            with self.subTest(generate=options):
                self.refused(*self.generate(*options.split()), why=why)
        for options, why in BENCH.items():
            with self.subTest(bench=options):
                self.refused("bench", *options.split(), why=why)

    def test_checkpoint_that_is_there(self):
        self.refused("make-checkpoint", self.model, why="there is a checkpoint already")
        self.refused("make-checkpoint", "/dev/null/x", why="/dev/null/x")

    def test_files(self):
        for name in ("config.json", "tokenizer.json", "model.safetensors.index.json"):
            for what, change in (("empty", lambda whole: b""), ("cut", lambda whole: whole[:len(whole) // 2])):
                with self.subTest(file=name, what=what):
                    folder = self.copy()
                    (folder / name).write_bytes(change((folder / name).read_bytes()))
                    self.refused(*self.generate(folder=folder), why=name)
        for size in (0, 7, 100, -1):
            with self.subTest(size=size):
                folder = self.copy()
                shard = next(folder.glob("*.safetensors"))
                shard.write_bytes(shard.read_bytes()[:size])
                self.refused(*self.generate(folder=folder), why=shard.name)
                self.refused("bench", "--ckpt-dir", folder, why=shard.name)
        self.refused(*self.generate(folder="/nowhere"), why="/nowhere/tokenizer.json")

    def test_models_that_do_not_fit(self):
        folder = self.copy()
        config = json.loads((folder / "config.json").read_text())
        config["max_position_embeddings"] = 1 << 20
        (folder / "config.json").write_text(json.dumps(config))
        ended = run(*self.generate("--max-seq-len", 1 << 20, "--batch", 4096, folder=folder))
        self.assertEqual(ended.returncode, REFUSED)
        self.assertIn("the model does not fit n150 as 1x1: a chip needs", ended.stderr)
        for word in ("board", "prefill ms", "galaxy"):  # the plan's table
            self.assertIn(word, ended.stderr)

    def test_trace_file_of_a_refused_call(self):
        """It is looked at before weights are loaded, and stays as it was."""
        old, new = self.base / "old.json", self.base / "new.json"
        old.write_text("kept")
        for path in (old, new):
            self.refused(*self.generate("--profile-trace", path, "--max-seq-len", 99999), why="the model knows 4096")
        self.assertEqual(old.read_text(), "kept")
        self.assertFalse(new.exists())

    def test_mesh_of_the_environment(self):
        self.refused(*self.generate("--mesh", "1x1"), why="mesh 1x3 does not divide 8 experts",
                     TT_MESHDEVICE_SHAPE="1,3")
        self.refused(*self.generate(), why="TT_MESHDEVICE_SHAPE: mesh 8 is not", TT_MESHDEVICE_SHAPE="8")
        # As many as there are, when nothing else is said.
        self.refused(*self.generate(), why="mesh 4x8 does not divide 8 experts", IRONBIRD_CLUSTER="galaxy")
        self.refused(*self.generate("--mesh", "3x1"), why="mesh 3x1 does not divide", IRONBIRD_CLUSTER="t3000")

    def test_reports(self):
        # Of the shape that device_test.cpp has, which needs the same kernels.
        model, trace = self.base / "shared", self.base / "trace.json"
        run("make-checkpoint", model, "--heads", 8, "--kv-heads", 2, "--experts", 32)
        ended = run(*self.generate("--max-new-tokens", 3, "--temperature", 0, "--load", "--profile-trace", trace,
                                   "--json", folder=model), IRONBIRD_CHIP="n150")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        said = json.loads(ended.stdout)
        load = said["load"]
        # Two of 32 experts in two layers, for each token that was put in: all but the last.
        tokens = len(said["users"][0]["ids"]) - 1 + said["prompt_tokens"]
        self.assertEqual(load["choices"], tokens * 2 * 2)
        self.assertEqual([len(layer) for layer in load["by_layer"]], [32, 32])
        self.assertEqual(sum(map(sum, load["by_layer"])), sum(load["by_chip"]))
        self.assertEqual(sum(load["by_chip"]), load["choices"])
        self.assertLess(0, said["dram"]["used_bytes"])
        self.check_trace(json.loads(trace.read_text()))

    def check_trace(self, whole):
        self.assertEqual(whole["displayTimeUnit"], "ms")
        events, open_spans = whole["traceEvents"], []
        for event in events:
            if event["ph"] == "B":
                open_spans.append((event["name"], event["tid"]))
            else:
                self.assertEqual(open_spans.pop(), (event["name"], event["tid"]))
        self.assertEqual(open_spans, [])
        self.assertEqual({e["cat"] for e in events}, {"Phase", "Program", "Layer", "Block"})
        self.assertEqual([e["ts"] for e in events], sorted(e["ts"] for e in events))


if __name__ == "__main__":
    unittest.main()
