#!/usr/bin/env python3
"""The files of a profile: layout, names, nesting; and that recording changes nothing.

usage: files_test.py --zones PROGRAM --work FOLDER --chip NAME [unittest arguments]
"""
import argparse
import collections
import csv
import decimal
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

OPTIONS = None
COLUMNS = ("PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], "
           "data, run host ID, trace id, trace id counter, zone name, type, source line, "
           "source file, meta data")
NEEDED = ["OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "DEVICE ID", "ATTRIBUTES", "CORE COUNT",
          "OP TO OP LATENCY [ns]", "DEVICE KERNEL DURATION [ns]", "INPUT_0_MEMORY"]
RISCS = ["BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2"]


def run(folder, **variables):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([OPTIONS.zones], check=True, cwd=folder,
                   env=dict(os.environ, IRONBIRD_RUN_DIR=str(folder), **variables))
    return json.loads((folder / "run.json").read_text())


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(OPTIONS.work) / "on"
        cls.record = run(cls.folder, TT_METAL_DEVICE_PROFILER="1", TT_METAL_PROFILER_DIR="prof",
                         TT_METAL_DEVICE_PROFILER_NOC_EVENTS="1",
                         TT_METAL_PROFILER_CPP_POST_PROCESS="1")
        cls.logs = cls.folder / "prof/.logs"

    def rows(self):
        lines = (self.logs / "profile_log_device.csv").read_text().splitlines()
        return lines[:2], [line.split(",") for line in lines[2:]]

    def test_device_log_layout(self):
        head, rows = self.rows()
        self.assertRegex(head[0], r"^ARCH: \w+, CHIP_FREQ\[MHz\]: \d+, Max Compute Cores: \d+$")
        self.assertEqual(head[1], COLUMNS)
        self.assertTrue(all(len(r) == 15 for r in rows))
        self.assertEqual({r[3] for r in rows}, set(RISCS))
        self.assertEqual({r[10] for r in rows if r[3] == "BRISC"}, {"BRISC-FW"})
        order = [(int(r[1]), int(r[2]), RISCS.index(r[3])) for r in rows]
        self.assertEqual(order, sorted(order))

    def test_zones_nest_and_none_is_lost(self):
        stacks = collections.defaultdict(list)
        last = collections.defaultdict(int)
        count = collections.Counter()
        for r in self.rows()[1]:
            where = tuple(r[1:4])
            self.assertGreaterEqual(int(r[5]), last[where])
            last[where] = int(r[5])
            count[(r[3], r[10], r[11])] += 1
            if r[11] == "ZONE_START":
                if r[10].endswith("-KERNEL"):
                    self.assertTrue(stacks[where] and stacks[where][-1].endswith("-FW"))
                stacks[where].append(r[10])
            elif r[11] == "ZONE_END":
                self.assertEqual(stacks[where].pop(), r[10])
        self.assertFalse(any(stacks.values()))
        runs, cores = 2, 2
        self.assertEqual(count[("NCRISC", "ALL-PAGES", "ZONE_START")], runs * cores)
        self.assertEqual(count[("NCRISC", "ONE-PAGE", "ZONE_END")], runs * cores * 4)
        self.assertEqual(count[("NCRISC", "page", "TS_DATA")], runs * cores * 4)
        self.assertEqual(count[("NCRISC", "event", "TS_EVENT")], runs * cores)
        self.assertEqual(count[("TRISC_1", "MANY", "ZONE_START")], runs * cores * 400)
        page = next(r for r in self.rows()[1] if r[10] == "ONE-PAGE")
        self.assertTrue(page[13].endswith("kernels/zones.cpp"))
        source = pathlib.Path(page[13]).read_text().splitlines()
        self.assertIn('"ONE-PAGE"', source[int(page[12]) - 1])

    def test_operations(self):
        found = list((self.folder / "prof/reports").glob("*/ops_perf_results_*.csv"))
        self.assertEqual(len(found), 1)
        self.assertRegex(str(found[0]), r"reports/(\d{4}(_\d\d){5})/ops_perf_results_\1\.csv$")
        self.assertEqual(found[0].read_text(),
                         (self.folder / "prof/ops_perf_results.csv").read_text())
        for beside in ("profile_log_device.csv", "tracy_profile_log_host.tracy"):
            self.assertTrue((found[0].parent / beside).exists())
        rows = list(csv.DictReader(found[0].read_text().splitlines()))
        self.assertTrue(set(NEEDED) <= set(rows[0]))
        self.assertEqual([r["GLOBAL CALL COUNT"] for r in rows], ["1024", "2048"])
        for r in rows:
            self.assertEqual(r["CORE COUNT"], "2")
            self.assertEqual(r["OP TYPE"], "tt_dnn_device")
            self.assertEqual(r["OP CODE"], "zones_compute")
            self.assertGreater(int(r["DEVICE KERNEL DURATION [ns]"]), 0)
            self.assertLessEqual(int(r["DEVICE KERNEL DURATION [ns]"]),
                                 int(r["DEVICE FW DURATION [ns]"]))
            self.assertGreater(int(r["DEVICE COMPUTE CB WAIT FRONT [ns]"]), 0)
        cpp = list(csv.DictReader(
            (self.logs / "cpp_device_perf_report.csv").read_text().splitlines()))
        self.assertEqual(len(cpp), 2)
        mhz = int(re.search(r"CHIP_FREQ\[MHz\]: (\d+)", self.rows()[0][0])[1])
        spans = [(int(r["DEVICE KERNEL START CYCLE"]), int(r["DEVICE KERNEL END CYCLE"])) for r in cpp]
        gaps = [0, spans[1][0] - spans[0][1]]
        self.assertGreater(gaps[1], 0)
        for r, (start, end), gap in zip(rows, spans, gaps):
            self.assertAlmostEqual(int(r["DEVICE KERNEL DURATION [ns]"]), (end - start) * 1000 / mhz, delta=1)
            self.assertAlmostEqual(int(r["OP TO OP LATENCY [ns]"]), gap * 1000 / mhz, delta=1)

    def test_use_of_links_and_banks(self):
        rows = list(csv.DictReader((self.folder / "prof/ops_perf_results.csv").read_text().splitlines()))
        bytes_moved, peak = 8 * 2048, self.record["profile"]["peaks"]["dram_bytes"]
        for r in rows:
            seconds = int(r["DEVICE KERNEL DURATION [ns]"]) * 1e-9
            self.assertAlmostEqual(float(r["DRAM BW UTIL (%)"]), 100 * bytes_moved / seconds / peak, delta=0.1)
            self.assertTrue(0 < float(r["NOC UTIL (%)"]) < 100, r["NOC UTIL (%)"])
            self.assertEqual(r["MULTICAST NOC UTIL (%)"], "0.0")

    def test_noc_trace(self):
        names = sorted(p.name for p in self.logs.glob("noc_trace_*.json"))
        self.assertEqual(names, [f"noc_trace_dev0_zones_compute_ID{i}.json" for i in (1024, 2048)])
        events = json.loads((self.logs / names[0]).read_text())
        reads = [e for e in events if e.get("type") == "READ"]
        self.assertEqual([e["num_bytes"] for e in reads], [2048] * 8)
        self.assertTrue(all(e["noc"] in ("NOC_0", "NOC_1") and {"dx", "dy"} <= set(e)
                            for e in reads))
        self.assertEqual((events[0]["zone"], events[0]["zone_phase"]),
                         ("NCRISC-KERNEL", "ZONE_START"))
        open_zones = collections.defaultdict(int)
        for e in events:
            where = (e["sx"], e["sy"], e["proc"])
            if "zone" in e:
                open_zones[where] += 1 if e["zone_phase"] == "ZONE_START" else -1
            else:
                self.assertGreater(open_zones[where], 0)
        self.assertFalse(any(open_zones.values()))
        topology = json.loads((self.logs / "topology.json").read_text())
        self.assertEqual(topology["cluster_type"], OPTIONS.chip.upper())

    def test_perfetto(self):
        trace = json.loads((self.folder / "prof/trace.json").read_text())
        self.assertEqual(trace["displayTimeUnit"], "ns")
        kinds = collections.Counter((e["ph"], e.get("cat")) for e in trace["traceEvents"])
        self.assertEqual(kinds[("X", "kernel")], 2 * 2 * 4)
        self.assertGreaterEqual(kinds[("X", "zone")], 2 * 2 * 5)
        self.assertGreater(kinds[("X", "stall")], 0)
        self.assertGreater(kinds[("C", None)], 0)
        names = {e["args"]["name"] for e in trace["traceEvents"] if e["ph"] == "M"}
        self.assertIn("device 0 core (1,0)", names)
        levels = collections.defaultdict(list)
        for e in trace["traceEvents"]:
            self.assertTrue({"pid", "tid", "name"} <= set(e))
            if e["ph"] == "C":
                levels[(e["pid"], e["name"])].append(e["args"]["pages"])
        for pages in levels.values():
            self.assertTrue(all(0 <= n <= 2 for n in pages))
            self.assertEqual(pages[-1], 0)

    def test_slices_of_a_processor_nest(self):
        """Perfetto counts nanoseconds and drops what overlaps without being inside."""
        trace = json.loads((self.folder / "prof/trace.json").read_text(), parse_float=decimal.Decimal)
        slices = collections.defaultdict(list)
        for e in trace["traceEvents"]:
            if e["ph"] == "X":
                self.assertEqual((1000 * e["ts"]) % 1, 0)
                slices[(e["pid"], e["tid"])].append((e["ts"], -e["dur"]))
        for track in slices.values():
            around = []
            for start, length in sorted(track):
                while around and around[-1] <= start:
                    around.pop()
                self.assertTrue(not around or start - length <= around[-1])
                around.append(start - length)

    def test_tracy_closes_what_it_opened(self):
        """tracy-import-chrome makes a begin and an end of each slice, sorts all by time alone, and an end closes what
        was opened last. Threads have the core in their names, since it does not show processes."""
        trace = json.loads((self.folder / "prof/trace.json").read_text(), parse_float=decimal.Decimal)
        events, length = [], collections.Counter()
        for e in trace["traceEvents"]:
            if e["ph"] == "X":
                begin = (e["ts"], (e["pid"], e["tid"]), e["name"])
                events += [(*begin, True), (e["ts"] + e["dur"], *begin[1:], False)]
                length[begin[1:]] += e["dur"]
        events.sort(key=lambda e: e[0])
        is_open, shown = collections.defaultdict(list), collections.Counter()
        for time, track, name, begins in events:
            if begins:
                is_open[track].append((time, name))
            else:
                since, opened = is_open[track].pop()
                shown[(track, opened)] += time - since
        self.assertEqual(shown, length)
        names = {e["args"]["name"] for e in trace["traceEvents"] if e["name"] == "thread_name"}
        self.assertIn("BRISC (1,0)", names)

    def test_record_adds_up(self):
        profile = self.record["profile"]
        self.assertEqual(sum(profile["path"].values()), profile["launch_cycles"])
        for processor in profile["processors"].values():
            self.assertLessEqual(sum(processor["stalls"].values()), processor["cycles"])

    def test_same_for_any_number_of_threads(self):
        # The folder of the reports carries the date; all else must be equal byte for byte.
        def everything(folder):
            return {re.sub(r"\d{4}(_\d\d){5}", "date", str(p.relative_to(folder))): p.read_bytes()
                    for p in sorted((folder / "prof").rglob("*")) if p.is_file()}
        two = pathlib.Path(OPTIONS.work) / "two"
        record = run(two, TT_METAL_PROFILER="1", TT_METAL_PROFILER_DIR="prof", IRONBIRD_THREADS="2",
                     TT_METAL_DEVICE_PROFILER_NOC_EVENTS="1",
                     TT_METAL_PROFILER_CPP_POST_PROCESS="1")
        self.assertEqual(everything(two), everything(self.folder))
        self.assertEqual(record["profile"]["path"], self.record["profile"]["path"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--zones", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--chip", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
