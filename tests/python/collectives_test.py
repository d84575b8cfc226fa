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

    def test_another_shape_of_all_devices(self):
        """A column of two on a mesh that is a row: in row-major order."""
        mapper = ttnn.ShardTensor2dMesh(self.mesh, mesh_shape=(2, 1), dims=(0, None))
        numbers = numpy.array([5, 6], numpy.int32)
        x = ttnn.from_torch(numbers, ttnn.int32, layout=ttnn.ROW_MAJOR_LAYOUT, device=self.mesh, mesh_mapper=mapper)
        self.assertEqual([part.to_numpy().tolist() for part in ttnn.get_device_tensors(x)], [[5], [6]])

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

        for form in ((2, words, words, words), (1, self.mesh, words, words, words)):
            self.expect(ttnn.experimental.all_reduce_async(self.each, *form, ttnn.ReduceType.Sum), [total, total])
        self.expect(ttnn.experimental.all_reduce_async(self.each, self.each, 1, self.mesh, words[0], dtype=ttnn.float32),
                    [total, total])
        backwards = numpy.concatenate([self.whole[1:], self.whole[:1]], axis=3)
        self.expect(ttnn.experimental.all_gather_async_reversed(self.each, 3, words), [backwards, backwards])
        self.expect(ttnn.experimental.all_gather_async_reversed(self.each, 3, 1, self.mesh, ttnn.Topology.Linear, words),
                    [backwards, backwards])
        out = ttnn.clone(ttnn.experimental.all_to_all_async_generic(self.each, 2, 3))
        want = [numpy.concatenate([w[:, :, :, part] for w in (self.whole[:1], self.whole[1:])], axis=2)
                for part in (slice(0, 64), slice(64, 128))]
        ttnn.experimental.all_to_all_async(self.each, out, out, 2, 3, words[0])
        self.expect(out, want)

    def test_sockets(self):
        near, far = (ttnn.MeshCoreCoord(ttnn.MeshCoordinate(0, i), ttnn.CoreCoord(i, 0)) for i in range(2))
        config = ttnn.SocketConfig([ttnn.SocketConnection(near, far)], ttnn.SocketMemoryConfig(ttnn.BufferType.L1, 4096))
        sender, receiver = ttnn.create_socket_pair(self.mesh, self.mesh, config)
        out = ttnn.clone(self.each)
        self.assertEqual(ttnn.experimental.send_async(self.each, sender), [])
        ttnn.experimental.recv_async(out, receiver)
        self.expect(out, [self.whole[:1], self.whole[:1]])
        self.assertEqual(receiver.get_active_cores(), [far])

    def test_refusals(self):
        with self.assertRaisesRegex(RuntimeError, "num_links is 9"):
            ttnn.all_gather(self.each, dim=3, num_links=9)
        with self.assertRaisesRegex(RuntimeError, "while devices are open"):
            ttnn.set_fabric_config(ttnn.FabricConfig.FABRIC_2D)


if __name__ == "__main__":
    unittest.main()
