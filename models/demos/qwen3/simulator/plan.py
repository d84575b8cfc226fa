"""Parameters, operations and boards, as `ironbird moe plan` works them out: one source for all."""

import json
import pathlib
import subprocess

PROGRAM = pathlib.Path(__file__).resolve().parents[4] / "ironbird"


def plan(model="Qwen3-30B-A3B", batch=1, context=2048):
    answer = subprocess.run([PROGRAM, "moe", "plan", "--model", model, "--batch", str(batch), "--context",
                             str(context), "--json"], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


def hardware(model="Qwen3-30B-A3B", **workload):
    """Boards by name: whether the model fits, and how long its steps take."""
    return {board["board"]: board for board in plan(model, **workload)["boards"]}
