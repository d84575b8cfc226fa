"""Boards by name with what plans need of them: the table of `ironbird moe plan`."""

from models.demos.qwen3.simulator import plan

NAMES = {"N150": "n150", "N300": "n300", "Loudbox": "t3000", "Galaxy": "galaxy"}


def board(name):
    """By the demo's name, or by that of the table."""
    known = plan.hardware()
    key = NAMES.get(name, name)
    if key not in known:
        raise KeyError(f"{name} is not a board; there are {', '.join([*NAMES, *known])}")
    return known[key]
