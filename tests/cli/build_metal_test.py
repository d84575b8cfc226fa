#!/usr/bin/env python3
"""build_metal.sh leaves the folders and the link that guides name.

usage: build_metal_test.py --work FOLDER
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tree():
    """A copy of the source tree by links, in which the script may leave what it likes."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for entry in ROOT.iterdir():
        if not entry.name.startswith(("build", ".git", "ironbird-out")):
            (WORK / entry.name).symlink_to(entry)
    shutil.copy(ROOT / "build_metal.sh", WORK)
    return WORK


def build_metal(*arguments):
    return subprocess.run(["./build_metal.sh", *arguments], cwd=WORK, capture_output=True,
                          text=True, check=False)


def cached(name):
    lines = (WORK / "build" / "CMakeCache.txt").read_text(encoding="utf-8").splitlines()
    return next((line.split("=", 1)[1] for line in lines if line.startswith(name + ":")), None)


class BuildMetal(unittest.TestCase):
    def test_folder_link_and_type(self):
        top = tree()
        (top / "build" / "release").mkdir(parents=True)  # what the launcher built before
        cache = ["-c"] if shutil.which("ccache") else []
        ran = build_metal("-p", *cache, "--debug", "--configure-only")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertTrue((top / "build").is_symlink())
        self.assertEqual((top / "build").readlink(), pathlib.Path("build_Debug_tracy"))
        self.assertTrue((top / "build" / "release").is_dir())
        self.assertEqual(cached("CMAKE_BUILD_TYPE"), "Debug")
        if cache:
            self.assertEqual(cached("CMAKE_CXX_COMPILER_LAUNCHER"), "ccache")
        # What guides type next: here a small target, since all of them take minutes.
        built = subprocess.run(["cmake", "--build", "build", "-j16", "--target", "ironbird_base"],
                               cwd=top, capture_output=True, text=True, check=False)
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)

    def test_unknown_option_is_refused(self):
        tree()
        ran = build_metal("--no-such-thing")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("does not know --no-such-thing", ran.stderr)
        self.assertFalse((WORK / "build").exists())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True, type=pathlib.Path)
    args, rest = parser.parse_known_args()
    WORK = args.work.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
