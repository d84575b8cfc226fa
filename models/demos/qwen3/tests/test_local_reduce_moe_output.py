import numpy
import pytest
import ttnn
from models.demos.qwen3.tests.experts import ROWS, Choices
from models.demos.qwen3.utils import tensors
from models.demos.qwen3.utils.test_utils import close


@pytest.mark.parametrize("experts,tokens,hidden,chosen", [(16, 128, 2048, 8), (8, 64, 2880, 4), (16, 8, 2048, 2)])
def test_local_reduce(mesh_device, experts, tokens, hidden, chosen):
    choices = Choices(tokens, chosen, experts)
    counts, _, weights, places = choices.lists(mesh_device)
    chips = tensors.chips(mesh_device)
    rows = numpy.random.default_rng(3).uniform(-1, 1, [chips, experts // chips, tokens, hidden]).astype(numpy.float32)
    output = ttnn.local_reduce_moe_output(tensors.each(list(rows), mesh_device, layout=ROWS), places, weights, counts)
    for chip, mapping in enumerate(choices.mapping(chips)):
        want = numpy.zeros([tokens, hidden])
        for local, expert in enumerate(mapping):
            token, share = choices.routed(expert)
            want[token] += rows[chip, local, :len(token)] * share[:, None]
        close(tensors.read(output)[chip], want, ttnn.bfloat16)
