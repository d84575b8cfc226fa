"""Attention and the whole model, through the tiny checkpoint: prefill, then decode steps."""

import numpy
import pytest
from models.demos.qwen3.common import configuration, loader
from models.demos.qwen3.generation import generate
from models.demos.qwen3.reference.model import Qwen3MoEReference
from models.demos.qwen3.tt.qwen import Qwen3MoETT
from models.demos.qwen3.utils.test_utils import compare


@pytest.fixture(scope="module")
def models(mesh_device, checkpoint_folder):
    config = configuration.read(checkpoint_folder / "config.json", max_batch_size=2, max_seq_len=64)
    checkpoint = loader.Checkpoint(checkpoint_folder)
    return Qwen3MoETT(config, checkpoint, mesh_device), Qwen3MoEReference(config, checkpoint)


def test_prefill_and_decode(models):
    device, reference = models
    tokens = numpy.random.default_rng(1).integers(0, 250, [2, 23])
    for begin, end in ((0, 21), (21, 22), (22, 23)):
        got, want = (model.forward(tokens[:, begin:end], begin) for model in (device, reference))
        for user in range(2):
            compare(got[user], want[user], 0.98)


def test_greedy_tokens(models):
    prompts = [[72, 101, 108], [1, 2, 3, 4, 5]]
    got, want = (generate(model, prompts, 8, temperature=0)[0] for model in models)
    assert got == want
