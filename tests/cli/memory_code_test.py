#!/usr/bin/env python3
"""`ironbird memory code` and `ironbird report --visualizer`: what they print, write and refuse.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM memory_code_test.py [unittest arguments]
"""
import json
import os
import pathlib
import sqlite3
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

SOURCE = """#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>
using namespace tt;
using namespace tt::tt_metal;
int main(int argc, char**) {
    const uint32_t tiles = TILES;
    Program program = CreateProgram();
    constexpr CoreCoord core = {0, 0};
    const uint32_t page = tile_size(DataFormat::Float16_b);
    CreateCircularBuffer(program, core,
        CircularBufferConfig(tiles * page, {{CBIndex::c_0, DataFormat::Float16_b}})
            .set_page_size(CBIndex::c_0, page));
    CreateKernel(program, "copy_pages.cpp", core,
                 DataMovementConfig{.processor = DataMovementProcessor::RISCV_1});
    return argc;
}
"""
MEMORY = {"schema": 1, "chips": [{
    "chip": 0, "product": "n150", "arch": "wormhole_b0", "clock_mhz": 1000, "l1_bytes": 1499136,
    "reserved_bytes": 1000, "grid": {"x": 8, "y": 8}, "l1_banks": 64, "l1_bank_bytes": 1400000,
    "dram_banks": 12, "steps": [{"cycle": 1, "what": "buffer_alloc", "id": 1},
                                {"cycle": 2, "what": "launch", "id": 1},
                                {"cycle": 9, "what": "complete", "id": 1}],
    "buffers": [{"id": 1, "type": "L1", "address": 4096, "bytes": 64, "bytes_per_bank": 64,
                 "page_bytes": 64, "layout": "INTERLEAVED", "from": 0, "to": None}],
    "launches": [{"id": 1, "program": 1, "name": "copy", "start": 2, "end": 9, "kernel_bytes": 1,
                  "cores": "{[(x=0,y=0) - (x=0,y=0)]}", "cbs": []}]}]}


class MemoryCode(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird code ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        kernel = (ROOT / "examples/loopback/kernels/copy_pages.cpp").read_text()
        for name, tiles in (("old", "4"), ("new", "argc > 1 ? 2 : 4")):
            (self.folder / name).mkdir()
            (self.folder / name / "main.cpp").write_text(SOURCE.replace("TILES", tiles))
            (self.folder / name / "copy_pages.cpp").write_text(kernel)

    def call(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_values_kernels_and_versions(self):
        found = json.loads(self.call("memory", "code", "--json", "old").stdout)["sources"]
        self.assertEqual([s["path"] for s in found], ["old/main.cpp"])  # the kernel is none
        source = found[0]
        self.assertEqual((source["strategy"], source["total_bytes"]), ("FIXED", 8192))
        self.assertEqual(source["parse_errors"], 0, source["first_error"])
        kernel = source["kernels"][0]
        self.assertEqual(kernel["processor"], "RISCV_1")
        self.assertEqual(kernel["source"]["parse_errors"], 0)
        self.assertEqual(kernel["source"]["loops"], 1)
        self.assertGreater(kernel["source"]["lines"], 10)
        done = self.call("memory", "code", "--compare", "old", "new")
        self.assertIn("strategy FIXED -> ADAPTIVE", done.stdout)
        self.assertIn("bytes: 8192 -> -", done.stdout)

    def test_garbage_and_nothing(self):
        (self.folder / "noise.cpp").write_bytes(bytes(1 + i * 7 % 255 for i in range(3000)))
        done = self.call("memory", "code", "noise.cpp", code=1)
        self.assertIn("NONE, 0 circular buffers", done.stdout)
        self.assertIn("noise.cpp holds nothing that could be analysed", done.stderr)
        (self.folder / "empty").mkdir()
        self.assertIn("no source there", self.call("memory", "code", "empty").stdout)
        self.assertIn("no such file or folder", self.call("memory", "code", "absent", code=4).stderr)

    def test_report_for_the_visualizer(self):
        run = self.folder / "run"
        run.mkdir()
        (run / "run.json").write_text('{"schema": 1}')
        self.assertIn("memory.json", self.call("report", "run", "--visualizer", "out", code=4).stderr)
        (run / "memory.json").write_text(json.dumps(MEMORY))
        self.call("report", "run", "--visualizer", "out")
        with sqlite3.connect(self.folder / "out/db.sqlite") as database:
            self.assertEqual(database.execute("SELECT name FROM operations").fetchall(), [("copy",)])
            self.assertEqual(database.execute("SELECT address, buffer_type FROM buffers").fetchall(),
                             [(4096, 1)])


if __name__ == "__main__":
    unittest.main()
