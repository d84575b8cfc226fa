#!/usr/bin/env python3
"""The packages piper and pybuda: the guide's listings, on this machine and on a virtual board."""
import pathlib
import subprocess
import tempfile
import unittest

import numpy

import piper
import pybuda
from pybuda import CompilerConfig, PyBudaModule

try:
    import torch
except ImportError:
    torch = None


class Fused(PyBudaModule):
    def forward(self, x):
        x = x.clamp(min=0.0)
        return (x + 1e-7).log()


HOST = CompilerConfig(enable_tvm_cpu_fallback=True)


class Piper(unittest.TestCase):
    def test_operators_on_arrays(self):
        x = numpy.array([-2, 0, 3, 12], numpy.int32)
        self.assertEqual(piper.apply([piper.Neg2Zero(), piper.Modulus(5)], x).tolist(), [0, 0, 3, 2])
        self.assertEqual(piper.apply([piper.OneHot(3)], x.astype(numpy.uint32)).tolist()[1], [1, 0, 0])
        with self.assertRaisesRegex(piper.PiperError, "Modulus: m is 0, 1 to 2147483648 is allowed"):
            piper.apply([piper.Modulus(0)], x)
        with self.assertRaisesRegex(TypeError, "Modulus: its parameters are m"):
            piper.Modulus(n=3)

    def test_a_session_that_has_ended(self):
        x = numpy.array([-1, 2], numpy.int32)
        session = piper.session()
        session._process.kill()
        session._process.wait()
        with self.assertRaisesRegex(piper.PiperError, "has ended"):
            session.apply([piper.Neg2Zero()], x)
        self.assertEqual(piper.apply([piper.Neg2Zero()], x).tolist(), [0, 2])

    def test_what_is_no_number_or_no_file(self):
        x = numpy.array([1], numpy.int32)
        for wrong in (float("nan"), "five", numpy.array([1])):
            with self.assertRaises(piper.PiperError):
                piper.apply([piper.Modulus(wrong)], x)
        with self.assertRaisesRegex(piper.PiperError, "arrays of float64 are not taken"):
            piper.apply([piper.Neg2Zero()], numpy.array([1.0]))
        with self.assertRaisesRegex(piper.PiperError, "nowhere.tsv: no such file"):
            piper.run("P-I", ["nowhere.tsv"], "out")
        self.assertEqual(piper.apply([piper.Neg2Zero()], x).tolist(), [1])

    def test_pipelines_are_the_commands(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = pathlib.Path(folder, "day.tsv")
            subprocess.run([piper.program(), "generate", "500", "-o", rows], check=True)
            dense = piper.dense() | piper.Decode() | piper.FillMissing() | piper.Neg2Zero() | piper.Logarithm()
            label = piper.label() | piper.Decode() | piper.FillMissing()
            figures = piper.run(piper.Pipeline("mine", label, dense), [rows], f"{folder}/mine")
            piper.run("P-I", [rows], f"{folder}/P-I")
            self.assertEqual(figures["rows"], 500)
            self.assertTrue(numpy.array_equal(numpy.load(f"{folder}/mine/dense.npy"),
                                              numpy.load(f"{folder}/P-I/dense.npy")))


class Listings(unittest.TestCase):
    x = numpy.array([[-1.5, 0.0, 1.0], [2.0, 10.0, 1e6]], numpy.float32)
    want = numpy.log(numpy.maximum(x, 0) + numpy.float32(1e-7))

    def test_fused_pipeline(self):
        for chip, config in ((None, HOST), ("n150", CompilerConfig())):
            compiled = pybuda.compile(Fused(), self.x, config, chip)
            numpy.testing.assert_allclose(compiled(self.x), self.want, rtol=1e-6, atol=1e-6)

    def test_embedding(self):
        class Table(PyBudaModule):
            def __init__(self):
                super().__init__()
                self.table = pybuda.Embedding(10, 4)

            def forward(self, x):
                return self.table(x)

        out = pybuda.compile(Table(), None, HOST)(numpy.array([[1, 2, 1]], numpy.int32))
        self.assertEqual(out.shape, (1, 3, 4))
        self.assertTrue((out[0, 0] == out[0, 2]).all() and (out[0, 0] != out[0, 1]).any())

    def test_the_rest_is_refused_by_name(self):
        class Other(PyBudaModule):
            def forward(self, x):
                return x.tanh()

        with self.assertRaisesRegex(NotImplementedError, "tanh is not supported"):
            pybuda.compile(Other())

    @unittest.skipUnless(torch, "torch is not there")
    def test_with_torch(self):
        class Guide(PyBudaModule):
            def forward(self, x):
                x = torch.clamp(x, min=0.0)
                return torch.log(x + 1e-7)

        out = pybuda.compile(Guide(), None, HOST)(torch.from_numpy(self.x))
        numpy.testing.assert_allclose(out.numpy(), self.want, rtol=1e-6, atol=1e-6)
        with self.assertRaisesRegex(NotImplementedError, "tanh is not supported"):
            pybuda.compile(type("T", (PyBudaModule,), {"forward": lambda self, x: torch.tanh(x)})())


if __name__ == "__main__":
    unittest.main()
