#!/usr/bin/env python3
"""What programs see of clusters, by environment.

usage: clusters_test.py --program PROGRAM
"""
import argparse
import os
import subprocess
import sys

VARIABLES = ("IRONBIRD_CHIP", "IRONBIRD_CLUSTER", "IRONBIRD_MESH", "TT_MESHDEVICE_SHAPE", "TT_METAL_VISIBLE_DEVICES",
             "ARCH_NAME", "TT_MESH_GRAPH_DESC_PATH")
DESCRIPTOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mesh_2x3.textproto")
MANY = ",".join(str(i) for i in range(32))

# Environment, shape that is asked for, and lines of the output in order. Numbers of devices and channels: upstream's
# golden mapping of a T3000, and the wiring of its boards.
ROWS = [
    ({}, [], ["system 1x1 type 1 galaxy false devices 1", "mesh 1x1 ids 0"]),
    ({"IRONBIRD_CHIP": "p150"}, [], ["system 1x1 type 7 galaxy false devices 1"]),
    ({"IRONBIRD_CHIP": "n300"}, [], ["system 1x1 type 2 galaxy false devices 1"]),
    ({"IRONBIRD_CLUSTER": "n300"}, [], ["system 1x2 type 2 galaxy false devices 2", "0-1: 8/0 9/1"]),
    ({"IRONBIRD_CHIP": "n300", "TT_METAL_VISIBLE_DEVICES": "0,1"}, [], ["system 1x2 type 2", "0-1: 8/0 9/1"]),
    ({"IRONBIRD_CLUSTER": "t3000"}, [],
     ["system 2x4 type 3 galaxy false devices 8", "mesh 2x4 ids 4,0,2,6,5,1,3,7", "4-0: 0/8 1/9", "0-2: 6/6 7/7"]),
    # A line through the mesh: every step is one to a neighbour.
    ({"IRONBIRD_CLUSTER": "t3000"}, ["1", "8"],
     ["mesh 1x8 ids 4,0,2,6,7,3,1,5", "6-7: 6/6 7/7", "3-1: 0/0 1/1", "1-5: 8/0 9/1"]),
    ({"IRONBIRD_CLUSTER": "galaxy"}, [], ["system 8x4 type 4 galaxy true devices 32"]),
    # The same torus with its columns for rows.
    ({"IRONBIRD_CLUSTER": "galaxy"}, ["4", "8"], ["mesh 4x8 ids 0,4,8,12", "0-4: 8/4 9/5 10/6 11/7"]),
    ({"IRONBIRD_CLUSTER": "bh_galaxy"}, ["2", "2"], ["system 8x4 type 16 galaxy true", "mesh 2x2 ids 0,1,4,5"]),
    ({"IRONBIRD_CLUSTER": "p150x8"}, ["1", "8"], ["system 2x4 type 13", "mesh 1x8 ids 0,1,2,3,7,6,5,4"]),
    ({"IRONBIRD_CHIP": "p150", "IRONBIRD_MESH": "2x2"}, [], ["system 2x2 type 9"]),
    ({"TT_METAL_VISIBLE_DEVICES": MANY}, [], ["system 4x8 type 18"]),
    ({"TT_METAL_VISIBLE_DEVICES": "0,1,2,3,4,5,6,7"}, [], ["system 1x8"]),
    ({"TT_METAL_VISIBLE_DEVICES": MANY, "TT_MESHDEVICE_SHAPE": "8,4"}, [], ["system 8x4", "mesh 8x4"]),
    ({"TT_MESH_GRAPH_DESC_PATH": DESCRIPTOR}, [], ["system 2x3", "mesh 2x3 ids 0,1,2,3,4,5", "0-1: 0/2 1/3",
                                                   "3-4: 0/2 1/3"]),
    # Nobody said what there is: any shape, chips that are not joined.
    ({}, ["2", "2"], ["mesh 2x2 ids 0,1,2,3", "0-1:"]),
]
# Environment, shape, and what the refusal names.
REFUSED = [
    ({"IRONBIRD_CLUSTER": "t4000"}, [], "t3000"),
    ({"IRONBIRD_CLUSTER": "t3000"}, ["4", "4"], "does not fit"),
    ({"IRONBIRD_CLUSTER": "t3000", "IRONBIRD_CHIP": "p150"}, [], "IRONBIRD_CHIP"),
    ({"TT_MESHDEVICE_SHAPE": "2x4"}, [], "TT_MESHDEVICE_SHAPE"),
    ({"TT_MESH_GRAPH_DESC_PATH": "nowhere.textproto"}, [], "nowhere.textproto"),
    ({"TT_MESH_GRAPH_DESC_PATH": DESCRIPTOR, "IRONBIRD_CLUSTER": "p150x4"}, [], "is 2x3, and p150x4 is 2x2"),
    ({"TT_MESHDEVICE_SHAPE": "99,99"}, [], "TT_MESHDEVICE_SHAPE=99,99"),
    ({"IRONBIRD_CLUSTER": "t3000", "TT_MESHDEVICE_SHAPE": "4,8"}, [], "needs 32 devices, and there are 8"),
    ({"IRONBIRD_CLUSTER": "t3000", "IRONBIRD_MESH": "2x4"}, [], "IRONBIRD_MESH=2x4"),
    ({"IRONBIRD_CLUSTER": "t3000", "TT_METAL_VISIBLE_DEVICES": "0,1"}, [], "TT_METAL_VISIBLE_DEVICES=0,1"),
]


def run(program, environment, shape):
    clean = {k: v for k, v in os.environ.items() if k not in VARIABLES}
    return subprocess.run([program, *shape], env=clean | environment, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program", required=True)
    program = parser.parse_args().program
    wrong = []
    for environment, shape, lines in ROWS:
        done = run(program, environment, shape)
        rest = done.stdout
        for line in lines:
            at = rest.find(line)
            if at < 0:
                wrong.append(f"{environment} {shape}: no {line!r} in\n{done.stdout}{done.stderr}")
                break
            rest = rest[at + len(line):]
    for environment, shape, text in REFUSED:
        done = run(program, environment, shape)
        if done.returncode == 0 or text not in done.stderr:
            wrong.append(f"{environment} {shape}: exit code {done.returncode}, no {text!r} in\n{done.stderr}")
    print("\n".join(wrong) or f"{len(ROWS) + len(REFUSED)} machines as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
