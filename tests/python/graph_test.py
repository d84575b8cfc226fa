"""What can be seen of a program: captured graphs, reports, recorded parameters, traced tensors, memory."""

import json
import pathlib
import tempfile
import unittest

import numpy
import ttnn
from tensors_test import WithDevice, needs_torch, reals

try:
    import networkx
except ImportError:
    networkx = None


class Captures(WithDevice):
    def put(self, memory=ttnn.L1_MEMORY_CONFIG):
        return ttnn.from_torch(reals([64, 64]), ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=self.device,
                               memory_config=memory)

    def capture(self, mode):
        ttnn.graph.begin_graph_capture(mode)
        x = self.put()
        ttnn.add(x, x)
        return ttnn.graph.end_graph_capture()

    def test_nodes(self):
        for mode in ttnn.graph.RunMode:
            with self.subTest(mode=mode):
                nodes = self.capture(mode)
                self.assertEqual([n["counter"] for n in nodes], list(range(len(nodes))))
                self.assertEqual((nodes[0]["node_type"], nodes[-1]["node_type"]), ("capture_start", "capture_end"))
                calls = ttnn.graph.extract_calltrace(nodes)
                self.assertEqual(calls[0], "ttnn::convert_python_tensor_to_tt_tensor")
                self.assertIn("BinaryDeviceOperation", calls)
                begun = sum(n["node_type"] == "function_start" for n in nodes)
                self.assertEqual(begun, sum(n["node_type"] == "function_end" for n in nodes))
                (info,) = ttnn.graph.extract_output_info(nodes)
                self.assertEqual((list(info.shape), info.size), ([64, 64], 8192))
        self.assertFalse(ttnn.graph.is_graph_capture_active())

    def test_memory_is_the_same_with_and_without_dispatch(self):
        peaks = [ttnn.graph.extract_peak_L1_memory_usage(self.capture(mode)) for mode in ttnn.graph.RunMode]
        self.assertEqual(peaks[0], peaks[1])
        self.assertGreater(peaks[0], 2 * 8192)
        usage = ttnn.graph.extract_resource_usage_per_core(self.capture(ttnn.graph.RunMode.NO_DISPATCH))
        self.assertEqual(usage.peak_total, usage.peak_cb + usage.peak_l1)

    def test_nothing_runs_without_dispatch(self):
        before = ttnn.get_memory_view(self.device, ttnn.BufferType.L1).total_bytes_allocated_per_bank
        cached = self.device.num_program_cache_entries()
        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NO_DISPATCH)
        x = ttnn.exp(self.put())
        inside = ttnn.get_memory_view(self.device, ttnn.BufferType.L1).total_bytes_allocated_per_bank
        del x
        ttnn.graph.end_graph_capture()
        self.assertEqual((inside, self.device.num_program_cache_entries()), (before, cached))

    def test_report(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "report.json"
            with ttnn.graph.full_graph_capture(path):
                ttnn.relu(self.put())
            report = json.loads(path.read_text())
            calls = json.loads(path.with_suffix(".python_io.json").read_text())
        self.assertEqual(report["devices"][0]["arch"], "WORMHOLE_B0")
        self.assertIn("ttnn.relu", ttnn.graph.extract_calltrace(report["graph"]))
        self.assertEqual([c["name"] for c in calls][-1], "ttnn.relu")
        self.assertIn("graph_test.py", calls[-1]["python_stack_trace"][0])
        self.assertTrue(ttnn.CONFIG.enable_fast_runtime_mode)

    def test_parameters_are_written(self):
        with tempfile.TemporaryDirectory() as folder, ttnn.manage_config("root_report_path", folder), \
                ttnn.manage_config("enable_fast_runtime_mode", False):
            ttnn.operation_tracer._ENABLE_TRACE = True
            try:
                ttnn.add(self.put(), 1.5)
            finally:
                ttnn.operation_tracer._ENABLE_TRACE = False
            files = sorted((pathlib.Path(folder) / "operation_parameters").glob("*_ttnn_add_*.json"))
            record = json.loads(files[0].read_text())
        self.assertEqual(record["args"][1]["value"], 1.5)
        self.assertEqual(record["return_value"]["shape"], [64, 64])

    @needs_torch
    @unittest.skipIf(networkx is None, "python3-networkx is not installed")
    def test_traced_tensors(self):
        import torch

        with ttnn.tracer.trace():
            x = ttnn.from_torch(torch.rand(32, 32), layout=ttnn.TILE_LAYOUT, device=self.device)
            y = torch.neg(ttnn.to_torch(ttnn.exp(x)))
        names = [line.split(" = ")[1].split("(")[0] for line in ttnn.tracer.codegen(y).split("\n")]
        self.assertEqual(names, ["torch.rand", "ttnn.from_torch", "ttnn.exp", "ttnn.to_torch", "torch.neg"])
        self.assertFalse(ttnn.tracer.is_tracing_enabled())
        self.assertIn("ttnn.exp", ttnn.tracer.visualize(y))

    def test_pages_of_buffers(self):
        before = len(ttnn._ttnn.reports.get_buffer_pages(self.device))
        x = self.put(ttnn.DRAM_MEMORY_CONFIG)
        pages = [p for p in ttnn._ttnn.reports.get_buffer_pages(self.device) if p.address == x.buffer_address()
                 and p.buffer_type == ttnn.BufferType.DRAM]
        self.assertEqual((len(pages), {p.page_size for p in pages}), (4, {2048}))
        self.assertEqual(len({p.bank_id for p in pages}), 4)
        del x
        self.assertEqual(len(ttnn._ttnn.reports.get_buffer_pages(self.device)), before)


if __name__ == "__main__":
    numpy.seterr(all="ignore")
    unittest.main()
