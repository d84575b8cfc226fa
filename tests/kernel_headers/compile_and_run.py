"""Compiles a program with a command, then runs it: compile_and_run.py OUTPUT COMPILER ARGUMENT…"""

import subprocess
import sys

output, *command = sys.argv[1:]
subprocess.run(command + ["-o", output], check=True)
sys.exit(subprocess.run([output]).returncode)
