"""Parameters, operations and boards, as `ironbird moe plan` works them out: one source for all."""

import os
import pathlib
import shutil
import tempfile

from models.demos.qwen3.common import program


def plan(model="Qwen3-30B-A3B", batch=1, context=2048):
    return program.ask("plan", "--model", model, "--batch", batch, "--context", context)


def hardware(model="Qwen3-30B-A3B", **workload):
    """Boards by name: whether the model fits, and how long its steps take."""
    return {board["board"]: board for board in plan(model, **workload)["boards"]}


def board_seen(boards, arch, chips):
    """The board that the environment names, else the smallest of those with so many chips."""
    for variable in ("IRONBIRD_CLUSTER", "IRONBIRD_CHIP"):
        if os.environ.get(variable) in boards:
            return os.environ[variable]
    able = [name for name, board in boards.items()
            if board["hardware"]["arch"] == arch and board["hardware"]["chips"] >= chips]
    if not able:
        raise ValueError(f"no board has {chips} chips of {arch}")
    return min(able, key=lambda name: boards[name]["hardware"]["chips"])


def check_fits(config_path, config, arch, shape):
    """An error with the table of all boards when the model is too large for a mesh of this shape."""
    mesh = "x".join(map(str, shape))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(config_path, pathlib.Path(folder) / "config.json")
        words = ("plan", "--ckpt-dir", folder, "--batch", config.max_batch_size, "--context", config.max_seq_len,
                 "--weights", {"bfloat16": "bf16", "bfloat8_b": "bf8"}[config.dtype])
        board = board_seen({each["board"]: each for each in program.ask(*words)["boards"]}, arch, shape[0] * shape[1])
        (found,) = program.ask(*words, "--board", board, "--mesh", mesh)["boards"]
        if found["fits"]:
            return
        table = program.run(*words)
    needed, there = (found["bytes_per_chip"][name] / 1e9 for name in ("sum", "available"))
    raise ValueError(f"the model does not fit {board} as {mesh}: a chip needs {needed:.2f} GB and has {there:.2f} GB"
                     f"\n\n{table}")
