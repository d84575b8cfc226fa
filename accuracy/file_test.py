#!/usr/bin/env python3
"""Machines of several chips are replayed, and measurements of the user's own in place of a set's.

usage: file_test.py ACCURACY [ccl]
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

CCL_COLUMNS = ("arch,machine,fabric,mesh,op,axis,links,most_bytes,shape,dim,out_dim,dtype,layout,memory,routing,unit,value,"
               "kind,devices,test,left_out\n")
CCL_ROWS = ("wormhole_b0,t3000,line,1x2,all_gather,1,1,0,1x1x32x256,3,0,bfloat16,tile,dram,-,us,9,measured,mean,small,\n"
            "wormhole_b0,t3000,line,2x4,all_to_all_dispatch,1,1,0,2x1x1x256,2,1,bfloat16,row_major,dram,random,us,15,bound,max,few,\n"
            "wormhole_b0,t3000,-,-,Matmul_RS,0,0,0,-,0,0,-,-,-,-,us,9,measured,-,other,not an operation\n")


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


def collectives(program, table):
    """What a row leaves out is said and not replayed; a bound is no measurement."""
    table.write_text(CCL_COLUMNS + CCL_ROWS)
    done = run(program, "--set", "ccl", "--file", str(table), "--json")
    if done.returncode != 0:
        yield f"exit code {done.returncode}\n{done.stderr}"
        return
    replayed = json.loads(done.stdout)["sets"]["ccl"]
    if (replayed["rows"], replayed["failed"], replayed["left_out"]) != (2, 0, {"not an operation": 1}):
        yield f"{replayed['rows']} rows, {replayed['failed']} of them failed, left out {replayed['left_out']}"
    if {g["group"] for g in replayed["groups"]} != {"all_gather", "all_to_all_dispatch bounds"}:
        yield f"groups {replayed['groups']}"
    for miss in replayed["misses"]:
        if not 0.1 < miss["predicted"] / miss["measured"] < 10:
            yield f"{miss['row']}: {miss['predicted']}, measured {miss['measured']}"
    table.write_text(CCL_COLUMNS + CCL_ROWS.replace(",mean,small", ",slow,small"))
    done = run(program, "--set", "ccl", "--file", str(table))
    if done.returncode != 2 or "devices is mean or max, not slow" not in done.stdout:
        yield f"devices that are neither: exit code {done.returncode}\n{done.stdout}"


def main():
    check = collectives if sys.argv[2:] == ["ccl"] else complaints
    with tempfile.TemporaryDirectory() as folder:
        found = list(check(sys.argv[1], pathlib.Path(folder, "rows.csv")))
    print("\n".join(found) or "rows of the user's own are replayed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
