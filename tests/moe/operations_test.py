"""The experts' operations from Python, one after the other as a block uses them."""

import unittest

import numpy
import ttnn

TOKENS, CHOSEN, EXPERTS, HIDDEN, INNER = 40, 2, 8, 64, 96


class Block(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.device = ttnn.open_device(device_id=0)
        random = numpy.random.default_rng(42)
        cls.selected = numpy.argsort(random.random([TOKENS, EXPERTS]), axis=1)[:, :CHOSEN].astype(numpy.uint32)
        cls.weights = (random.integers(1, 64, [TOKENS, CHOSEN]) / 64).astype(numpy.float32)
        cls.mapping = numpy.array([5, 0, 3, 6], numpy.int32)
        cls.hidden = (random.integers(-8, 8, [TOKENS, HIDDEN]) / 8).astype(numpy.float32)
        cls.matrices = (random.integers(-8, 8, [4, HIDDEN, INNER]) / 64).astype(numpy.float32)

    @classmethod
    def tearDownClass(cls):
        ttnn.close_device(cls.device)

    def put(self, array, dtype, layout=ttnn.ROW_MAJOR_LAYOUT):
        return ttnn.from_torch(array, dtype, layout=layout, device=self.device)

    def near(self, got, want):
        """As BFLOAT16 must be: correlation, and the length of the difference by that of what is wanted."""
        got = got.to_numpy().astype(numpy.float64)
        self.assertGreaterEqual(numpy.corrcoef(got.ravel(), want.ravel())[0, 1], 0.999)
        self.assertLessEqual(numpy.linalg.norm(got - want) / numpy.linalg.norm(want), 1e-2)

    def lists(self):
        return ttnn.prepare_moe_routing_tensors(
            self.put(self.selected, ttnn.uint32), self.put(self.weights, ttnn.bfloat16),
            self.put(self.mapping, ttnn.int32), EXPERTS, memory_config=ttnn.DRAM_MEMORY_CONFIG, queue_id=0)

    def test_block(self):
        counts, tokens, shares, places = self.lists()
        self.assertEqual(list(counts.shape), [4, 1])
        self.assertEqual(list(tokens.shape), [4, 64])
        rows = ttnn.scatter_moe_input(self.put(self.hidden, ttnn.bfloat16), counts, tokens)
        products = ttnn.experimental.moe_bmm(
            ttnn.to_layout(rows, ttnn.TILE_LAYOUT), self.put(self.matrices, ttnn.bfloat16, ttnn.TILE_LAYOUT), counts,
            variant=ttnn.MoeBmmVariant.multi_core)
        sums = ttnn.local_reduce_moe_output(ttnn.to_layout(products, ttnn.ROW_MAJOR_LAYOUT), places, shares, counts)
        want = numpy.zeros([TOKENS, INNER])
        for local, expert in enumerate(self.mapping):
            token, slot = numpy.nonzero(self.selected == expert)
            self.assertEqual(counts.to_numpy()[local, 0], len(token))
            numpy.testing.assert_array_equal(tokens.to_numpy()[local, :len(token)], token)
            self.assertTrue((tokens.to_numpy()[local, len(token):] == 0xFFFFFFFF).all())
            self.assertTrue((shares.to_numpy()[local, len(token):] == 0).all())
            want[token] += self.weights[token, slot, None] * (self.hidden[token] @ self.matrices[local])
        self.near(sums, want)

    def test_earlier_operations(self):
        counts, tokens, shares, places = self.lists()
        packed = ttnn.moe_up_projection(self.put(self.hidden, ttnn.bfloat16), tokens, counts,
                                        self.put(self.matrices, ttnn.bfloat16), CHOSEN)
        want = numpy.zeros([CHOSEN * TOKENS, INNER])
        rows = [self.hidden[numpy.nonzero(self.selected == expert)[0]] @ self.matrices[local]
                for local, expert in enumerate(self.mapping)]
        filled = sum(map(len, rows))
        want[:filled] = numpy.concatenate(rows)
        self.near(packed, want)
        self.assertTrue((packed.to_numpy()[filled:] == 0).all())
        dense = ttnn.prepare_moe_mapping_tensor(self.put(self.selected, ttnn.uint32),
                                                self.put(self.weights, ttnn.bfloat16), EXPERTS).to_numpy()
        numpy.testing.assert_array_equal(numpy.take_along_axis(dense, self.selected.astype(numpy.int64), 1),
                                         self.weights)
        self.assertEqual(numpy.count_nonzero(dense), TOKENS * CHOSEN)

    def test_chosen_experts(self):
        scores = numpy.random.default_rng(3).permutation(32 * TOKENS).reshape(TOKENS, 32).astype(numpy.float32)
        found, weights = ttnn.experimental.moe_choose_experts(
            self.put(scores, ttnn.float32, ttnn.TILE_LAYOUT), CHOSEN, normalized=False)
        want = numpy.argsort(-scores, axis=1)[:, :CHOSEN]
        numpy.testing.assert_array_equal(found.to_numpy(), want)
        numpy.testing.assert_array_equal(weights.to_numpy(), numpy.take_along_axis(scores, want, 1))

    def test_refusals(self):
        with self.assertRaisesRegex(RuntimeError, "selected_experts is of type DataType::BFLOAT16, it must be DataType::UINT32"):
            weights = self.put(self.weights, ttnn.bfloat16)
            ttnn.prepare_moe_routing_tensors(weights, weights, self.put(self.mapping, ttnn.int32), EXPERTS)


if __name__ == "__main__":
    unittest.main()
