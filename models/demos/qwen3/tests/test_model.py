"""The whole model on a small checkpoint: against the reference, and replayed against enqueued steps."""

import argparse

import numpy
import pytest
from models.demos.qwen3.benchmark import positive, row, trimmed_mean
from models.demos.qwen3.common import configuration, loader
from models.demos.qwen3.reference.model import Qwen3MoEReference
from models.demos.qwen3.tt.qwen import Qwen3MoETT
from models.demos.qwen3.utils.memory_state import memory_state
from models.demos.qwen3.utils.test_utils import compare


def run(model, tokens, steps):
    """Logits behind the prompt, and behind each of some tokens of the vocabulary's middle."""
    out = [model.forward(tokens, 0)]
    for i in range(steps):
        out.append(model.forward(numpy.full([len(tokens), 1], 100 + i), tokens.shape[1] + i))
    return out


@pytest.mark.parametrize("users", [2, 34])
def test_trace_and_reference(mesh_device, checkpoint_folder, users):
    config = configuration.read(checkpoint_folder / "config.json", max_batch_size=users, max_seq_len=64)
    checkpoint = loader.Checkpoint(checkpoint_folder)
    tokens = numpy.random.default_rng(3).integers(0, config.vocab_size, [users, 5])
    before = memory_state(mesh_device).used
    replayed = Qwen3MoETT(config, checkpoint, mesh_device, trace=True)
    assert memory_state(mesh_device).used > before
    got = run(replayed, tokens, 3)
    replayed.close()
    for a, b in zip(got, run(Qwen3MoETT(config, checkpoint, mesh_device), tokens, 3)):
        numpy.testing.assert_array_equal(a, b)
    for a, b in zip(got, run(Qwen3MoEReference(config, checkpoint), tokens, 3)):
        compare(a, b, 0.98)


def test_row_of_the_benchmark():
    assert trimmed_mean([5, 1, 2, 3, 100]) == pytest.approx(10 / 3)
    assert trimmed_mean([1, 2]) == 1.5
    assert row(32, 128, 8, 0.01234, 0.002) == "32,128,8,12.34,2.00,16000.00"


@pytest.mark.parametrize("text", ["0", "-1"])
def test_numbers_of_the_benchmark(text):
    with pytest.raises(argparse.ArgumentTypeError, match="1 and more"):
        positive(text)
