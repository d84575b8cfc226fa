import numpy
import pytest
from models.demos.qwen3.common.configuration import Configuration
from models.demos.qwen3.reference import model as reference
from models.demos.qwen3.tt.moe import MoE
from models.demos.qwen3.utils import tensors
from models.demos.qwen3.utils.test_utils import compare
from models.demos.qwen3.utils.weights import Weights

CONFIG = Configuration(hidden_size=128, moe_intermediate_size=64, num_experts=16, num_experts_per_tok=4)


@pytest.fixture(scope="module")
def weights():
    random = numpy.random.default_rng(5)
    c = CONFIG

    def draw(*shape):
        return random.normal(0, shape[-2] ** -0.5, shape).astype(numpy.float32)

    return {"router": random.normal(0, 0.5, [c.num_experts, c.hidden_size]).astype(numpy.float32),
            "gate": draw(c.num_experts, c.hidden_size, c.moe_intermediate_size),
            "up": draw(c.num_experts, c.hidden_size, c.moe_intermediate_size),
            "down": draw(c.num_experts, c.moe_intermediate_size, c.hidden_size)}


def block_of(weights, device, placement=None):
    return MoE(CONFIG, weights.__getitem__, Weights(device), mapping=placement)


@pytest.mark.parametrize("tokens,generation", [(64, "v3"), (20, "v3"), (1, "v3"), (40, "v2"), (40, "v1")])
def test_moe(mesh_device, weights, tokens, generation):
    rows = numpy.random.default_rng(tokens).normal(0, 1, [tokens, CONFIG.hidden_size]).astype(numpy.float32)
    block = block_of(weights, mesh_device)
    output = block.forward(tensors.same(rows[None, None], mesh_device), generation)
    chosen = reference.route(rows, weights["router"], CONFIG.num_experts_per_tok, True)
    want = reference.experts(rows, *chosen, *(weights[kind] for kind in ("gate", "up", "down")))
    for got in tensors.read(output):
        compare(got, want, 0.98)


def test_matmuls(mesh_device, weights, monkeypatch):
    rows = numpy.random.default_rng(4).normal(0, 1, [40, CONFIG.hidden_size]).astype(numpy.float32)
    block, x = block_of(weights, mesh_device), tensors.same(rows[None, None], mesh_device)
    own = tensors.read(block.forward(x))[0]
    monkeypatch.setenv("MOE_MATMUL_IMPL", "ttnn.matmul")
    compare(tensors.read(block.forward(x))[0], own, 0.999)
    monkeypatch.setenv("MOE_MATMUL_IMPL", "mine")
    with pytest.raises(ValueError, match="moe_bmm, ttnn.matmul are allowed"):
        block.forward(x)


def test_other_placement(mesh_device, weights):
    rows = numpy.random.default_rng(9).normal(0, 1, [32, CONFIG.hidden_size]).astype(numpy.float32)
    x = tensors.same(rows[None, None], mesh_device)
    order = numpy.random.default_rng(2).permutation(CONFIG.num_experts).reshape(tensors.chips(mesh_device), -1)
    plain = tensors.read(block_of(weights, mesh_device).forward(x))[0]
    compare(tensors.read(block_of(weights, mesh_device, order).forward(x))[0], plain, 0.9999)
