#!/usr/bin/env python3
"""Collectives from Python, on the machine that IRONBIRD_CLUSTER names: every device has other numbers."""
import unittest

import numpy
import ttnn


class Collectives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ttnn.set_fabric_config(ttnn.FabricConfig.FABRIC_1D)
        cls.mesh = ttnn.open_mesh_device(ttnn.MeshShape(1, 2))
        cls.whole = (numpy.arange(2 * 32 * 128, dtype=numpy.float32) % 13).reshape(2, 1, 32, 128)
        mapper = ttnn.ShardTensorToMesh(cls.mesh, dim=0)
        cls.each = ttnn.from_torch(cls.whole, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=cls.mesh,
                                   mesh_mapper=mapper)

    @classmethod
    def tearDownClass(cls):
        cls.each = None
        ttnn.close_mesh_device(cls.mesh)
        ttnn.set_fabric_config(ttnn.FabricConfig.DISABLED)

    def expect(self, tensor, wanted):
        for part, want in zip(ttnn.get_device_tensors(tensor), wanted):
            numpy.testing.assert_array_equal(part.to_numpy(), want)

    def test_all_gather(self):
        joined = numpy.concatenate([self.whole[:1], self.whole[1:]], axis=3)
        self.expect(ttnn.all_gather(self.each, dim=3, topology=ttnn.Topology.Linear), [joined, joined])

    def test_sums(self):
        total = self.whole[:1] + self.whole[1:]
        self.expect(ttnn.all_reduce(self.each, num_links=1), [total, total])
        self.expect(ttnn.reduce_scatter(self.each, dim=3), numpy.split(total, 2, axis=3))

    def test_async_forms(self):
        grid = self.mesh.compute_with_storage_grid_size()
        cores = ttnn.CoreRangeSet({ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(grid.x - 1, grid.y - 1))})
        words = [ttnn.create_global_semaphore(self.mesh, cores, 0) for _ in range(3)]
        total = self.whole[:1] + self.whole[1:]
        self.expect(ttnn.experimental.reduce_scatter_minimal_async(self.each, None, 3, words),
                    numpy.split(total, 2, axis=3))

    def test_refusals(self):
        with self.assertRaisesRegex(RuntimeError, "num_links is 9"):
            ttnn.all_gather(self.each, dim=3, num_links=9)
        with self.assertRaisesRegex(RuntimeError, "while devices are open"):
            ttnn.set_fabric_config(ttnn.FabricConfig.FABRIC_2D)


if __name__ == "__main__":
    unittest.main()
