"""Hands over to `ironbird memory`: the one of PATH, else the launcher of this source tree."""
import os
import pathlib
import shutil
import sys


def hand_over(command):
    """Becomes `ironbird memory COMMAND` with this script's arguments."""
    launcher = pathlib.Path(__file__).resolve().parents[2] / "ironbird"
    program = shutil.which("ironbird") or str(launcher)
    if not os.access(program, os.X_OK):
        sys.exit("ironbird is neither in PATH nor in the tree of this script")
    os.execv(program, [program, "memory", command, *sys.argv[1:]])
