"""How programs end that go wrong: what is said, the exit code, and that nothing is left behind."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BEGIN = """
import numpy, ttnn
device = ttnn.open_device(device_id=0)
x = ttnn.from_torch(numpy.ones([32, 32], numpy.float32), layout=ttnn.TILE_LAYOUT, device=device)
core = ttnn.CoreRangeSet([ttnn.CoreRange((0, 0), (0, 0))])

def run(source):
    kernel = ttnn.KernelDescriptor('#include "dataflow_api.h"\\nvoid kernel_main() {' + source + '}',
                                   ttnn.KernelDescriptor.SourceType.SOURCE_CODE, core,
                                   config=ttnn.ReaderConfigDescriptor())
    buffer = ttnn.CBDescriptor(4096, core, [ttnn.CBFormatDescriptor(0, ttnn.float32, 4096)])
    out = ttnn.generic_op([x, x], ttnn.ProgramDescriptor([kernel], [], [buffer]))
    print("running", flush=True)
    out.to_numpy()
"""
FAULT = 'run("noc_async_read(get_noc_addr(31, 31, 0), get_write_ptr(0), 32); noc_async_read_barrier();")'
HANG = 'run("cb_wait_front(0, 1);")'
SHAPE = "ttnn.matmul(x, ttnn.from_torch(numpy.ones([40, 32], numpy.float32), layout=ttnn.TILE_LAYOUT, device=device))"
LONG = 'run("for (uint32_t i = 0; i < 2000000000; i++) { noc_async_read(get_noc_addr(0), get_write_ptr(0), 32);' \
       ' noc_async_read_barrier(); }")'


def listen_to_interrupts():
    """A test that a shell has put into the background inherits that SIGINT is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Endings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def start(self, body):
        environment = {**os.environ, "TMPDIR": self.folder.name}
        program = subprocess.Popen([sys.executable, "-c", BEGIN + body], env=environment, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                                   preexec_fn=listen_to_interrupts)
        self.addCleanup(program.kill)
        return program

    def nothing_left(self, program):
        self.assertEqual(list(pathlib.Path(self.folder.name).iterdir()), [])
        with self.assertRaises(ProcessLookupError):
            os.killpg(program.pid, 0)

    def fails(self, body, *said):
        program = self.start(body)
        _, error = program.communicate(timeout=120)
        for text in said:
            self.assertIn(text, error)
        self.assertEqual(program.returncode, 1)
        self.nothing_left(program)

    def test_fault_of_a_kernel(self):
        self.fails(FAULT, "Traceback", "ttnn.Fault: error[noc-target]", "in run")

    def test_hang(self):
        self.fails(HANG, "Traceback", "ttnn.Fault: hang", "cb_wait_front(0, 1)")

    def test_shape(self):
        self.fails(SHAPE, "RuntimeError", "The width of the first tensor must be equal to the height")

    def interrupted(self, body):
        program = self.start(body)
        self.assertEqual(program.stdout.readline(), "running\n")
        time.sleep(1)  # "running" is printed before the call that waits; closing a device would wait, too
        program.send_signal(signal.SIGINT)
        out, error = program.communicate(timeout=60)
        return program, out, error

    def test_interrupt_ends_a_run(self):
        program, _, error = self.interrupted(LONG)
        self.assertIn("KeyboardInterrupt", error)
        self.assertEqual(program.returncode, -signal.SIGINT)
        self.nothing_left(program)

    def test_a_program_goes_on_after_an_interrupt(self):
        body = f"try:\n    {LONG}\nexcept KeyboardInterrupt:\n    ttnn.close_device(device)\n" \
               "with ttnn.manage_device(0) as device:\n" \
               "    x = ttnn.from_torch(numpy.ones([32, 32], numpy.float32), layout=ttnn.TILE_LAYOUT, device=device)\n" \
               "    print((x + x).to_numpy()[0, 0])"
        program, out, error = self.interrupted(body)
        self.assertEqual((program.returncode, out), (0, "2.0\n"), error)

    def test_a_killed_program_leaves_nothing(self):
        program = self.start(LONG)
        self.assertEqual(program.stdout.readline(), "running\n")
        program.kill()
        program.communicate(timeout=60)
        self.assertEqual(program.returncode, -signal.SIGKILL)
        self.nothing_left(program)


class Checked(unittest.TestCase):
    def test_findings_name_the_line_of_python(self):
        body = 'run("noc_async_read(get_noc_addr(0), get_write_ptr(0), 32);")  # without a barrier\n'
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "model.py"
            program.write_text(BEGIN + body)
            checked = subprocess.run([os.environ["IRONBIRD_PROGRAM"], "check", "--", sys.executable, str(program)],
                                     cwd=folder, capture_output=True, text=True, timeout=200)
        self.assertRegex(checked.stderr, r"error NOC-007(.*\n)+?  launched model.py:\d+ +out = ttnn.generic_op")
        self.assertEqual(checked.returncode, 1, checked.stderr)


if __name__ == "__main__":
    unittest.main()
