#!/usr/bin/env python3
"""What the two libraries show, and that no process gets both.

usage: libraries_test.py --public libtt_metal.so --internal libironbird_core.so
"""
import argparse
import pathlib
import re
import subprocess
import sys
import unittest

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"
OPENED = re.compile(r"(tt|ttsl)::|ib_\w+$")
# What compilers make for a class or a function: said of the name that follows.
ABOUT = re.compile(r"(?:vtable|VTT|typeinfo|typeinfo name|guard variable) for |"
                   r"(?:non-virtual|virtual|covariant return) thunk to ")
HASH = re.compile(r"std::hash<(tt|ttsl)::|fmt::v\d+::formatter<tt::")
OUTSIDE = re.compile(r"(\w+)[(<:\[]|(operator)\W")


def shown(library):
    """The demangled names that a library defines for others."""
    mangled = subprocess.run(["nm", "--dynamic", "--defined-only", "--format=posix", library],
                             check=True, capture_output=True, text=True).stdout
    names = "\n".join(line.split(" ", 1)[0] for line in mangled.splitlines())
    plain = subprocess.run(["c++filt"], input=names, check=True, capture_output=True, text=True)
    return plain.stdout.splitlines()


def without_result(name):
    """A demangled template function begins with the type of its result, which may hold spaces."""
    depth = 0
    start = 0
    for at, letter in enumerate(name):
        if letter in "<[":
            depth += 1
        elif letter in ">]":
            depth -= 1
        elif letter == "(" and depth == 0:
            break
        elif letter == " " and depth == 0 and not name[:at].endswith("operator"):
            start = at + 1
    return name[start:].lstrip("*&")


def declared_outside_namespaces():
    """Every word of the public headers: a global name must be among them."""
    words = set()
    for header in INCLUDE.rglob("*.h*"):
        words.update(re.findall(r"\w+", header.read_text(encoding="utf-8")))
    return words


def load(*libraries):
    """A new process that loads these, one after the other."""
    code = "import ctypes, sys\nfor name in sys.argv[1:]: ctypes.CDLL(name)\nprint('loaded')"
    return subprocess.run([sys.executable, "-c", code, *libraries], capture_output=True, text=True,
                          check=False)


class Symbols(unittest.TestCase):
    def test_public_library_shows_the_api_and_the_abi_alone(self):
        words = declared_outside_namespaces()
        names = shown(ARGS.public)
        wrong = []
        for name in names:
            subject = without_result(ABOUT.sub("", name))
            if OPENED.match(subject) or HASH.match(subject):
                continue
            outside = OUTSIDE.match(subject)
            if outside and "::" not in subject.split("(")[0].split("<")[0]:
                if outside[2] or outside[1] in words:
                    continue
            if outside and outside[1] in words - {"ironbird", "std", "fmt", "nlohmann", "spdlog"}:
                continue
            wrong.append(name)
        self.assertEqual(wrong, [])
        self.assertIn("ib_noc_read", names)
        self.assertTrue(any(name.startswith("tt::tt_metal::CreateKernel(") for name in names))
        self.assertIn("vtable for tt::tt_metal::distributed::MeshDevice", names)

    def test_nothing_of_ours_is_public(self):
        ours = [name for name in shown(ARGS.public)
                if without_result(ABOUT.sub("", name)).startswith("ironbird::")]
        self.assertEqual(ours, [])

    def test_internal_library_shows_everything_that_the_public_one_does(self):
        internal = set(shown(ARGS.internal))
        self.assertEqual(set(shown(ARGS.public)) - internal, set())
        self.assertTrue(any(name.startswith("ironbird::Error::Error(") for name in internal))


class OneOfThem(unittest.TestCase):
    def test_each_loads_alone(self):
        for library in (ARGS.public, ARGS.internal):
            self.assertEqual(load(library).stdout, "loaded\n")

    def test_second_copy_ends_the_process(self):
        for first, second in ((ARGS.public, ARGS.internal), (ARGS.internal, ARGS.public)):
            ended = load(first, second)
            self.assertEqual((ended.returncode, ended.stdout), (4, ""))
            self.assertIn("loads the model twice", ended.stderr)
            self.assertIn(first, ended.stderr)
            self.assertIn(second, ended.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--public", required=True)
    parser.add_argument("--internal", required=True)
    ARGS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
