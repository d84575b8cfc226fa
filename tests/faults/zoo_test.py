#!/usr/bin/env python3
"""The bug zoo under `ironbird check`: each exhibit is reported as written down, its twin is clean.

usage: zoo_test.py --ironbird PROGRAM --zoo PROGRAM [--write] [NAME...]

The expected text of each exhibit is zoo/expected/NAME.txt, with every cycle as N and files from the
zoo's folder, else from the root; --write renews it. A barrier bug must also give a wrong result, or
no result, under at least one order of delivery.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "zoo"
FOUND = re.compile(r"^(?:error|warning) ([A-Z]+-\d+)", flags=re.M)
ORDERS = ["timed", "late", "eager", "random:1", "random:2", "random:3", "random:4", "random:5"]


class Row:
    def __init__(self, name, rules, chip="n150", wrong=False, code=1, other=None,
                 asserts=False, cluster=None, told=False):
        self.name, self.rules, self.chip, self.wrong, self.code = name, rules, chip, wrong, code
        self.other = other  # the chip on which it is run too
        self.asserts = asserts  # assertions of kernels are compiled in
        self.cluster = cluster  # the machine of several chips that it needs
        self.told = told  # a run without checks says it, too


# What must be among the rules reported; `wrong`: some order of delivery spoils the result.
ROWS = [
    Row("read_without_barrier", ["NOC-001"], wrong=True),
    Row("wrong_barrier", ["NOC-004", "NOC-008"], wrong=True),
    Row("source_reused", ["NOC-004"], wrong=True),
    Row("write_at_exit", ["NOC-005"], wrong=True),
    Row("atomic_at_exit", ["NOC-006"], wrong=True),
    Row("pop_before_flush", ["NOC-004", "NOC-018"], wrong=True),
    Row("multicast_count", ["HANG-009", "NOC-011"], code=3),
    Row("credit_before_data", ["RACE-002"], wrong=True),
    Row("credit_on_other_noc", ["RACE-004"], wrong=True),
    Row("credit_to_other_core", ["RACE-005"], wrong=True),
    Row("credit_not_promised", ["RACE-003"], code=0),
    Row("flag_without_flush", ["RACE-008"], chip="p150", code=0),
    Row("local_increment", ["RACE-006"]),
    Row("cb_for_one_stick", ["MEM-003", "MEM-004"]),
    Row("cb_size_precedence", ["MEM-008"]),
    Row("misaligned_read", ["NOC-009"]),
    Row("page_stride", ["MEM-010"], chip="p150", code=0),
    Row("tile_of_544_bytes", ["NOC-009"], chip="p150"),
    Row("page_counter", ["CB-010"]),
    Row("locked_page", ["MEM-011"]),
    Row("cb_over_buffer", ["CB-009"]),
    Row("count_of_the_mesh", ["INIT-005", "MEM-007"], wrong=True),
    Row("dropped_too_early", ["MEM-005"]),
    Row("unset_argument", ["ARG-001"]),
    Row("unread_argument", ["ARG-002"], code=0),
    Row("argument_counts", ["ARG-003"], code=0),
    Row("misspelt_name", ["ARG-004"], code=2),
    Row("stale_address", ["ARG-005"]),
    Row("dst_halved", ["COMP-002"]),
    Row("missing_reconfig", ["COMP-001"], told=True),
    Row("other_operation", ["INIT-010"], told=True),
    Row("missing_init", ["INIT-011"]),
    Row("other_broadcast", ["INIT-012"]),
    Row("not_turned", ["INIT-013"]),
    Row("other_shape", ["INIT-014"]),
    Row("missing_uninit", ["INIT-015"]),
    Row("packer_of_rows", ["INIT-016"]),
    Row("missing_exp_init", ["INIT-017"], told=True),
    Row("two_consumers", ["CB-006"]),
    Row("pack_without_commit", ["COMP-003"]),
    Row("tile_past_the_cb", ["COMP-004"]),
    Row("unpack_without_math", ["COMP-005"]),
    Row("page_never_filled", ["INIT-002"]),
    Row("dst_never_written", ["INIT-003"]),
    Row("stack_too_small", ["KERNEL-001"]),
    Row("load_from_nowhere", ["KERNEL-002"]),
    Row("assertion", ["KERNEL-003"], asserts=True),
    Row("divide_by_zero", ["KERNEL-004"]),
    Row("load_from_nobody", ["MEM-002"]),
    Row("write_into_padding", ["MEM-006"], code=0),
    Row("flush_at_exit", ["NOC-017"], code=0),
    Row("half_alignment", ["PORT-001"], other="p150"),
    Row("bank_of_one_chip", ["PORT-002"], other="p150"),
    Row("wide_dst", ["PORT-003"], other="e150"),
    Row("l1_to_the_brim", ["PORT-004"], chip="p150", other="n150"),
    Row("cb_above_31", ["PORT-005"], chip="p150", other="n150"),
    Row("other_per_chip", ["PORT-006"], other="p150", asserts=True),
    Row("second_connection", ["FAB-001"], cluster="n300"),
    Row("long_payload", ["FAB-002"], cluster="n300"),
    Row("connection_left_open", ["FAB-003"], cluster="n300", code=0),
    Row("count_of_last_run", ["FAB-004"], cluster="n300"),
    Row("count_wiped_out", ["FAB-005", "HANG-006"], cluster="n300", code=3),
    Row("header_reused", ["NOC-004"], cluster="n300"),
    Row("chunks_disagree", ["HANG-006"], cluster="n300", code=3),
    Row("slots_forgotten", ["HANG-016"], cluster="n300", code=3),
]


class Zoo:
    def __init__(self, ironbird, program, folder):
        self.ironbird, self.program, self.folder = ironbird, program, folder

    def check(self, row, *more, **variables):
        """Exit code, findings and text of one run."""
        environment = os.environ | {"TT_METAL_LIGHTWEIGHT_KERNEL_ASSERTS": "1" if row.asserts else "0"}
        chips = ["--chips", f"{row.chip},{row.other}"] if row.other else ["--chip", row.chip]
        if row.cluster:
            chips, environment["IRONBIRD_CLUSTER"] = [], row.cluster
        command = [self.ironbird, "check", *chips, "--", self.program, row.name, *more]
        before = self.records()
        done = subprocess.run(command, cwd=self.folder, env=environment, text=True, capture_output=True,
                              check=False)
        if row.other:  # the record is that of one chip
            return done.returncode, [{"id": i} for i in FOUND.findall(done.stderr)], done.stderr
        return done.returncode, self.findings(before), done.stderr

    def records(self):
        return set(self.folder.glob("ironbird-out/*/run.json"))

    def findings(self, before):
        """Of the record that a run has left; none where the run ended too early to leave one."""
        new = sorted(self.records() - before)
        try:
            return json.loads(new[-1].read_text())["findings"] if new else []
        except (ValueError, KeyError):
            return []

    def told(self, row):
        """Lines about set-ups at the end of a plain run."""
        command = [self.ironbird, "run", "--chip", row.chip, "--", self.program, row.name]
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, check=False)
        return re.findall(r"^.*: .* \(set up by .*, device 0\)$", done.stderr, flags=re.M)

    def plain(self, row, order):
        """What the program itself says under an order of delivery."""
        command = ["env", f"IRONBIRD_NOC={order}", f"IRONBIRD_CHIP={row.chip}", self.program, row.name]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
        return done.stdout.strip() or f"ended with {done.returncode}"


def normal(text):
    """Our part, without what may change from one model of time to the next."""
    found = re.search(r"^(error|warning) [A-Z]+-\d", text, flags=re.M)
    text = text[found.start():] if found else ""
    text = re.sub(r"^(ironbird:|\d+ error|Not explored|  record).*\n", "", text, flags=re.M)
    text = text.replace(str(FOLDER) + "/", "").replace(str(FOLDER.parents[2]) + "/", "")
    text = re.sub(r"cycle [\d ]+\d|cycle \d", "cycle N", text)
    text = re.sub(r"\d[\d ]* cycles", "N cycles", text)
    text = re.sub(r"(0x[0-9a-f]+|\b\d{5,}\b)", "ADDRESS", text)
    return re.sub(r" +$", "", text, flags=re.M)


def complaints(zoo, row, write):
    code, findings, text = zoo.check(row)
    ids = [f["id"] for f in findings]
    for rule in row.rules:
        if rule not in ids:
            yield f"{row.name}: {rule} is not reported, but {ids}\n{text}"
    if code != row.code:
        yield f"{row.name}: exit code {code}, expected {row.code}\n{text}"
    golden = FOLDER / "expected" / f"{row.name}.txt"
    if write:
        golden.write_text(normal(text))
    elif not golden.exists() or golden.read_text() != normal(text):
        yield f"{row.name}: not the text of {golden.name}:\n{normal(text)}"
    code, findings, text = zoo.check(row, "repaired")
    if code != 0 or findings:
        yield f"{row.name}, repaired, is not clean: exit code {code}\n{text}"
    if row.told and len(zoo.told(row)) != 1:
        yield f"{row.name}: a plain run says {zoo.told(row)}"
    if row.wrong and all(zoo.plain(row, order) == "right" for order in ORDERS):
        yield f"{row.name}: the result is right under every order of delivery"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--ironbird", required=True)
    arguments.add_argument("--zoo", required=True)
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("names", nargs="*")
    args = arguments.parse_args()
    rows = [r for r in ROWS if not args.names or r.name in args.names]
    args.ironbird, args.zoo = (str(pathlib.Path(p).resolve()) for p in (args.ironbird, args.zoo))
    with tempfile.TemporaryDirectory(prefix="ironbird zoo ") as folder:
        zoo = Zoo(args.ironbird, args.zoo, pathlib.Path(folder))
        listed = subprocess.run([args.zoo], text=True, capture_output=True, check=True).stdout.split()
        known = {r.name for r in ROWS}
        found = [f"{name} is in no row" for name in listed if name not in known]
        for row in rows:
            found += complaints(zoo, row, args.write)
    print("\n".join(found) or f"{len(rows)} exhibits and their twins as expected")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
