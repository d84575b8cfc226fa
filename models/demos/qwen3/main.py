"""Text on virtual chips: python3 main.py --ckpt_dir DIR --prompt TEXT, or prompts of a file of test_dataset."""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))

from models.demos.qwen3.common import configuration, loader, tokenizer  # noqa: E402
from models.demos.qwen3.generation import generate  # noqa: E402
from models.demos.qwen3.test_dataset.loader import Prompts  # noqa: E402
from models.demos.qwen3.utils.device import close_mesh, open_mesh  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ckpt_dir", required=True)
    parser.add_argument("--tokenizer_path", help="folder of tokenizer.json, if it is not beside the weights")
    parser.add_argument("--config_path", help="in place of config.json beside the weights")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--prompt", action="append")
    source.add_argument("--dataset", help="file that test_dataset/maker.py wrote")
    parser.add_argument("--prompt_len", type=int, default=64, help="tokens of prompts from the file")
    parser.add_argument("--batch_size", type=int, default=0, help="users; prompts repeat (default: as many as prompts)")
    parser.add_argument("--gen_tokens", type=int, default=32)
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--top_p", type=float, default=0.8)
    parser.add_argument("--max_seq_len", type=int, default=512)
    parser.add_argument("--no_trace", action="store_true", help="enqueue each decode step anew")
    parser.add_argument("--run_reference", action="store_true", help="on the CPU, in place of devices")
    return parser.parse_args()


def texts_of(asked):
    if asked.dataset:
        return Prompts(asked.dataset).take(asked.prompt_len, asked.batch_size or 1)
    users = asked.batch_size or len(asked.prompt)
    return [asked.prompt[i % len(asked.prompt)] for i in range(users)]


def report(texts, made, seconds, words):
    for text, tokens in zip(texts, made):
        print(f"\033[31m{text}\033[0m{words.decode(tokens)}")
    if len(seconds) > 1:
        rate = (len(seconds) - 1) / sum(seconds[1:])
        print(f"TTFT {seconds[0] * 1e3:.0f} ms, {rate:.2f} tokens/s/user, {rate * len(texts):.2f} tokens/s (wall)")


def main():
    asked = arguments()
    folder = pathlib.Path(asked.ckpt_dir)
    words = tokenizer.Tokenizer(asked.tokenizer_path or folder)
    texts = texts_of(asked)
    config = configuration.read(asked.config_path or folder / "config.json", max_batch_size=len(texts),
                                max_seq_len=asked.max_seq_len)
    checkpoint, prompts = loader.Checkpoint(folder), words.encode_all(texts)

    def run(model):
        report(texts, *generate(model, prompts, asked.gen_tokens, asked.temperature, asked.top_p, usable=len(words)),
               words)

    if asked.run_reference:
        from models.demos.qwen3.reference.model import Model

        run(Model(config, checkpoint))
        return
    from models.demos.qwen3.tt.qwen import Qwen3

    device = open_mesh()
    model = Qwen3(config, checkpoint, device, trace=not asked.no_trace)
    run(model)
    model.close()
    del model
    close_mesh(device)


if __name__ == "__main__":
    main()
