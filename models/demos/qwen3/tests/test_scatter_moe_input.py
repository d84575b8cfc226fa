import numpy
import pytest
import ttnn
from models.demos.qwen3.tests.experts import ROWS, Choices
from models.demos.qwen3.utils import tensors


@pytest.mark.parametrize("tokens,chosen,experts,hidden", [(32, 4, 8, 256), (128, 8, 32, 512), (50, 4, 32, 128)])
def test_scatter(mesh_device, tokens, chosen, experts, hidden):
    choices = Choices(tokens, chosen, experts)
    counts, routed, _, _ = choices.lists(mesh_device)
    rows = numpy.random.default_rng(1).integers(-64, 64, [tokens, hidden]).astype(numpy.float32)
    output = ttnn.scatter_moe_input(tensors.same(rows, mesh_device, layout=ROWS), counts, routed)
    assert output.layout == ROWS and output.dtype == ttnn.bfloat16
    for got, mapping in zip(tensors.read(output), choices.mapping(tensors.chips(mesh_device))):
        want = numpy.zeros([len(mapping), tokens, hidden])
        for local, expert in enumerate(mapping):
            token, _ = choices.routed(expert)
            want[local, :len(token)] = rows[token]
        numpy.testing.assert_array_equal(got, want)
