"""Checkpoints: by their index and by their files, and what is refused."""

import dataclasses
import json
import shutil
import struct

import numpy
import pytest
from models.demos.qwen3.common import configuration, loader
from models.demos.qwen3.common.loader import INDEX, Checkpoint


@pytest.fixture
def copy(tmp_path, checkpoint_folder):
    return shutil.copytree(checkpoint_folder, tmp_path / "copy")


def shard_of(folder):
    return sorted(folder.glob("*.safetensors"))[0]


def rewrite(path, change):
    """The header as `change` leaves it; numbers stay."""
    whole = path.read_bytes()
    (length,) = struct.unpack("<Q", whole[:8])
    header = json.loads(whole[8:8 + length])
    text = json.dumps(change(header) or header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + whole[8 + length:])


def test_index_and_files_give_the_same(copy):
    config = configuration.read(copy / "config.json")
    by_index = Checkpoint(copy)
    by_index.check(config)
    (copy / INDEX).unlink()
    by_files = Checkpoint(copy)
    assert by_index.places.keys() == by_files.places.keys() == {name for name, _ in loader.parameters(config)}
    numpy.testing.assert_array_equal(by_index["norm.weight"], by_files["norm.weight"])


def test_parts_by_prefix(copy):
    part = Checkpoint(copy, "layers.1.")
    assert part.places and all(name.startswith("layers.1.") for name in part.places)
    with pytest.raises(ValueError, match="layers.0.mlp.gate.weight is not in the checkpoint; it has layers.1.mlp.gate"):
        part["layers.0.mlp.gate.weight"]


def test_all_at_the_start(copy, monkeypatch):
    lazy = Checkpoint(copy)
    monkeypatch.setenv("TT_ENABLE_MATERIALIZE", "0")
    eager = Checkpoint(copy)
    assert not lazy.values and eager.values.keys() == lazy.places.keys()
    for name in lazy.places:
        numpy.testing.assert_array_equal(eager[name], lazy[name])
    assert [path.name for path in lazy.files()] == sorted(path.name for path in copy.glob("*.safetensors"))


def moved(header):
    first = next(key for key in header if key != "__metadata__")
    header[first]["data_offsets"] = [n + 2 for n in header[first]["data_offsets"]]


def retyped(header):
    header[next(key for key in header if key != "__metadata__")]["dtype"] = "I8"


def reshaped(header):
    header[next(key for key in header if key != "__metadata__")]["shape"] = [-1]


@pytest.mark.parametrize("change,why", [(moved, "ends at"), (retyped, "of type I8"), (reshaped, "no shape and offsets"),
                                        (lambda header: [1], "no JSON object")])
def test_headers(copy, change, why):
    rewrite(shard_of(copy), change)
    with pytest.raises(ValueError, match=why):
        Checkpoint(copy)


@pytest.mark.parametrize("size,why", [(0, "header of 0 bytes"), (7, "header of 0 bytes"), (9, "does not fit"),
                                      (-1, "the file has")])
def test_truncated(copy, size, why):
    path = shard_of(copy)
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    with pytest.raises(ValueError, match=why):
        Checkpoint(copy)


def test_double_names(copy):
    path = shard_of(copy)
    path.write_bytes(struct.pack("<Q", 14) + b'{"a":1,"a":2}\n')
    with pytest.raises(ValueError, match="a is there twice"):
        Checkpoint(copy)


@pytest.mark.parametrize("text,why", [("{}", "weight_map is missing"), ("[", "delimiter|value"),
                                      ('{"weight_map": {"norm.weight": "../x"}}', "no file beside it"),
                                      ('{"weight_map": {"norm.wait": "%s"}}', "norm.wait is missing")])
def test_index(copy, text, why):
    (copy / INDEX).write_text(text.replace("%s", shard_of(copy).name))
    with pytest.raises(ValueError, match=why):
        Checkpoint(copy)


def test_other_model(copy):
    checkpoint, config = Checkpoint(copy), configuration.read(copy / "config.json")
    with pytest.raises(ValueError, match=r"has shape \[.*\], the model has"):
        checkpoint.check(dataclasses.replace(config, hidden_size=64))
    with pytest.raises(ValueError, match="the model has no layers.1."):
        checkpoint.check(dataclasses.replace(config, num_hidden_layers=1))


def test_no_checkpoint(tmp_path):
    with pytest.raises(FileNotFoundError, match="no safetensors file"):
        Checkpoint(tmp_path)
