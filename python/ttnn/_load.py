"""Finds the compiled module: in this package, in the build folder that Ironbird names, or beside it."""

import ctypes
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import types


def _places():
    here = pathlib.Path(__file__).resolve().parent
    yield here
    if "TTNN_MODULE_DIR" in os.environ:
        yield pathlib.Path(os.environ["TTNN_MODULE_DIR"])
    for root in here.parents:
        yield root / "build" / "lib"
        yield from sorted((root / "build").glob("*/lib"))
        yield root / "lib"


# Virtual processors live at addresses of 32 bits.
_WINDOW = (0x40000000, 0x7FFF7000)
_ADDR_NO_RANDOMIZE = 0x0040000


def _window_is_free():
    with open("/proc/self/maps") as maps:
        ranges = [[int(end, 16) for end in line.split()[0].split("-")] for line in maps]
    return all(end <= _WINDOW[0] or begin >= _WINDOW[1] for begin, end in ranges)


def _start_again_with_room():
    """Debian's Python has its heap at a random place of the first GiB. Where it has already grown into the window,
    the same command is started again, with the heap at its lowest place."""
    if _window_is_free() or os.environ.get("TTNN_STARTED_AGAIN") or not getattr(sys, "orig_argv", [])[1:]:
        return
    script = sys.orig_argv[-1] != "-" and not sys.flags.interactive
    libc = ctypes.CDLL(None)
    if script and libc.personality(_ADDR_NO_RANDOMIZE) != -1:
        os.environ["TTNN_STARTED_AGAIN"] = "1"
        os.execv(sys.executable, sys.orig_argv)


def load():
    """The module, under its own name and as ttnn._ttnn."""
    _start_again_with_room()
    for folder in _places():
        file = folder / "_ttnn.so"
        if file.exists():
            loader = importlib.machinery.ExtensionFileLoader("_ttnn", str(file))
            spec = importlib.util.spec_from_file_location("_ttnn", str(file), loader=loader)
            module = importlib.util.module_from_spec(spec)
            sys.modules["_ttnn"] = sys.modules["ttnn._ttnn"] = module
            spec.loader.exec_module(module)
            _add_submodules(module)
            return module
    raise ImportError(
        "ttnn: the compiled module _ttnn.so was not found; build it with `./ironbird env`, or name its "
        "folder in TTNN_MODULE_DIR"
    )


def _add_submodules(module):
    """Modules inside the compiled one can be imported by name too."""
    module.__path__ = []
    deprecated = types.ModuleType("ttnn._ttnn.deprecated")
    deprecated.operations = types.ModuleType("ttnn._ttnn.deprecated.operations")
    deprecated.operations.primary = types.ModuleType("ttnn._ttnn.deprecated.operations.primary")
    module.deprecated = deprecated
    for name, value in list(vars(module).items()):
        if isinstance(value, types.ModuleType):
            sys.modules[f"ttnn._ttnn.{name}"] = sys.modules[f"_ttnn.{name}"] = value
    sys.modules["ttnn._ttnn.deprecated.operations"] = deprecated.operations
