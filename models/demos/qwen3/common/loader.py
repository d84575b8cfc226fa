"""Weights of a checkpoint: safetensors files, mapped, of which a tensor becomes float when it is asked for."""

import difflib
import json
import pathlib
import struct

import numpy

MODEL = "model."
TYPES = {"F64": numpy.float64, "F32": numpy.float32, "F16": numpy.float16, "BF16": numpy.uint16}
LONGEST_HEADER = 100 << 20


class Shard:
    """One file: eight bytes with the length of the header, the header in JSON, the numbers."""

    def __init__(self, path):
        self.path = path
        self.bytes = numpy.memmap(path, numpy.uint8, "r")
        (length,) = struct.unpack("<Q", self.bytes[:8].tobytes()) if len(self.bytes) >= 8 else (0,)
        if length == 0 or length > min(LONGEST_HEADER, len(self.bytes) - 8):
            raise ValueError(f"{path}: a header of {length} bytes does not fit the file")
        header = json.loads(self.bytes[8:8 + length].tobytes())
        header.pop("__metadata__", None)
        self.base, self.header = 8 + length, header

    def read(self, key):
        entry = self.header[key]
        begin, end = entry["data_offsets"]
        dtype = TYPES.get(entry["dtype"])
        count = int(numpy.prod(entry["shape"], dtype=numpy.int64))
        if dtype is None:
            raise ValueError(f"{self.path}: {key} is of type {entry['dtype']}, {', '.join(TYPES)} are read")
        if not 0 <= begin <= end <= len(self.bytes) - self.base or end - begin != count * numpy.dtype(dtype).itemsize:
            raise ValueError(f"{self.path}: {key} has offsets {begin} to {end} and shape {entry['shape']}")
        raw = self.bytes[self.base + begin:self.base + end].view(dtype).reshape(entry["shape"])
        if entry["dtype"] == "BF16":
            return (raw.astype(numpy.uint32) << 16).view(numpy.float32)
        return raw.astype(numpy.float32)


class Checkpoint:
    """All tensors of a folder by their name, without the leading "model."."""

    def __init__(self, folder):
        files = sorted(pathlib.Path(folder).glob("*.safetensors"))
        if not files:
            raise FileNotFoundError(f"{folder}: there is no safetensors file")
        self.places = {}
        for shard in map(Shard, files):
            for key in shard.header:
                self.places[key.removeprefix(MODEL)] = (shard, key)

    def __getitem__(self, name):
        if name not in self.places:
            alike = difflib.get_close_matches(name, self.places, 3)
            raise KeyError(f"{name} is not in the checkpoint; it has {', '.join(alike) or 'nothing like it'}")
        shard, key = self.places[name]
        return shard.read(key)

    def experts(self, layer, kind):
        """(experts, in, out) of one kind of projection: files have (out, in)."""
        names = sorted((n for n in self.places
                        if n.startswith(f"layers.{layer}.mlp.experts.") and n.endswith(f".{kind}.weight")),
                       key=lambda n: int(n.split(".")[4]))
        return numpy.stack([self[name].T for name in names])
