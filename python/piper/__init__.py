"""Preprocessing of tables: pipelines and operators of `ironbird piper` as values in Python.

    from piper import Decode, FillMissing, Logarithm, Neg2Zero, Pipeline, apply, dense, run
    run(Pipeline("mine", dense() | Decode() | FillMissing() | Neg2Zero() | Logarithm()), ["day.tsv"], "out")
    apply([Neg2Zero(), Logarithm(offset=1e-7)], array, chip="e150")
"""

import atexit
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy

# Parameters by operator, in order, as `ironbird piper` names them.
_PARAMETERS = {
    "Bucketize": ("boundaries",),
    "Clamp": ("low", "high"),
    "Decode": (),
    "EmbeddingLookup": ("vocab", "dim", "padding", "seed", "shards"),
    "FillMissing": ("value",),
    "FirstX": ("x",),
    "HashIndex": ("vocab",),
    "Hex2Int": (),
    "Logarithm": ("offset",),
    "Modulus": ("m",),
    "Neg2Zero": (),
    "OneHot": ("size",),
    "SigridHash": ("salt", "m"),
    "VocabGen": (),
    "VocabMap": ("oov",),
}
_TYPES = {"i32": numpy.dtype("<i4"), "u32": numpy.dtype("<u4"), "f32": numpy.dtype("<f4")}


class PiperError(RuntimeError):
    """What `ironbird piper` refused, and what to do about it."""


class Operator:
    def __init__(self, name, values, named):
        names = _PARAMETERS[name]
        if len(values) > len(names) or set(named) - set(names):
            raise TypeError(f"{name}: its parameters are {', '.join(names) or 'none'}")
        self.json = {"name": name, **dict(zip(names, values)), **named}

    def __repr__(self):
        rest = ", ".join(f"{k}={v}" for k, v in self.json.items() if k != "name")
        return f"{self.json['name']}({rest})"


def _maker(name):
    def make(*values, **named):
        return Operator(name, values, named)

    make.__name__ = name
    return make


for _name in _PARAMETERS:
    globals()[_name] = _maker(_name)


class Chain:
    """Columns, and what is done to each of them: operators are appended with |."""

    def __init__(self, select, operators=()):
        self.select, self.operators = list(select), tuple(operators)

    def __or__(self, operator):
        return Chain(self.select, (*self.operators, operator))


def label():
    return Chain(["label"])


def dense():
    return Chain(["dense"])


def categorical():
    return Chain(["categorical"])


def columns(*names):
    return Chain(names)


class Pipeline:
    def __init__(self, name, *chains):
        self.json = {"name": name, "columns": [
            {"select": c.select, "operators": [op.json for op in c.operators]} for c in chains]}


def program():
    """The program that does the work: IRONBIRD_PIPER, the build folders of this tree, an installation."""
    if "IRONBIRD_PIPER" in os.environ:
        return os.environ["IRONBIRD_PIPER"]
    for root in pathlib.Path(__file__).resolve().parents:
        for file in sorted((root / "build").glob("*/bin/ironbird_piper")) + [root / "bin" / "ironbird_piper"]:
            if file.exists():
                return str(file)
    found = shutil.which("ironbird_piper")
    if found is None:
        raise PiperError("ironbird_piper was not found; build it, or name it in IRONBIRD_PIPER")
    return found


def run(pipeline, inputs, output, *options):
    """A pipeline (or "P-I", "P-II", "P-III") over files, to a folder; options are those of
    `ironbird piper run`. Returns its figures."""
    with tempfile.TemporaryDirectory() as folder:
        name = pipeline
        if isinstance(pipeline, Pipeline):
            name = os.path.join(folder, "pipeline.json")
            pathlib.Path(name).write_text(json.dumps(pipeline.json))
        done = subprocess.run([program(), "run", name, *map(str, inputs), "-o", str(output), "--json", *options],
                              capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PiperError(done.stderr.strip())
    return json.loads(done.stdout)


class Session:
    """A running `ironbird piper apply`: programs are built once and stay."""

    def __init__(self, chip=None):
        words = [program(), "apply"] + (["--chip", chip] if chip else [])
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.figures = {}

    def apply(self, operators, array, auto_fusing=True):
        """The operators on an array of int32, uint32 or float32; its first axis is the rows."""
        array = numpy.asarray(array)
        kind = next((k for k, t in _TYPES.items() if t == array.dtype), None)
        if kind is None:
            raise PiperError(f"arrays of {array.dtype} are not taken: int32, uint32 or float32")
        rows = array.shape[0] if array.ndim else 1
        request = {"operators": [op.json for op in operators], "type": kind, "rows": rows,
                   "width": max(1, array.size // max(rows, 1)), "auto_fusing": auto_fusing}
        try:
            text = json.dumps(request, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise PiperError(f"{operators}: a parameter is no number ({error})") from None
        try:
            self._process.stdin.write(text.encode() + b"\n" + array.tobytes())
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            raise PiperError("ironbird piper apply has ended")
        told = json.loads(line)
        if "error" in told:
            raise PiperError(told["error"] + ("; " + told["remedy"] if told.get("remedy") else ""))
        self.figures = told
        count = told["rows"] * told["width"]
        words = numpy.frombuffer(self._process.stdout.read(4 * count), _TYPES[told["type"]])
        return words.reshape(told["rows"], told["width"]) if told["width"] > 1 else words

    def ended(self):
        return self._process.poll() is not None

    def close(self):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()


_sessions = {}


def session(chip=None):
    """The one that apply() uses for a chip, or for this machine."""
    if chip not in _sessions or _sessions[chip].ended():
        _sessions[chip] = Session(chip)
        atexit.register(_sessions[chip].close)
    return _sessions[chip]


def apply(operators, array, chip=None, auto_fusing=True):
    return session(chip).apply(operators, array, auto_fusing)
