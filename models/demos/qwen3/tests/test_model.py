"""The whole model on a small checkpoint: against the reference, and replayed against enqueued steps."""

import argparse
import dataclasses

import numpy
import pytest
import ttnn
from models.demos.qwen3.benchmark import row, trimmed_mean
from models.demos.qwen3.common import configuration, loader
from models.demos.qwen3.common.options import positive
from models.demos.qwen3.reference.model import Qwen3MoEReference
from models.demos.qwen3.tt.attention import Heads
from models.demos.qwen3.tt.qwen import Qwen3MoETT
from models.demos.qwen3.utils.memory_state import memory_state
from models.demos.qwen3.utils.test_utils import compare


@pytest.fixture(scope="module")
def checkpoint(checkpoint_folder):
    return loader.Checkpoint(checkpoint_folder)


def sized(folder, users):
    return configuration.read(folder / "config.json", max_batch_size=users, max_seq_len=64)


def drawn(config, users, length=5):
    return numpy.random.default_rng(3).integers(0, config.vocab_size, [users, length])


def run(model, tokens, steps):
    """Logits behind the prompt, and behind each of some tokens of the vocabulary's middle."""
    out = [model.forward(tokens, 0)]
    for i in range(steps):
        out.append(model.forward(numpy.full([len(tokens), 1], 100 + i), tokens.shape[1] + i))
    return out


@pytest.mark.parametrize("users", [2, 34])
def test_trace_and_reference(mesh_device, checkpoint_folder, checkpoint, users):
    config = sized(checkpoint_folder, users)
    tokens = drawn(config, users)
    before = memory_state(mesh_device).used
    replayed = Qwen3MoETT(config, checkpoint, mesh_device, trace=True)
    assert memory_state(mesh_device).used > before
    got = run(replayed, tokens, 3)
    replayed.close()
    for a, b in zip(got, run(Qwen3MoETT(config, checkpoint, mesh_device), tokens, 3)):
        numpy.testing.assert_array_equal(a, b)
    for a, b in zip(got, run(Qwen3MoEReference(config, checkpoint), tokens, 3)):
        compare(a, b, 0.98)


def test_users_over_rows(mesh_device, checkpoint_folder, checkpoint):
    """Whole units for each row, the rest is padding; with one user more every row has all: the same but for rounding."""
    users = 32 * list(mesh_device.shape)[0]
    if users == 32:
        pytest.skip("a mesh of one row has all users there")
    shared, whole = (Qwen3MoETT(sized(checkpoint_folder, n), checkpoint, mesh_device) for n in (users, users + 1))
    assert (shared.places.users, whole.places.users) == (32, users + 1)
    for some in (users, users - 3):
        for a, b in zip(*(run(model, drawn(model.config, some), 1) for model in (shared, whole))):
            compare(a, b, 0.9995)


def test_likeliest_is_that_of_all_logits(mesh_device, checkpoint_folder, checkpoint):
    """Each chip has a part of the vocabulary, and steps that are replayed follow what may be chosen."""
    config = sized(checkpoint_folder, 3)
    tokens, model = drawn(config, 3), Qwen3MoETT(config, checkpoint, mesh_device, trace=True)
    model.forward(tokens, 0)
    logits = model.forward(tokens[:, :1], 5)
    for usable in (config.vocab_size, config.vocab_size // 3 + 1, 1, None):
        got = model.likeliest(tokens[:, :1], 5, usable)
        numpy.testing.assert_array_equal(got, logits[:, :usable].argmax(-1))
    with pytest.raises(ValueError, match="0 tokens may be chosen, 1 to"):
        model.likeliest(tokens[:, :1], 5, 0)
    model.close()


def test_experts_anywhere(mesh_device, checkpoint_folder, checkpoint):
    config = sized(checkpoint_folder, 2)
    chips = int(numpy.prod(list(mesh_device.shape)))
    order = numpy.random.default_rng(8).permutation(config.num_experts).reshape(chips, -1)
    plain, moved = (Qwen3MoETT(config, checkpoint, mesh_device, placement=p) for p in (None, order))
    for a, b in zip(*(run(model, drawn(config, 2), 1) for model in (moved, plain))):
        compare(a, b, 0.999)


def test_weights_are_kept(mesh_device, checkpoint_folder, checkpoint, tmp_path):
    config = sized(checkpoint_folder, 1)

    def logits(folder=None):
        return Qwen3MoETT(config, checkpoint, mesh_device, weight_cache=folder).forward(drawn(config, 1), 0)

    def files():
        return {path: path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.tensorbin"))}

    plain = logits()
    numpy.testing.assert_array_equal(logits(tmp_path), plain)
    made = files()
    assert made and "part" not in " ".join(path.name for path in made)
    numpy.testing.assert_array_equal(logits(tmp_path), plain)
    assert files() == made
    # What is cut is made anew.
    first = next(iter(made))
    first.write_bytes(first.read_bytes()[:-100])
    numpy.testing.assert_array_equal(logits(tmp_path), plain)
    assert [path for path in made if files()[path] != made[path]] == [first]


def test_weights_of_eight_bits(mesh_device, checkpoint_folder, checkpoint):
    config = dataclasses.replace(sized(checkpoint_folder, 2), dtype="bfloat8_b")
    model, reference = Qwen3MoETT(config, checkpoint, mesh_device), Qwen3MoEReference(config, checkpoint)
    assert model.layers[0].moe.gate.dtype == ttnn.bfloat8_b
    for got, want in zip(*(run(each, drawn(config, 2), 1) for each in (model, reference))):
        compare(got, want, 0.98)


def test_refusals(mesh_device, checkpoint_folder, checkpoint):
    config = sized(checkpoint_folder, 2)
    for model in (Qwen3MoEReference(config, checkpoint), Qwen3MoETT(config, checkpoint, mesh_device)):
        for tokens, start, why in (([[1], [2], [3]], 0, "batch of 3 users, 1 to 2 is allowed"),
                                   ([[1] * 65], 0, "positions 0 to 64 do not fit a cache of 64"),
                                   ([[1]], 64, "positions 64 to 64 do not fit"), ([1], 0, r"it must be \(users, length\)"),
                                   ([[5, 10 ** 6]], 0, f"token 1000000 is outside of the vocabulary of {config.vocab_size}")):
            with pytest.raises(ValueError, match=why):
                model.forward(tokens, start)


def test_heads_of_columns():
    """Of four key heads over eight columns each is there twice, beside the queries that look at it."""
    heads = Heads.of(configuration.Configuration(), 8)
    assert (heads.queries, heads.keys, heads.repeats) == (4, 1, 2)
    q, k, v = (numpy.arange(n)[:, None] + base for n, base in ((64, 0), (8, 100), (8, 200)))
    numbers = [heads.columns_of(c, 2, q, k, v)[0].tolist() for c in range(8)]
    for c, got in enumerate(numbers):
        key = c // 2 * 2
        assert got == [*range(8 * c, 8 * c + 8), 100 + key, 101 + key, 200 + key, 201 + key]
    with pytest.raises(ValueError, match="32 heads with 4 key heads cannot be divided by 3 columns"):
        Heads.of(configuration.Configuration(), 3)


def test_row_of_the_benchmark():
    assert trimmed_mean([5, 1, 2, 3, 100]) == pytest.approx(10 / 3)
    assert trimmed_mean([1, 2]) == 1.5
    assert row(32, 128, 8, 0.01234, 0.002) == "32,128,8,12.34,2.00,16000.00"


@pytest.mark.parametrize("text", ["0", "-1"])
def test_numbers_of_the_benchmark(text):
    with pytest.raises(argparse.ArgumentTypeError, match="1 and more"):
        positive(text)
