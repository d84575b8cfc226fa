"""Weights on the chips, and files that keep them as the chips have them for the next start."""

import hashlib
import json
import os
import pathlib

import ttnn
from models.demos.qwen3.utils import tensors

VERSION = 1  # of what tensors are called and how they are spread


class Weights:
    """Arrays are asked for with a function, which is not called where a file has what it would give."""

    def __init__(self, device, folder=None):
        self.device, self.folder = device, folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def same(self, name, make, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
        """One array for all chips."""
        return self._kept(name, lambda: tensors.on_host(make(), self.device, dtype, layout))

    def each(self, name, make, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
        """An array for each chip, in the order of the mesh."""
        return self._kept(name, lambda: tensors.parts_on_host(make(), self.device, dtype, layout))

    def _kept(self, name, on_host):
        if self.folder is None:
            return self._upload(on_host())
        path = self.folder / f"{name}.tensorbin"
        tensor = whole(path)
        if tensor is None:
            tensor = on_host()
            part = self.folder / f"part-{os.getpid()}.tensorbin"
            ttnn.dump_tensor(part, tensor)
            part.replace(path)  # under its name only when it is whole
        return self._upload(tensor)

    def _upload(self, tensor):
        return ttnn.to_device(tensor, self.device, memory_config=ttnn.DRAM_MEMORY_CONFIG)


def whole(path):
    """What a file has; nothing where it is missing, cut, or of another version."""
    if not path.exists():
        return None
    try:
        return ttnn.load_tensor(path)
    except RuntimeError:
        return None


def base_folder(asked=None):
    """The folder that a program was given, or with GENERATE_MODEL_CACHE=1 the one that all share; else none."""
    if asked:
        return pathlib.Path(asked)
    shared = os.environ.get("GENERATE_MODEL_CACHE") == "1"
    return pathlib.Path.home() / ".cache" / "ttnn-weights" if shared else None


def folder_for(base, checkpoint, device, how):
    """Below `base`, for a checkpoint's files as they are now, a mesh and a way to spread weights."""
    files = [[path.name, path.stat().st_size, path.stat().st_mtime_ns] for path in checkpoint.files()]
    key = json.dumps(["python", VERSION, how, files])
    rows, columns = list(device.shape)
    name = checkpoint.folder.resolve().name
    return base / f"{name}_{rows}x{columns}_{hashlib.sha256(key.encode()).hexdigest()[:16]}"
