#!/usr/bin/env python3
"""Machines of several chips are replayed, and measurements of the user's own in place of a set's.

usage: file_test.py ACCURACY
"""
import json
import pathlib
import subprocess
import sys
import tempfile

COLUMNS = "arch,machine,fabric,pattern,send,packet_bytes,most_bytes,links,unit,value\n"
ROWS = ("wormhole_b0,t3000,line,all,write,4096,4352,1,GB/s,10.89\n"
        "wormhole_b0,t3000,line,ping,write,16,4352,1,ns,801\n"
        "blackhole,p150x4,ring,full_ring,fused,2048,4352,1,GB/s,3.6\n"
        "wormhole_b0,n300,none,cable,write,4096,0,1,GB/s,12.04\n")


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def complaints(program, table):
    table.write_text(COLUMNS + ROWS)
    done = run(program, "--set", "fabric", "--file", str(table), "--json")
    if done.returncode != 0:
        yield f"exit code {done.returncode}\n{done.stderr}"
        return
    replayed = json.loads(done.stdout)["sets"]["fabric"]
    if (replayed["rows"], replayed["failed"]) != (4, 0):
        yield f"{replayed['rows']} rows, {replayed['failed']} of them failed"
    for miss in replayed["misses"]:
        if not 0.5 < miss["predicted"] / miss["measured"] < 2:
            yield f"{miss['row']}: {miss['predicted']}, measured {miss['measured']}"
    for arguments, text in ((["--file", str(table)], "name it with --set"),
                            (["--set", "noc", "--file", str(table)], "no column")):
        done = run(program, *arguments)
        if done.returncode != 4 or text not in done.stderr:
            yield f"{arguments}: exit code {done.returncode}\n{done.stderr}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = list(complaints(sys.argv[1], pathlib.Path(folder, "rows.csv")))
    print("\n".join(found) or "four rows of the user's own are replayed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
