"""What tests of the experts' operations share."""

import numpy
import ttnn
from models.demos.qwen3.utils import tensors

ROWS, TILES = ttnn.ROW_MAJOR_LAYOUT, ttnn.TILE_LAYOUT
NONE = 0xFFFFFFFF


class Choices:
    """Unique experts of each token, weights that bfloat16 holds, and the lists that come of them."""

    def __init__(self, tokens, chosen, experts, seed=42):
        random = numpy.random.default_rng(seed)
        self.experts = experts
        self.selected = numpy.argsort(random.random([tokens, experts]), 1)[:, :chosen].astype(numpy.uint32)
        self.weights = (random.integers(1, 64, [tokens, chosen]) / 64).astype(numpy.float32)

    def mapping(self, chips):
        return numpy.arange(self.experts, dtype=numpy.int32).reshape(chips, -1)

    def lists(self, device):
        mapping = self.mapping(tensors.chips(device))
        return ttnn.prepare_moe_routing_tensors(
            tensors.same(self.selected, device, ttnn.uint32, ROWS), tensors.same(self.weights, device, layout=ROWS),
            tensors.each(list(mapping), device, ttnn.int32, ROWS), self.experts)

    def routed(self, expert):
        token, slot = numpy.nonzero(self.selected == expert)
        return token, self.weights[token, slot]
