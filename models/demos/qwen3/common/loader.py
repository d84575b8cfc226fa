"""Weights of a checkpoint: safetensors files, mapped, of which a tensor becomes float when it is asked for.

TT_ENABLE_MATERIALIZE=0 reads all of them at the start, with four threads, for a reference that uses them often.
A header is not trusted: types, shapes and offsets are checked before any of them is used."""

import concurrent.futures
import difflib
import json
import math
import os
import pathlib
import struct

import numpy

MODEL, INDEX = "model.", "model.safetensors.index.json"
TYPES = {"F64": numpy.float64, "F32": numpy.float32, "F16": numpy.float16, "BF16": numpy.uint16}
LONGEST_HEADER = 100 << 20
READERS = 4


def counts(value, length=None):
    """Whether it is a list of whole numbers from zero on."""
    return (isinstance(value, list) and length in (None, len(value))
            and all(type(n) is int and n >= 0 for n in value))


def read_json(path, text):
    def once(pairs):
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise ValueError(f"{twice} is there twice")
        return dict(pairs)

    try:
        value = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from None
    if not isinstance(value, dict):
        raise ValueError(f"{path}: it is no JSON object")
    return value


class Shard:
    """One file: eight bytes with the length of the header, the header in JSON, the numbers."""

    def __init__(self, path):
        self.path = path
        self.bytes = numpy.memmap(path, numpy.uint8, "r") if path.stat().st_size else numpy.empty(0, numpy.uint8)
        (length,) = struct.unpack("<Q", self.bytes[:8].tobytes()) if len(self.bytes) >= 8 else (0,)
        if length == 0 or length > min(LONGEST_HEADER, len(self.bytes) - 8):
            raise ValueError(f"{path}: a header of {length} bytes does not fit the file")
        self.header = read_json(path, self.bytes[8:8 + length].tobytes())
        self.header.pop("__metadata__", None)
        self.base = 8 + length
        self._check()

    def _check(self):
        for key, entry in self.header.items():
            self._check_entry(key, entry)
        at = 0
        for begin, end, key in sorted((*entry["data_offsets"], key) for key, entry in self.header.items()):
            if begin != at:
                raise ValueError(f"{self.path}: {key} begins at {begin}, the tensor before it ends at {at}")
            at = end
        if at != len(self.bytes) - self.base:
            raise ValueError(f"{self.path}: tensors have {at} bytes, the file has {len(self.bytes) - self.base}")

    def _check_entry(self, key, entry):
        if not (isinstance(entry, dict) and counts(entry.get("shape")) and counts(entry.get("data_offsets"), 2)):
            raise ValueError(f"{self.path}: {key} has no shape and offsets")
        dtype = TYPES.get(str(entry.get("dtype")))
        if dtype is None:
            raise ValueError(f"{self.path}: {key} is of type {entry.get('dtype')}, {', '.join(TYPES)} are read")
        begin, end = entry["data_offsets"]
        if end - begin != math.prod(entry["shape"]) * numpy.dtype(dtype).itemsize:
            raise ValueError(f"{self.path}: {key} has offsets {begin} to {end} and shape {entry['shape']}")

    def shape(self, key):
        return self.header[key]["shape"]

    def read(self, key):
        entry = self.header[key]
        begin, end = entry["data_offsets"]
        raw = self.bytes[self.base + begin:self.base + end].view(TYPES[entry["dtype"]]).reshape(entry["shape"])
        if entry["dtype"] == "BF16":
            return (raw.astype(numpy.uint32) << 16).view(numpy.float32)
        return raw.astype(numpy.float32)


def indexed(folder):
    """What the index says: names of tensors to names of files beside it."""
    path = folder / INDEX
    weights = read_json(path, path.read_text(encoding="utf-8")).get("weight_map")
    if not isinstance(weights, dict):
        raise ValueError(f"{path}: weight_map is missing")
    for key, name in weights.items():
        if not isinstance(name, str) or pathlib.PurePath(name).name != name:
            raise ValueError(f"{path}: {key} is in {name}, which is no file beside it")
    return weights


class Checkpoint:
    """All tensors of a folder by their name, without the leading "model."; those of a prefix if one is given."""

    def __init__(self, folder, prefix="", eager=None):
        self.folder = folder = pathlib.Path(folder)
        self.places, self.values = {}, {}
        found = self._by_index(folder, prefix) if (folder / INDEX).exists() else self._by_files(folder)
        for shard, key in found:
            name = key.removeprefix(MODEL)
            if name in self.places:
                raise ValueError(f"{shard.path}: {key} is also in {self.places[name][0].path}")
            if name.startswith(prefix):
                self.places[name] = shard, key
        if os.environ.get("TT_ENABLE_MATERIALIZE") == "0" if eager is None else eager:
            self._read_all()

    def _read_all(self):
        with concurrent.futures.ThreadPoolExecutor(READERS) as readers:
            arrays = readers.map(lambda place: place[0].read(place[1]), self.places.values())
            self.values = dict(zip(self.places, arrays))

    def files(self):
        """Of which it is made, in the order of their names."""
        return sorted({shard.path for shard, _ in self.places.values()})

    @staticmethod
    def _by_files(folder):
        files = sorted(folder.glob("*.safetensors"))
        if not files:
            raise FileNotFoundError(f"{folder}: there is no safetensors file")
        return [(shard, key) for shard in map(Shard, files) for key in shard.header]

    @staticmethod
    def _by_index(folder, prefix):
        """Only files that hold something of the prefix are opened."""
        shards, found = {}, []
        for key, name in indexed(folder).items():
            if not key.removeprefix(MODEL).startswith(prefix):
                continue
            if name not in shards:
                shards[name] = Shard(folder / name)
            if key not in shards[name].header:
                raise ValueError(f"{folder / name}: {key} is missing, which the index says is there")
            found.append((shards[name], key))
        return found

    def check(self, config):
        """Names and shapes against those that the model has: an error tells the first that differs."""
        wanted = dict(parameters(config))
        for name, shape in wanted.items():
            shard, key = self._place(name)
            if shard.shape(key) != shape:
                raise ValueError(f"{shard.path}: {key} has shape {shard.shape(key)}, the model has {shape}")
        for name in self.places.keys() - wanted.keys():
            raise ValueError(f"{self.places[name][0].path}: the model has no {name}")

    def _place(self, name):
        if name not in self.places:
            alike = difflib.get_close_matches(name, self.places, 3)
            raise ValueError(f"{name} is not in the checkpoint; it has {', '.join(alike) or 'nothing like it'}")
        return self.places[name]

    def __getitem__(self, name):
        if name in self.values:
            return self.values[name]
        shard, key = self._place(name)
        return shard.read(key)

    def experts(self, layer, kind):
        """(experts, in, out) of one kind of projection: files have (out, in)."""
        names = sorted((n for n in self.places
                        if n.startswith(f"layers.{layer}.mlp.experts.") and n.endswith(f".{kind}.weight")),
                       key=lambda n: int(n.split(".")[4]))
        return numpy.stack([self[name].T for name in names])


def parameters(c):
    """Names and shapes of all weights of a model."""
    wide, narrow = c.num_attention_heads * c.head_dim, c.num_key_value_heads * c.head_dim
    yield "embed_tokens.weight", [c.vocab_size, c.hidden_size]
    yield "norm.weight", [c.hidden_size]
    if not c.tie_word_embeddings:
        yield "lm_head.weight", [c.vocab_size, c.hidden_size]
    for i in range(c.num_hidden_layers):
        layer = {"input_layernorm": [c.hidden_size], "post_attention_layernorm": [c.hidden_size],
                 "self_attn.q_proj": [wide, c.hidden_size], "self_attn.k_proj": [narrow, c.hidden_size],
                 "self_attn.v_proj": [narrow, c.hidden_size], "self_attn.o_proj": [c.hidden_size, wide],
                 "self_attn.q_norm": [c.head_dim], "self_attn.k_norm": [c.head_dim],
                 "mlp.gate": [c.num_experts, c.hidden_size]}
        for e in range(c.num_experts):
            layer[f"mlp.experts.{e}.gate_proj"] = layer[f"mlp.experts.{e}.up_proj"] = [c.moe_intermediate_size,
                                                                                       c.hidden_size]
            layer[f"mlp.experts.{e}.down_proj"] = [c.hidden_size, c.moe_intermediate_size]
        for name, shape in layer.items():
            yield f"layers.{i}.{name}.weight", shape
