"""What goes wrong and how it is said: arguments, shapes, missing operations, faults of kernels."""

import unittest

import numpy
import ttnn
from tensors_test import WithDevice, reals

WAITS_FOREVER = """
    #include "dataflow_api.h"
    void kernel_main() { cb_wait_front(0, 1); }"""
READS_NOWHERE = """
    #include "dataflow_api.h"
    void kernel_main() {
        noc_async_read(get_noc_addr(31, 31, 0), get_write_ptr(0), 32);
        noc_async_read_barrier();
    }"""


class Errors(WithDevice):
    def tensor(self, shape):
        return ttnn.from_torch(reals(shape), layout=ttnn.TILE_LAYOUT, device=self.device)

    def run_kernel(self, source):
        given, out = self.tensor([32, 32]), self.tensor([32, 32])
        core = ttnn.CoreRangeSet([ttnn.CoreRange((0, 0), (0, 0))])
        kernel = ttnn.KernelDescriptor(source, ttnn.KernelDescriptor.SourceType.SOURCE_CODE, core,
                                       config=ttnn.ReaderConfigDescriptor())
        buffer = ttnn.CBDescriptor(4096, core, [ttnn.CBFormatDescriptor(0, ttnn.float32, 4096)])
        return ttnn.generic_op([given, out], ttnn.ProgramDescriptor([kernel], [], [buffer])).to_numpy()

    def test_arguments(self):
        x = self.tensor([32, 32])
        self.assertRaises(TypeError, ttnn.exp, x, ttnn.L1_MEMORY_CONFIG)
        self.assertRaises(TypeError, ttnn.exp, x, no_such_argument=1)
        self.assertRaises(TypeError, ttnn.add, x, "two")
        with self.assertRaisesRegex(RuntimeError, "on device"):
            ttnn.exp(ttnn.from_torch(reals([32, 32]), layout=ttnn.TILE_LAYOUT))
        with self.assertRaisesRegex(RuntimeError, "Layout must be Layout::TILE"):
            ttnn.from_torch(reals([32, 32]), ttnn.bfloat8_b, layout=ttnn.ROW_MAJOR_LAYOUT)

    def test_shapes(self):
        with self.assertRaisesRegex(RuntimeError, "(?i)broadcast"):
            ttnn.add(self.tensor([32, 40]), self.tensor([32, 41]))
        with self.assertRaisesRegex(RuntimeError, "The width of the first tensor must be equal to the height"):
            ttnn.matmul(self.tensor([32, 40]), self.tensor([41, 32]))

    def test_a_freed_tensor_is_refused(self):
        x = self.tensor([32, 32])
        ttnn.deallocate(x)
        with self.assertRaisesRegex(RuntimeError, "allocated"):
            ttnn.exp(x)

    def test_refused_types_say_why(self):
        with self.assertRaisesRegex(NotImplementedError, "ttnn.OverlappedTensor: .* not modelled"):
            ttnn.OverlappedTensor()
        with self.assertRaisesRegex(NotImplementedError, "ttnn.H2DStreamService.connect"):
            ttnn.H2DStreamService.connect("name")

    def test_missing_operations_can_be_named(self):
        self.assertEqual(ttnn.no_such_operation.__name__, "ttnn.no_such_operation")
        with self.assertRaisesRegex(NotImplementedError, "ttnn.experimental.no_such_operation"):
            ttnn.experimental.no_such_operation(1)
        self.assertNotIsInstance(1, ttnn.NoSuchClass)
        self.assertIs(ttnn.NoSuchClass, ttnn.NoSuchClass)
        for use in (ttnn.NoSuchClass, lambda: ttnn.NoSuchClass.made("so")):
            with self.assertRaisesRegex(NotImplementedError, r"ttnn.NoSuchClass.* is not implemented in Ironbird"):
                use()
        self.assertRaises(AttributeError, lambda: ttnn.NO_SUCH_CONSTANT)

    def test_settings(self):
        self.assertRaises(AttributeError, setattr, ttnn.CONFIG, "no_such_setting", 1)
        self.assertRaises(ValueError, ttnn.load_config_from_dictionary, {"no_such_setting": 1})


class Faults(Errors):
    """Each with a device of its own: a fault leaves nothing to go on with."""

    def setUp(self):
        self.__class__.device = ttnn.open_device(device_id=0)

    def tearDown(self):
        ttnn.close_device(self.device)

    setUpClass = tearDownClass = classmethod(lambda cls: None)
    test_arguments = test_shapes = test_a_freed_tensor_is_refused = None
    test_refused_types_say_why = test_missing_operations_can_be_named = test_settings = None

    def test_hang(self):
        with self.assertRaises(ttnn.Fault) as caught:
            self.run_kernel(WAITS_FOREVER)
        self.assertEqual(caught.exception.id, "hang")
        self.assertIn("cb_wait_front(0, 1)", str(caught.exception))

    def test_fault_of_a_kernel(self):
        with self.assertRaises(ttnn.Fault) as caught:
            self.run_kernel(READS_NOWHERE)
        self.assertEqual(caught.exception.id, "noc-target")
        self.assertIsInstance(caught.exception, RuntimeError)
        self.assertIn("docs/errors/noc-target.md", str(caught.exception))


if __name__ == "__main__":
    numpy.seterr(all="ignore")
    unittest.main()
