#!/usr/bin/env python3
"""An installation does what the build does: the same cycles, and its own headers and kernels.

usage: installed_test.py --build FOLDER [unittest arguments]
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

WORDS = None


class Installed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird installed ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.usr = self.folder / "usr"
        subprocess.run(["cmake", "--install", WORDS.build, "--prefix", self.usr], check=True,
                       stdout=subprocess.DEVNULL)

    def run_with_own_cache(self, *words, **variables):
        """What it prints, and the files that its kernels were made from."""
        cache = self.folder / "cache"
        done = subprocess.run(words, cwd=self.folder, text=True, capture_output=True, check=False,
                              env=dict(os.environ, TT_METAL_CACHE=str(cache), **variables))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout, "".join(p.read_text(errors="replace") for p in cache.rglob("*.deps"))

    def test_the_demo_takes_the_same_time_with_headers_of_its_own(self):
        here, _ = self.run_with_own_cache(WORDS.build / "bin/ironbird", "demo")
        there, sources = self.run_with_own_cache(self.usr / "bin/ironbird", "demo")
        modelled = re.compile(r"time +(\S+ us) modelled")
        self.assertEqual(modelled.search(there)[1], modelled.search(here)[1])
        for headers in ("device_include", "include"):
            self.assertIn(f"{self.usr}/share/ironbird/{headers}/", sources)
        self.assertNotIn(f"{self.usr}/include/", sources)  # beside those of the system

    def test_ttnn_finds_its_kernels_through_a_link(self):
        """As through /lib on a system whose libraries are in /usr/lib."""
        (self.folder / "lib").symlink_to("usr/lib")
        _, sources = self.run_with_own_cache(WORDS.build / "bin/ironbird_ttnn_calls",
                                             LD_LIBRARY_PATH=str(self.folder / "lib"))
        self.assertIn(f"{self.usr}/share/ironbird/ttnn/", sources)


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser()
    PARSER.add_argument("--build", type=pathlib.Path, required=True)
    WORDS, REST = PARSER.parse_known_args()
    unittest.main(argv=[sys.argv[0], *REST])
