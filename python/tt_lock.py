"""Importing it takes the lock of `ironbird lock` until the process ends, so that one program at a time runs.

A process that `ironbird lock` started has it already."""

import fcntl
import os
import sys
import tempfile

PATH = os.path.join(tempfile.gettempdir(), f"ironbird-{os.getuid()}.lock")


def _take():
    if os.environ.get("IRONBIRD_LOCKED") == PATH:
        return None
    file = os.open(PATH, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = os.pread(file, 16, 0).decode(errors="replace") or "?"
        print(f"ironbird: waiting for {PATH}, which process {owner} holds", file=sys.stderr)
        fcntl.flock(file, fcntl.LOCK_EX)
    os.ftruncate(file, 0)
    os.pwrite(file, str(os.getpid()).encode(), 0)
    # Children use it in turn.
    os.environ["IRONBIRD_LOCKED"] = PATH
    return file


_held = _take()
