"""What others build on ttnn: operations in C++ outside the tree, in Python, type stubs, the lock."""

import ast
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy
import ttnn
from tensors_test import WithDevice, needs_torch, reals

PYTHON = pathlib.Path(ttnn.__file__).parent.parent
HOLD = "import tt_lock, sys; print('held', flush=True); sys.stdin.readline()"


class Operations(WithDevice):
    def test_compiled_outside(self):
        sys.path.insert(0, os.environ["MY_OPS_DIR"])
        import my_ops

        array = reals([32, 64])
        x = ttnn.from_torch(array, ttnn.float32, layout=ttnn.TILE_LAYOUT, device=self.device)
        got = my_ops.twice(x, memory_config=ttnn.L1_MEMORY_CONFIG, queue_id=0)
        numpy.testing.assert_allclose(got.to_numpy(), 2 * array, rtol=1e-3)
        self.assertEqual(got.memory_config(), ttnn.L1_MEMORY_CONFIG)
        self.assertEqual(my_ops.dtype_of(x), ttnn.float32)
        self.assertEqual(my_ops.twice.python_fully_qualified_name, "ttnn.my.twice")
        self.assertRaises(TypeError, my_ops.twice, 1)
        ttnn.register_cpp_operation()(my_ops.twice)
        self.assertIs(ttnn.my.twice.function, my_ops.twice)

    def test_in_python(self):
        @ttnn.register_python_operation(name="ttnn.mine.half", golden_function=lambda x: x / 2)
        def half(x):
            return ttnn.multiply(x, 0.5)

        x = ttnn.from_torch(numpy.full([32, 32], 3, numpy.float32), layout=ttnn.TILE_LAYOUT, device=self.device)
        self.assertEqual(ttnn.mine.half(x).to_numpy()[0, 0], 1.5)
        self.assertEqual(half.__name__, "ttnn.mine.half")
        self.assertIn(half, ttnn.query_registered_operations())
        self.assertEqual(ttnn.get_golden_function(ttnn.mine.half)(4), 2)

    @needs_torch
    def test_comparison_finds_a_wrong_result(self):
        @ttnn.register_python_operation(name="ttnn.mine.wrong", golden_function=lambda x: -x)
        def wrong(x):
            return ttnn.exp(x)

        x = ttnn.from_torch(reals([32, 32]), layout=ttnn.TILE_LAYOUT, device=self.device)
        with ttnn.manage_config("enable_fast_runtime_mode", False), ttnn.manage_config("enable_comparison_mode", True), \
                ttnn.manage_config("comparison_mode_should_raise_exception", True):
            with self.assertRaisesRegex(RuntimeError, "ttnn.mine.wrong: output 0"):
                wrong(x)


class Stubs(unittest.TestCase):
    def test_every_operation_has_its_signature(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(PYTHON / "stubs.py"), folder], check=True, stdout=subprocess.DEVNULL)
            tree = ast.parse((pathlib.Path(folder) / "ttnn-stubs" / "__init__.pyi").read_text())
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        for operation in ttnn.query_registered_operations():
            name = operation.__name__.removeprefix("ttnn.")
            if "." not in name:
                self.assertIn(name, functions)
        keywords = [argument.arg for argument in functions["exp"].args.kwonlyargs]
        self.assertIn("memory_config", keywords)


class Lock(unittest.TestCase):
    def test_one_at_a_time(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "TMPDIR": folder}
            environment.pop("IRONBIRD_LOCKED", None)

            def start():
                return subprocess.Popen([sys.executable, "-c", HOLD], env=environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

            first = start()
            self.assertEqual(first.stdout.readline(), "held\n")
            second = start()
            self.assertIn(f"which process {first.pid} holds", second.stderr.readline())
            first.communicate("\n")
            self.assertEqual(second.stdout.readline(), "held\n")
            second.communicate("\n")


if __name__ == "__main__":
    unittest.main()
