import numpy
import pytest
from models.demos.qwen3.tests.experts import NONE, Choices
from models.demos.qwen3.utils import tensors


@pytest.mark.parametrize("tokens,chosen,experts", [(32, 4, 8), (128, 8, 32), (128, 8, 128), (45, 4, 8)])
def test_routing_tensors(mesh_device, tokens, chosen, experts):
    choices = Choices(tokens, chosen, experts)
    outputs = [tensors.read(tensor) for tensor in choices.lists(mesh_device)]
    for chip, mapping in enumerate(choices.mapping(tensors.chips(mesh_device))):
        counts, routed, weights, places = (output[chip] for output in outputs)
        numpy.testing.assert_array_equal(routed, places)
        for local, expert in enumerate(mapping):
            token, share = choices.routed(expert)
            assert counts[local, 0] == len(token)
            numpy.testing.assert_array_equal(routed[local, :len(token)], token)
            numpy.testing.assert_array_equal(weights[local, :len(token)], share)
            assert (routed[local, len(token):] == NONE).all() and (weights[local, len(token):] == 0).all()
