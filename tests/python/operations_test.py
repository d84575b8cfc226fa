"""Operations: every row of the tables with keyword arguments, against its reference; operators; products."""

import unittest

import numpy
import ttnn
from tensors_test import WithDevice, needs_torch, reals

TABLE = ttnn._ttnn.table
BLACKHOLE_ONLY = ("softcap", "situ_glu")


def sample(low, high, seed):
    return numpy.random.default_rng(seed).uniform(low, high, [32, 64]).astype(numpy.float32)


class Rows(WithDevice):
    def put(self, array, dtype=ttnn.float32):
        return ttnn.from_torch(array, dtype, layout=ttnn.TILE_LAYOUT, device=self.device)

    def near(self, got, want, row):
        want = numpy.asarray(want)
        known = numpy.isfinite(want)
        numpy.testing.assert_allclose(got.to_numpy()[known], want[known], rtol=row.relative + 2e-3,
                                      atol=row.absolute + 2e-3)

    def test_unary(self):
        for row in TABLE.unary_rows():
            if not row.takes(ttnn.float32) or row.name in BLACKHOLE_ONLY and not ttnn.device.is_blackhole():
                continue
            with self.subTest(operation=row.name):
                array = sample(row.low, row.high, 3)
                got = getattr(ttnn, row.name)(self.put(array), *([] if _keyword_only(row.name) else row.parameters),
                                              memory_config=ttnn.L1_MEMORY_CONFIG, **_keywords(row))
                self.assertEqual(got.memory_config(), ttnn.L1_MEMORY_CONFIG)
                self.near(got, numpy.vectorize(row.reference, otypes=[float])(array.astype(float)), row)

    def test_binary(self):
        for row in TABLE.binary_rows():
            dtype = ttnn.float32 if row.takes(ttnn.float32) else ttnn.int32
            with self.subTest(operation=row.name):
                a, b = sample(*row.first, 4), sample(*row.second, 5)
                if dtype == ttnn.int32:
                    a, b = a.astype(numpy.int32), b.astype(numpy.int32)
                got = getattr(ttnn, row.name)(self.put(a, dtype), self.put(b, dtype),
                                              memory_config=ttnn.DRAM_MEMORY_CONFIG)
                self.near(got, numpy.vectorize(row.reference, otypes=[float])(a.astype(float), b.astype(float)), row)

    def test_operators_and_numbers(self):
        a, b = reals([40, 50]), reals([1, 50])
        x, y = self.put(a), self.put(b)
        for got, want in [(x + y, a + b), (x - y, a - b), (x * 2, a * 2), (2 * x, 2 * a), (x / 4, a / 4),
                          (x > y, a > b), (ttnn.add(x, 1.5, activations=[ttnn.UnaryOpType.RELU]),
                                           numpy.maximum(a + 1.5, 0))]:
            numpy.testing.assert_allclose(got.to_numpy(), want, rtol=1e-3, atol=1e-3)
        numpy.testing.assert_allclose(ttnn.add_(x, y, queue_id=0).to_numpy(), a + b, rtol=1e-3, atol=1e-3)

    def test_products(self):
        a, b, c = reals([2, 40, 70]), reals([70, 33]), reals([1, 33])
        got = ttnn.linear(self.put(a), self.put(b), bias=self.put(c), activation="relu")
        numpy.testing.assert_allclose(got.to_numpy(), numpy.maximum(a @ b + c, 0), rtol=2e-2, atol=5e-2)
        numpy.testing.assert_allclose((self.put(a) @ self.put(b)).to_numpy(), a @ b, rtol=2e-2, atol=5e-2)

    def test_generic_operation(self):
        """A program of the caller's own: a copy, tile by tile."""
        source = """
            #include "dataflow_api.h"
            void kernel_main() {
                constexpr auto args = TensorAccessorArgs<0>();
                const auto from = TensorAccessor(args, get_arg_val<uint32_t>(0), 4096);
                const auto to = TensorAccessor(args, get_arg_val<uint32_t>(1), 4096);
                const uint32_t at = get_write_ptr(0);
                for (uint32_t i = 0; i < get_arg_val<uint32_t>(2); i++) {
                    noc_async_read_tile(i, from, at);
                    noc_async_read_barrier();
                    noc_async_write_tile(i, to, at);
                    noc_async_write_barrier();
                }
            }"""
        array = reals([64, 64])
        given = self.put(array)
        out = ttnn.allocate_tensor_on_device(given.spec, self.device)
        core = ttnn.CoreRangeSet([ttnn.CoreRange((0, 0), (0, 0))])
        args = ttnn.RuntimeArgs()
        args[0][0] = [given.buffer_address(), out.buffer_address(), 4]
        buffer = ttnn.CBDescriptor(4096, core, [ttnn.CBFormatDescriptor(0, ttnn.float32, 4096)])
        kernel = ttnn.KernelDescriptor(
            source, ttnn.KernelDescriptor.SourceType.SOURCE_CODE, core,
            ttnn.TensorAccessorArgs(given).get_compile_time_args(), runtime_args=args,
            config=ttnn.ReaderConfigDescriptor())
        for _ in range(2):
            result = ttnn.generic_op([given, out], ttnn.ProgramDescriptor([kernel], [], [buffer]))
            numpy.testing.assert_array_equal(result.to_numpy(), array)

    def test_numbers_beside_tensors(self):
        choice = ttnn.from_torch(numpy.array([[0, 1]], numpy.int32), ttnn.uint32, layout=ttnn.TILE_LAYOUT,
                                 device=self.device)
        chosen = ttnn.where(choice, 4274947110, 3264965225)
        self.assertEqual((chosen.dtype, chosen.to_numpy().tolist()), (ttnn.uint32, [[3264965225, 4274947110]]))

    @needs_torch
    def test_golden_functions(self):
        import torch

        pieces = [torch.arange(4).reshape(1, 4), torch.arange(10, 14).reshape(1, 4)]
        self.assertEqual(ttnn.concat.golden_function(pieces, 1, 2).tolist(), [[0, 1, 10, 11, 2, 3, 12, 13]])
        once = ttnn.get_golden_function(ttnn.mac)(*torch.tensor([1 + 3 * 2**-7, 1 + 3 * 2**-7, -1.0]).bfloat16())
        self.assertEqual(once.item(), 194 / 128 / 32)

        x = torch.randn(32, 32)
        for operation in (ttnn.exp, ttnn.relu, ttnn.add, ttnn.multiply_):
            golden = ttnn.get_golden_function(operation)
            self.assertEqual(golden(x, *([x] if operation in (ttnn.add, ttnn.multiply_) else [])).shape, x.shape)
        with ttnn.manage_config("enable_fast_runtime_mode", False), ttnn.manage_config("enable_comparison_mode", True), \
                ttnn.manage_config("comparison_mode_should_raise_exception", True):
            ttnn.exp(ttnn.from_torch(x, layout=ttnn.TILE_LAYOUT, device=self.device))


def _keyword_only(name):
    return name in ("hardtanh", "selu", "xielu")


def _keywords(row):
    names = {"hardtanh": ("min_val", "max_val"), "selu": ("scale", "alpha"), "xielu": ("alpha_p", "alpha_n")}
    given = dict(zip(names.get(row.name, ()), row.parameters))
    return given | ({"fast_and_approximate_mode": False} if row.has_fast else {})


if __name__ == "__main__":
    unittest.main()
