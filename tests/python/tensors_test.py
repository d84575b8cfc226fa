"""Tensors: from arrays and back for every type and layout, indices, printing, files."""

import pathlib
import tempfile
import unittest

import numpy
import ttnn

try:
    import torch
except ImportError:
    torch = None

needs_torch = unittest.skipIf(torch is None, "python3-torch is not installed")
INTEGERS = {"uint8": numpy.uint8, "int8": numpy.int8, "uint16": numpy.uint16, "uint32": numpy.uint32,
            "int32": numpy.int32}
SHAPES = [[1], [5], [32, 32], [3, 40], [2, 3, 33, 65], [1, 1, 1, 1]]
LAYOUTS = [ttnn.ROW_MAJOR_LAYOUT, ttnn.TILE_LAYOUT]


def integers(shape, dtype):
    info = numpy.iinfo(dtype)
    return numpy.random.default_rng(1).integers(info.min, info.max, shape, dtype=dtype, endpoint=True)


def reals(shape):
    return numpy.random.default_rng(2).standard_normal(shape).astype(numpy.float32)


class WithDevice(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.device = ttnn.open_device(device_id=0)

    @classmethod
    def tearDownClass(cls):
        ttnn.close_device(cls.device)


class RoundTrips(WithDevice):
    def check(self, array, dtype, layout, tolerance=0.0):
        for device in (None, self.device):
            tensor = ttnn.from_torch(array, dtype, layout=layout, device=device)
            self.assertEqual(list(tensor.shape), list(array.shape))
            self.assertEqual((tensor.dtype, tensor.layout), (dtype, layout))
            numpy.testing.assert_allclose(tensor.to_numpy(), array, rtol=tolerance, atol=tolerance)

    def test_integers(self):
        for name, dtype in INTEGERS.items():
            for shape in SHAPES:
                for layout in LAYOUTS:
                    with self.subTest(dtype=name, shape=shape, layout=layout):
                        self.check(integers(shape, dtype), getattr(ttnn, name), layout)

    def test_reals(self):
        for shape in SHAPES:
            for layout in LAYOUTS:
                with self.subTest(shape=shape, layout=layout):
                    self.check(reals(shape), ttnn.float32, layout)
                    self.check(reals(shape), ttnn.bfloat16, layout, 2**-8)

    def test_blocks(self):
        for shape in SHAPES:
            self.check(reals(shape), ttnn.bfloat8_b, ttnn.TILE_LAYOUT, 2**-5)
            self.check(reals(shape), ttnn.bfloat4_b, ttnn.TILE_LAYOUT, 1.0)

    def test_wider_types_become_the_nearest(self):
        self.assertEqual(ttnn.from_torch(numpy.arange(4)).dtype, ttnn.int32)
        self.assertEqual(ttnn.from_torch(numpy.ones(4)).dtype, ttnn.float32)
        self.assertEqual(ttnn.from_torch(numpy.array([True, False])).to_list(), [1, 0])

    def test_row_major_arrays_are_not_copied(self):
        array = numpy.arange(64, dtype=numpy.float32).reshape(8, 8)
        tensor = ttnn.from_torch(array)
        view = tensor.to_numpy()
        self.assertTrue(numpy.shares_memory(array, view))
        del array, tensor
        self.assertEqual(view[7, 7], 63)

    def test_shards(self):
        memory = ttnn.create_sharded_memory_config([64, 64], ttnn.CoreGrid(x=2, y=1), ttnn.ShardStrategy.HEIGHT)
        array = reals([64, 64])
        tensor = ttnn.from_torch(array, ttnn.float32, layout=ttnn.TILE_LAYOUT, device=self.device,
                                 memory_config=memory)
        self.assertTrue(tensor.is_sharded())
        self.assertEqual(tensor.memory_config(), memory)
        numpy.testing.assert_array_equal(tensor.to_numpy(), array)

    @needs_torch
    def test_torch(self):
        for dtype in (torch.bfloat16, torch.float32, torch.int32, torch.uint8):
            value = torch.arange(70).reshape(7, 10).to(dtype)
            for layout in LAYOUTS:
                back = ttnn.to_torch(ttnn.from_torch(value, layout=layout, device=self.device))
                self.assertEqual(back.dtype, dtype)
                self.assertTrue(torch.equal(back, value))
        self.assertEqual(ttnn.to_torch(ttnn.from_torch(torch.zeros(1, 1, 4)), torch_rank=1).shape, (4,))
        with self.assertRaisesRegex(RuntimeError, "Unable to squeeze"):
            ttnn.to_torch(ttnn.from_torch(torch.zeros(2, 4)), torch_rank=1)


class Values(WithDevice):
    def test_value_classes(self):
        self.assertEqual(ttnn.Shape([1, 2]), [1, 2])
        self.assertEqual(repr(ttnn.Shape([1, 2])), "Shape([1, 2])")
        self.assertEqual(ttnn.CoreCoord(1, 2), ttnn.CoreCoord((1, 2)))
        self.assertEqual(len({ttnn.CoreCoord(1, 2), ttnn.CoreCoord(1, 2)}), 1)
        cores = ttnn.CoreRangeSet([ttnn.CoreRange((0, 0), (3, 1))])
        self.assertEqual((cores.num_cores(), cores.bounding_box().grid_size().x), (8, 4))
        spec = ttnn.ShardSpec(cores, [32, 64], ttnn.ShardOrientation.ROW_MAJOR)
        memory = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.HEIGHT_SHARDED, ttnn.BufferType.L1, spec)
        self.assertEqual(ttnn.MemoryConfig.from_json(memory.to_json()), memory)
        self.assertIn("BFLOAT16", ttnn.DataType._member_map_)
        self.assertEqual((ttnn.bfloat16.name, ttnn.bfloat16.value), ("BFLOAT16", 0))

    def test_indices(self):
        array = reals([4, 6, 8])
        tensor = ttnn.from_torch(array, ttnn.float32)
        for index in [0, -1, (1, 2), (slice(1, 3), ..., slice(0, 4)), (..., 3), (slice(None), -2)]:
            with self.subTest(index=index):
                numpy.testing.assert_array_equal(tensor[index].to_numpy(), array[index])
        self.assertRaises(IndexError, lambda: tensor[4])
        self.assertRaises(IndexError, lambda: tensor[0, 0, 0, 0])
        self.assertRaises(TypeError, lambda: tensor["a"])
        with self.assertRaisesRegex(RuntimeError, "non-unit stride"):
            tensor[::2]

    @needs_torch
    def test_padding_of_block_floats(self):
        tensor = ttnn.from_torch(numpy.full([3, 40], 2, numpy.float32), ttnn.bfloat8_b, layout=ttnn.TILE_LAYOUT)
        whole = tensor.to_torch_with_padded_shape()
        self.assertEqual((list(whole.shape), whole[:3, :40].unique().tolist()), ([32, 64], [2]))

    def test_text(self):
        text = repr(ttnn.from_torch(numpy.ones([2, 2], numpy.float32)))
        self.assertTrue(text.startswith("ttnn.Tensor([["), text)
        self.assertTrue(text.endswith("shape=Shape([2, 2]), dtype=DataType::FLOAT32, layout=Layout::ROW_MAJOR)"), text)
        ttnn.set_printoptions(profile="empty")
        self.assertIn("...", repr(ttnn.from_torch(numpy.ones([2, 2], numpy.float32))))
        ttnn.set_printoptions(profile="short")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.tensorbin"
            array = reals([5, 7])
            ttnn.dump_tensor(path, ttnn.from_torch(array, ttnn.bfloat16, layout=ttnn.TILE_LAYOUT))
            loaded = ttnn.load_tensor(path, device=self.device)
            numpy.testing.assert_allclose(loaded.to_numpy(), array, rtol=2**-8)
            name = str(pathlib.Path(folder) / "weights")
            first = ttnn.as_tensor(array, ttnn.bfloat16, cache_file_name=name)
            second = ttnn.as_tensor(array * 2, ttnn.bfloat16, cache_file_name=name)
            numpy.testing.assert_array_equal(first.to_numpy(), second.to_numpy())
            self.assertRaises(RuntimeError, ttnn.load_tensor, pathlib.Path(folder) / "none.tensorbin")


if __name__ == "__main__":
    unittest.main()
