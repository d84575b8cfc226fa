"""Boards by name with what plans need of them: the table of `ironbird moe plan`.

N150, N300, Loudbox and Galaxy are here as names too; figures of cores, L1 and DRAM are those of one chip."""

import dataclasses

from models.demos.qwen3.simulator import plan

NAMES = {"N150": "n150", "N300": "n300", "Loudbox": "t3000", "Galaxy": "galaxy"}


@dataclasses.dataclass(frozen=True)
class Board:
    name: str
    arch: str
    chips: int
    cores: int
    clock_ghz: float
    l1_bytes: int
    dram_bytes: int
    dram_gb_per_s: float
    links: int
    link_gb_per_s: float
    tflops: dict  # by fidelity, of all chips


def board(name):
    """By the demo's name, or by that of the table."""
    known = plan.hardware()
    key = NAMES.get(name, name)
    if key not in known:
        raise KeyError(f"{name} is not a board; there are {', '.join([*NAMES, *known])}")
    return Board(key, **known[key]["hardware"])


def __getattr__(name):
    if name in NAMES:
        return board(name)
    raise AttributeError(f"there is no {name} here")
