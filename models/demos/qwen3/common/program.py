"""`ironbird moe`, or the program that QWEN3_PROGRAM names."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[4]


def run(*words, text=None):
    own = os.environ.get("QWEN3_PROGRAM")
    command = [own] if own else [str(ROOT / "ironbird"), "moe"]
    return subprocess.run([*command, *map(str, words)], check=True, stdout=subprocess.PIPE, input=text,
                          encoding="utf-8").stdout


def ask(*words):
    """The answer of a command as JSON."""
    return json.loads(run(*words, "--json"))
