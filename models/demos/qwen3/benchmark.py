"""Times of prefill and of decode steps by batch and length: python3 benchmark.py --ckpt_dir DIR.

Wall times of this machine. `ironbird moe bench` gives the modelled ones of the chips.
"""

import argparse
import itertools
import pathlib
import sys
import time

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))

from models.demos.qwen3.common.options import add_model, positive, read_model  # noqa: E402
from models.demos.qwen3.utils import ending  # noqa: E402

WARM_UP, TIMED = 5, 10


def trimmed_mean(values):
    """Without the smallest and the largest of three or more."""
    ordered = sorted(values)
    kept = ordered[1:-1] if len(ordered) > 2 else ordered
    return sum(kept) / len(kept)


def seconds_of(call, warm_up=WARM_UP, timed=TIMED):
    """The first calls compile, and capture a trace; one replay more is thrown away."""
    def once():
        begin = time.perf_counter()
        call()
        return time.perf_counter() - begin

    for _ in range(warm_up + 1):
        call()
    return trimmed_mean([once() for _ in range(timed)])


def row(batch, length, output, first, step):
    return f"{batch},{length},{output},{first * 1e3:.2f},{step * 1e3:.2f},{batch / step:.2f}"


def measure(model, batch, length, output, warm_up=WARM_UP, timed=TIMED):
    """Of random tokens; a decode step is the mean over `output` positions behind the prompt."""
    random = numpy.random.default_rng(42)
    tokens = random.integers(0, model.config.vocab_size, [batch, length])
    first = seconds_of(lambda: model.forward(tokens, 0), warm_up, timed)

    def steps():
        for i in range(output):
            model.forward(tokens[:, :1], length + i)

    return row(batch, length, output, first, seconds_of(steps, warm_up, timed) / output)


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_model(parser)
    parser.add_argument("--log_file", default="benchmark_result.csv", help="lines are appended")
    parser.add_argument("--batch_sizes", type=positive, nargs="+", default=[32])
    parser.add_argument("--input_lengths", type=positive, nargs="+", default=[128])
    parser.add_argument("--output_lengths", type=positive, nargs="+", default=[8])
    parser.add_argument("--warm_up", type=int, default=WARM_UP)
    parser.add_argument("--iterations", type=positive, default=TIMED)
    return parser.parse_args(words)


def run(asked, log):
    from models.demos.qwen3.tt.load import on_mesh

    longest = max(asked.input_lengths) + max(asked.output_lengths)
    path, config, checkpoint = read_model(asked, max(asked.batch_sizes), longest)
    with on_mesh(config, path, checkpoint, weight_cache=asked.weight_cache) as (model, _):
        for batch, length, output in itertools.product(asked.batch_sizes, asked.input_lengths, asked.output_lengths):
            line = measure(model, batch, length, output, asked.warm_up, asked.iterations)
            print(line, flush=True)
            print(line, file=log, flush=True)


def main(words=None):
    asked = arguments(words)
    with open(asked.log_file, "a", encoding="utf-8") as log:  # before the weights: loading takes minutes
        run(asked, log)


if __name__ == "__main__":
    ending.run("benchmark.py", main)
