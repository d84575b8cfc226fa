"""The mixture of experts of a layer, in three generations that give the same numbers."""

import os

import numpy
import ttnn
from models.demos.qwen3.tt.ccl_1d import CCL1D
from models.demos.qwen3.utils import tensors
from models.demos.qwen3.utils.profiler import profiler

ROWS, TILES = ttnn.ROW_MAJOR_LAYOUT, ttnn.TILE_LAYOUT


def gated(gate, up):
    """silu(gate) * up, in one program."""
    return ttnn.multiply(gate, up, input_tensor_a_activations=[ttnn.UnaryOpType.SILU])


def matmul_of_experts():
    """MOE_MATMUL_IMPL: moe_bmm, which leaves rows without tokens out, or ttnn.matmul of all rows."""
    ways = {"moe_bmm": ttnn.experimental.moe_bmm, "ttnn.matmul": lambda a, b, counts: tensors.product(a, b)}
    asked = os.environ.get("MOE_MATMUL_IMPL", "moe_bmm")
    if asked not in ways:
        raise ValueError(f"MOE_MATMUL_IMPL is {asked}, {', '.join(ways)} are allowed")
    return ways[asked]


def check_chips(config, device):
    """The number of chips, each of which must have as many experts."""
    chips = tensors.chips(device)
    if config.num_experts % chips:
        raise ValueError(f"{config.num_experts} experts cannot be divided by {chips} chips")
    return chips


class MoE:
    """Chip d has experts d·E_l to (d + 1)·E_l - 1 unless a mapping (chips, E_l) says otherwise."""

    def __init__(self, config, matrices, weights, name="", mapping=None):
        """`matrices` gives the "router", or (experts, in, out) of "gate", "up" and "down"."""
        device = weights.device
        self.config, self.ccl = config, CCL1D(device)
        chips = check_chips(config, device)
        numbers = numpy.arange(config.num_experts, dtype=numpy.int32).reshape(chips, -1)
        mapping = numbers if mapping is None else numpy.asarray(mapping, numpy.int32)
        self.here = mapping.shape[1]
        self.router = weights.same(f"{name}router", lambda: matrices("router").T[None, None])

        def spread(kind):
            def parts():
                every = matrices(kind)
                return [every[m] for m in mapping]
            return weights.each(f"{name}{kind}", parts, tensors.named(config.dtype))

        self.gate, self.up, self.down = map(spread, ("gate", "up", "down"))
        self.mapping = tensors.each(list(mapping), device, ttnn.int32, ROWS)
        ones = numpy.eye(config.num_experts, dtype=numpy.float32)
        self.own = tensors.each([ones[:, m] for m in mapping], device)

    def route(self, x):
        """Of the likeliest experts the softmax is what the softmax of all gives, divided by their sum."""
        shape = [x.shape[2], self.config.num_experts_per_tok]
        scores = tensors.product(x, self.router, ttnn.float32)
        if not self.config.norm_topk_prob:
            scores = ttnn.softmax(scores, -1)
        weights, selected = ttnn.topk(scores, self.config.num_experts_per_tok)
        if self.config.norm_topk_prob:
            weights = ttnn.softmax(weights, -1)
        weights = ttnn.typecast(weights, ttnn.bfloat16)
        return (ttnn.reshape(ttnn.typecast(ttnn.to_layout(selected, ROWS), ttnn.uint32), shape),
                ttnn.reshape(ttnn.to_layout(weights, ROWS), shape))

    def lists(self, selected, weights):
        return ttnn.prepare_moe_routing_tensors(selected, weights, self.mapping, self.config.num_experts)

    @profiler(3)
    def forward(self, x, generation=None):
        """[1, 1, tokens, hidden], the same on all chips; MOE_IMPL is v1, v2 or v3."""
        generation = generation or os.environ.get("MOE_IMPL", "v3")
        ways = {"v1": self.forward_v1, "v2": self.forward_v2, "v3": self.forward_v3}
        if generation not in ways:
            raise ValueError(f"MOE_IMPL is {generation}, {', '.join(ways)} are allowed")
        sums = ways[generation](x, *self.route(x))
        return self.ccl.over_all(ttnn.reshape(sums, list(x.shape)))

    def forward_v1(self, x, selected, weights):
        """All experts compute all tokens."""
        tokens, hidden = x.shape[2], x.shape[3]
        rows = ttnn.repeat(ttnn.reshape(x, [1, tokens, hidden]), [self.here, 1, 1])
        inner = gated(tensors.product(rows, self.gate), tensors.product(rows, self.up))
        dense = ttnn.prepare_moe_mapping_tensor(selected, weights, self.config.num_experts)
        shares = ttnn.transpose(tensors.product(ttnn.to_layout(dense, TILES), self.own), 0, 1)
        shares = ttnn.reshape(shares, [self.here, tokens, 1])
        return ttnn.sum(ttnn.multiply(tensors.product(inner, self.down), shares), 0)

    def forward_v2(self, x, selected, weights):
        """Rows of the tokens of all experts behind each other."""
        tokens, hidden, chosen = x.shape[2], x.shape[3], self.config.num_experts_per_tok
        counts, routed, shares, places = self.lists(selected, weights)
        rows = ttnn.reshape(ttnn.to_layout(x, ROWS), [tokens, hidden])

        def projected(matrices):
            out = ttnn.projection_to_intermediate(rows, routed, counts, ttnn.to_layout(matrices, ROWS), chosen)
            return ttnn.to_layout(out, TILES)

        inner = ttnn.to_layout(gated(projected(self.gate), projected(self.up)), ROWS)
        out = ttnn.projection_to_output(inner, places, routed, counts, shares, ttnn.to_layout(self.down, ROWS),
                                        tokens, chosen)
        return ttnn.sum(ttnn.to_layout(out, TILES), 0)

    def forward_v3(self, x, selected, weights):
        """Rows of each expert's tokens, and products of as many as there are."""
        tokens, hidden = x.shape[2], x.shape[3]
        counts, routed, shares, places = self.lists(selected, weights)
        rows = ttnn.reshape(ttnn.to_layout(x, ROWS), [tokens, hidden])
        rows = ttnn.to_layout(ttnn.scatter_moe_input(rows, counts, routed), TILES)
        bmm = matmul_of_experts()
        inner = gated(bmm(rows, self.gate, counts), bmm(rows, self.up, counts))
        out = ttnn.to_layout(bmm(inner, self.down, counts), ROWS)
        return ttnn.local_reduce_moe_output(out, places, shares, counts, tokens, layout=TILES)
