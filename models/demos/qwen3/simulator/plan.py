"""Parameters, operations and boards, as `ironbird moe plan` works them out: one source for all."""

from models.demos.qwen3.common import program


def plan(model="Qwen3-30B-A3B", batch=1, context=2048):
    return program.ask("plan", "--model", model, "--batch", batch, "--context", context)


def hardware(model="Qwen3-30B-A3B", **workload):
    """Boards by name: whether the model fits, and how long its steps take."""
    return {board["board"]: board for board in plan(model, **workload)["boards"]}
