"""Devices: queues, traces, events, the program cache, threads, memory over many openings, two chips, Ctrl-C."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy
import ttnn
from tensors_test import reals

LOOP = """
import sys, numpy, ttnn
device = ttnn.open_device(device_id=0)
x = ttnn.from_torch(numpy.ones([1024, 1024], numpy.float32), layout=ttnn.TILE_LAYOUT, device=device)
ttnn.exp(x).to_numpy()
print("running", flush=True)
while True:
    x = ttnn.multiply(x, 0.5)
    ttnn.synchronize_device(device)
"""


def two_chips():
    return ttnn.get_num_devices() > 1 and len(set(os.environ.get("IRONBIRD_CHIP", "").split(","))) > 1


class OneChip(unittest.TestCase):
    def test_queries_without_a_device(self):
        self.assertEqual(ttnn.get_arch_name(), "wormhole_b0")
        self.assertEqual(ttnn.cluster.get_cluster_type(), ttnn.cluster.ClusterType.N150)
        self.assertEqual(ttnn.get_num_devices(), 1)
        self.assertIsNone(ttnn.GetDefaultDevice())

    def test_program_cache(self):
        with ttnn.manage_device(0) as device:
            x = ttnn.from_torch(reals([32, 32]), layout=ttnn.TILE_LAYOUT, device=device)
            counts = []
            for value in (1.0, 2.0):
                ttnn.add(x, value)
                counts.append(device.num_program_cache_entries())
            self.assertEqual(counts, [1, 1])
            device.disable_and_clear_program_cache()
            self.assertEqual(device.num_program_cache_entries(), 0)

    def test_trace_and_events(self):
        device = ttnn.open_device(device_id=0, trace_region_size=1 << 20, num_command_queues=2)
        array = reals([32, 32])
        x = ttnn.from_torch(array, layout=ttnn.TILE_LAYOUT, device=device)
        ttnn.exp(x)
        trace = ttnn.begin_trace_capture(device, cq_id=0)
        y = ttnn.exp(x)
        ttnn.end_trace_capture(device, trace, cq_id=0)
        ttnn.execute_trace(device, trace, cq_id=0, blocking=True)
        numpy.testing.assert_allclose(y.to_numpy(), numpy.exp(array), rtol=2e-2)
        ttnn.release_trace(device, trace)
        event = ttnn.record_event(device, 0)
        ttnn.wait_for_event(1, event)
        with ttnn.command_queue(1):
            numpy.testing.assert_allclose(ttnn.neg(x).to_numpy(), -array)
        ttnn.synchronize_device(device)
        ttnn.close_device(device)

    def test_threads(self):
        with ttnn.manage_device(0) as device:
            wrong = []

            def work(seed):
                array = numpy.random.default_rng(seed).standard_normal([32, 32]).astype(numpy.float32)
                for _ in range(300):  # fewer did not show that threads wrote into each other's programs
                    x = ttnn.from_torch(array, layout=ttnn.TILE_LAYOUT, device=device)
                    if not numpy.allclose(ttnn.add(x, x).to_numpy(), 2 * array, rtol=1e-3):
                        wrong.append(seed)

            threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(wrong, [])

    def test_memory_does_not_grow(self):
        def once():
            with ttnn.manage_device(0) as device:
                x = ttnn.from_torch(reals([256, 256]), layout=ttnn.TILE_LAYOUT, device=device)
                ttnn.exp(x).to_numpy()

        for _ in range(5):
            once()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(25):
            once()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 30_000, "KiB over 25 openings")

    def test_interrupt(self):
        program = subprocess.Popen([sys.executable, "-c", LOOP], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.assertEqual(program.stdout.readline(), "running\n")
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        _, error = program.communicate(timeout=30)
        self.assertIn("KeyboardInterrupt", error)


class TwoChips(unittest.TestCase):
    @unittest.skipUnless(two_chips(), "IRONBIRD_CHIP names one chip")
    def test_each_computes(self):
        devices = ttnn.CreateDevices([0, 1])
        self.assertEqual([d.arch() for d in devices.values()], [ttnn.device.Arch.WORMHOLE_B0, ttnn.device.Arch.BLACKHOLE])
        array = reals([64, 64])
        for device in devices.values():
            x = ttnn.from_torch(array, layout=ttnn.TILE_LAYOUT, device=device)
            numpy.testing.assert_allclose((x + x).to_numpy(), 2 * array, rtol=1e-3)
        ttnn.CloseDevices(devices)


if __name__ == "__main__":
    unittest.main()
