#!/usr/bin/env python3
"""What variants of gather read from DRAM, and which of them end in time.

usage: gather_runs_test.py --ironbird IRONBIRD --program PROGRAM [unittest arguments]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

OPTIONS = None
# GatherVariant counts from SINGLE_CORE.
MULTI_CORE, ROW_OWNER, DIRECT_READS, MULTICAST, MULTICAST_BUCKETS = 1, 5, 6, 8, 9
CORES = 64  # of an n150
INPUT_TILE, INDEX_TILE = 32 * 32 * 2, 32 * 32 * 4


class Gathers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird gather ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, variant, rows, width, calls, **variables):
        command = [OPTIONS.ironbird, "run", "--json", OPTIONS.program,
                   *map(str, (variant, rows, width, calls))]
        return subprocess.run(command, cwd=self.folder, env=os.environ | variables, text=True,
                              capture_output=True, check=False)

    def bytes_of(self, variant, rows, width, calls):
        done = self.run_it(variant, rows, width, calls)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stderr.splitlines()[-1])["traffic"]["dram_read_bytes"]

    def bytes_of_a_call(self, variant, rows, width):
        return self.bytes_of(variant, rows, width, 2) - self.bytes_of(variant, rows, width, 1)

    # Once for all cores, and once again for as many index tiles more if they are not all kept.
    def test_a_stream_reads_the_input_once(self):
        for down, across in ((1, 70), (2, 65)):
            for variant, passes in ((MULTICAST_BUCKETS, 1), (MULTICAST, -(-across // CORES))):
                self.assertEqual(self.bytes_of_a_call(variant, 32 * down, 32 * across),
                                 down * across * (passes * INPUT_TILE + INDEX_TILE),
                                 f"variant {variant}, {down} x {across} tiles")

    def test_the_usual_program_reads_it_for_every_index_tile(self):
        across, down = 70, 2
        self.assertEqual(self.bytes_of_a_call(MULTI_CORE, 32 * down, 32 * across),
                         down * (across * across * INPUT_TILE + across * INDEX_TILE))

    # A row of a large vocabulary: 7.8 s of modelled time in the usual program. The limit is one of this machine's
    # time, too, so that the others get more of it and are held against their cycles.
    def test_the_usual_program_is_too_late(self):
        done = self.run_it(MULTI_CORE, 1, 151936, 1, TT_METAL_OPERATION_TIMEOUT_SECONDS="5")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stdout + done.stderr, "TT_METAL_OPERATION_TIMEOUT_SECONDS")
        for variant in (ROW_OWNER, DIRECT_READS, MULTICAST_BUCKETS):
            done = self.run_it(variant, 1, 151936, 1, TT_METAL_OPERATION_TIMEOUT_SECONDS="100")
            self.assertEqual(done.returncode, 0, f"variant {variant}: {done.stderr}")
            cycles = json.loads(done.stderr.splitlines()[-1])["cycles"]
            self.assertTrue(0 < cycles < 5e9, f"variant {variant}: {cycles} cycles")


def main():
    global OPTIONS
    parser = argparse.ArgumentParser()
    parser.add_argument("--ironbird", required=True)
    parser.add_argument("--program", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
