"""`ironbird moe`, or the program that QWEN3_PROGRAM names."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[4]


def ask(*words):
    """The answer of a command as JSON."""
    own = os.environ.get("QWEN3_PROGRAM")
    command = [own] if own else [str(ROOT / "ironbird"), "moe"]
    answer = subprocess.run([*command, *map(str, words), "--json"], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)
