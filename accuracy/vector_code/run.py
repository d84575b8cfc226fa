#!/usr/bin/env python3
"""Upstream's vector functions that are SFPI code, counted by our headers, against silicon.

usage: run.py TT_METAL [OPERATION...]   TT_METAL: a checkout or a git directory of tt-metal

Nothing of the count is fitted to these rows. Functions are those of the checkout, which may be newer
than the measurement.
"""
import csv
import io
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
WHOLE = "calculate_{}<false, {{wide}}, 8>()"
CALLS = {  # operation: header, call
    "acos": ("trigonometry", WHOLE.format("acos")),
    "asin": ("trigonometry", WHOLE.format("asin")),
    "atan": ("trigonometry", WHOLE.format("atan")),
    "atanh": ("trigonometry", WHOLE.format("atanh")),
    "cbrt": ("cbrt", WHOLE.format("cube_root")),
    "cos": ("trigonometry", WHOLE.format("cosine")),
    "cosh": ("trigonometry", WHOLE.format("cosh")),
    "exp2": ("exp2", WHOLE.format("exp2")),
    "expm1": ("expm1", WHOLE.format("expm1")),
    "hardsigmoid": ("activations",
                    "calculate_activation<false, ActivationType::Hardsigmoid, 8>()"),
    "i0": ("i0", "calculate_i0<false, 8>()"),
    "identity": ("identity", "calculate_identity<false, 8>()"),
    "log": ("log", "calculate_log<false, false, false, {wide}, 8>(0)"),
    "log1p": ("log1p", "calculate_log1p<false, false, {wide}, 8>()"),
    "sigmoid": ("sigmoid", WHOLE.format("sigmoid")),
    "sin": ("trigonometry", WHOLE.format("sine")),
    "sinh": ("trigonometry", WHOLE.format("sinh")),
    "softplus": ("softplus", "calculate_softplus<false, {wide}, 8>(1, 1, 1)"),
    "tan": ("trigonometry", WHOLE.format("tangent")),
    "tanh": ("tanh", WHOLE.format("tanh")),
}
# Headers of which nothing is needed but the stand-ins.
EMPTY = """ckernel ckernel_addrmod ckernel_defs ckernel_globals ckernel_instr_params ckernel_ops
    ckernel_sfpu_load_config ckernel_template cmath_common llk_defs llk_math_eltwise_binary_sfpu
    llk_math_eltwise_unary_sfpu llk_math_eltwise_unary_sfpu_init llk_sfpu_types lltt
    sfpu/ckernel_sfpu_load_config""".split()


def without_raw_instructions(text):
    text = re.sub(r"\bTTI?_[A-Z0-9_]+\s*(\([^;]*?\))?\s*;", ";", text)
    # The reciprocal of Blackhole has fast forms of raw instructions only.
    return re.sub(r"// Approximate reciprocal, with throughput.*?(?=template <bool APPROXIMATE = "
                  r"false, bool save_reg)(.*?)template <bool APPROXIMATION_MODE.*", r"\1}}\n", text,
                  flags=re.S)


def export(upstream, into):
    git_dir = upstream / ".git" if (upstream / ".git").exists() else upstream
    folders = [f"tt_metal/tt-llk/tt_llk_{arch}/common/inc/sfpu" for arch in ARCHS]
    folders += [f"tt_metal/hw/ckernels/{arch}/metal/llk_api/llk_sfpu" for arch in ARCHS]
    for folder in folders:
        command = ["git", f"--git-dir={git_dir}", "archive", f"--prefix={folder}/",
                   f"HEAD:{folder}"]
        archive = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        tarfile.open(fileobj=io.BytesIO(archive)).extractall(into)
    for header in into.rglob("*.h"):
        header.write_text(without_raw_instructions(header.read_text()))
    for name in EMPTY:
        path = into / "stand_in" / f"{name}.h"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('#pragma once\n#include "stand_in.h"\n')
    for stale in into.rglob("sfpu/ckernel_sfpu_load_config.h"):
        if "stand_in" not in stale.parts:
            stale.unlink()


ARCHS = {"wormhole_b0": "WORMHOLE", "blackhole": "BLACKHOLE"}


def cycles(row, tree):
    header, call = CALLS[row["operation"]]
    call = call.replace("{wide}", "true" if row["format"] == "fp32" else "false")
    arch = row["arch"]
    llk = tree / f"tt_metal/tt-llk/tt_llk_{arch}/common/inc"
    folders = [tree / "stand_in", HERE, ROOT / "device_include", ROOT / "src/abi",
               tree / f"tt_metal/hw/ckernels/{arch}/metal/llk_api/llk_sfpu", llk, llk / "sfpu"]
    program = tree / "program"
    subprocess.run(["clang++-19", "-std=gnu++20", "-O1", "-w", "-fms-extensions",
                    f"-DARCH_{ARCHS[arch]}", f'-DHEADER="ckernel_sfpu_{header}.h"',
                    f"-DCALL={call}", *(f"-I{f}" for f in folders), HERE / "main.cpp",
                    "-o", program], check=True)
    return int(subprocess.run([program], stdout=subprocess.PIPE, check=True).stdout)


def main():
    errors = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        export(Path(sys.argv[1]).resolve(), tree)
        for row in csv.DictReader((ROOT / "data/silicon/llk.csv").open()):
            if row["operation"] not in (sys.argv[2:] or CALLS) or row["operation"] not in CALLS:
                continue
            got, want = cycles(row, tree), float(row["cycles"])
            errors.append((got - want) / want)
            print(f"{row['operation']:12} {row['format']:5} {row['arch']:12} {got:6} {want:8.1f} "
                  f"{100 * errors[-1]:+6.1f} %", flush=True)
    sizes = sorted(abs(e) for e in errors)
    print(f"{len(sizes)} rows, median {100 * statistics.median(sizes):.1f} %, "
          f"p90 {100 * sizes[len(sizes) * 9 // 10]:.1f} %, "
          f"median of the signed {100 * statistics.median(errors):+.1f} %")


main()
