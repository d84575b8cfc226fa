"""A stream in batches of 32: what hangs, what crosses the end of the buffer, what is clean."""

import argparse
import subprocess
import sys

CASES = [
    # variant, pages pushed, pages of a pass, passes: command, exit code, pieces of stderr
    (("WHOLE_BATCHES", 62, 62, 1), "run", 3,
     ["hang HANG-002", "the producer ended after 30 of 32 pages", "gather.cpp:9", "produce.cpp:9",
      "62 is not a multiple of 32: the last batch is 2 short"]),
    (("WHOLE_BATCHES", 62, 62, 1), "run --json", 3, ['"slug":"hang"']),
    (("WHOLE_BATCHES", 64, 64, 1), "check", 0, ["0 errors"]),
    (("NAIVE_TAIL", 124, 62, 2), "check", 1, ["error CB-007", "gather.cpp:"]),
    (("WHOLE_BATCHES", 128, 64, 2), "check", 0, ["0 errors"]),
    (("DIVIDING_BLOCKS", 124, 62, 2), "check", 0, ["0 errors"]),
    (("ONE_BY_ONE", 124, 62, 2), "check", 0, ["0 errors"]),
]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--ironbird", required=True)
    arguments.add_argument("--program", required=True)
    given = arguments.parse_args()
    failed = False
    for what, command, code, pieces in CASES:
        argv = [given.ironbird, *command.split()] + (["--only", "cb"] if command == "check" else [])
        ran = subprocess.run(argv + [given.program, *map(str, what)], capture_output=True, text=True)
        missing = [p for p in pieces if p not in ran.stdout + ran.stderr]
        if ran.returncode == code and not missing:
            continue
        failed = True
        print(f"{what}: exit {ran.returncode}, expected {code}; missing {missing}\n{ran.stdout}{ran.stderr}")
    sys.exit(failed)


main()
