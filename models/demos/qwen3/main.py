"""Text on virtual chips: python3 main.py --ckpt_dir DIR --prompt TEXT, or prompts of a file of test_dataset.

Without --ckpt_dir the checkpoint is QWEN3_MODEL_DIR/QWEN3_MODEL (/shared/models if no folder is said). TT_TRACE=0 enqueues
each decode step anew, GENERATE_MODEL_CACHE=1 keeps weights in ~/.cache/ttnn-weights, TT_MESHDEVICE_SHAPE names the mesh."""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))

from models.demos.qwen3.common import tokenizer  # noqa: E402
from models.demos.qwen3.common.options import add_model, positive, read_model, share, temperature, truth  # noqa: E402
from models.demos.qwen3.generation import generate  # noqa: E402
from models.demos.qwen3.test_dataset.loader import Prompts  # noqa: E402
from models.demos.qwen3.utils import ending  # noqa: E402
from models.demos.qwen3.utils.memory_state import memory_state  # noqa: E402
from models.demos.qwen3.utils.profiler import profiler  # noqa: E402


BATCH = 128


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_model(parser)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--prompt", action="append")
    source.add_argument("--dataset", help="file that test_dataset/maker.py wrote")
    parser.add_argument("--prompt_len", type=positive, default=64, help="tokens of prompts from the file")
    parser.add_argument("--batch_size", type=positive,
                        help=f"users; prompts repeat (default: {BATCH} of a file, else as many as prompts)")
    parser.add_argument("--gen_tokens", type=positive, default=32)
    parser.add_argument("--temperature", type=temperature, default=0.7)
    parser.add_argument("--top_p", type=share, default=0.8)
    parser.add_argument("--max_seq_len", type=positive, default=512)
    parser.add_argument("--no_trace", action="store_true", help="enqueue each decode step anew")
    for name, default, where in (("--run_tt", True, "on the devices"), ("--run_reference", False, "on the CPU")):
        parser.add_argument(name, type=truth, nargs="?", const=True, default=default, help=f"{where} ({default})")
    asked = parser.parse_args(words)
    if not (asked.run_tt or asked.run_reference):
        parser.error("--run_tt and --run_reference are both false: nothing is to be run")
    return asked


def texts_of(asked):
    if asked.dataset:
        return Prompts(asked.dataset).take(asked.prompt_len, asked.batch_size or BATCH)
    users = asked.batch_size or len(asked.prompt)
    return [asked.prompt[i % len(asked.prompt)] for i in range(users)]


def report(texts, made, seconds, words):
    for text, tokens in zip(texts, made):
        print(f"\033[31m{text}\033[0m{words.decode(tokens)}")
    if len(seconds) > 1:
        rate = (len(seconds) - 1) / sum(seconds[1:])
        print(f"TTFT {seconds[0] * 1e3:.0f} ms, {rate:.2f} tokens/s/user, {rate * len(texts):.2f} tokens/s (wall)")


def main(words=None):
    asked = arguments(words)
    words = tokenizer.Tokenizer(asked.tokenizer_path or asked.ckpt_dir)
    texts = texts_of(asked)
    path, config, checkpoint = read_model(asked, len(texts), asked.max_seq_len)
    prompts = words.encode_all(texts)

    def run(model):
        with profiler.span("generate", 0):
            made = generate(model, prompts, asked.gen_tokens, asked.temperature, asked.top_p, usable=len(words))
        report(texts, *made, words)

    if asked.run_reference:
        from models.demos.qwen3.reference.model import Qwen3MoEReference

        run(Qwen3MoEReference(config, checkpoint))
    if asked.run_tt:
        from models.demos.qwen3.tt.load import on_mesh

        with on_mesh(config, path, checkpoint, False if asked.no_trace else None, asked.weight_cache) as (model, device):
            run(model)
            print(f"DRAM of a chip: {memory_state(device)}")


if __name__ == "__main__":
    ending.run("main.py", main)
