"""Text on virtual chips: python3 main.py --ckpt_dir DIR --prompt TEXT."""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))

from models.demos.qwen3.common import configuration, loader, tokenizer  # noqa: E402
from models.demos.qwen3.generation import generate  # noqa: E402
from models.demos.qwen3.utils.device import close_mesh, open_mesh  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ckpt_dir", required=True)
    parser.add_argument("--prompt", action="append", required=True)
    parser.add_argument("--batch_size", type=int, default=0)
    parser.add_argument("--gen_tokens", type=int, default=32)
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--top_p", type=float, default=0.8)
    parser.add_argument("--max_seq_len", type=int, default=512)
    parser.add_argument("--run_reference", action="store_true", help="on the CPU, in place of devices")
    return parser.parse_args()


def main():
    asked = arguments()
    folder = pathlib.Path(asked.ckpt_dir)
    words = tokenizer.Tokenizer(folder)
    users = asked.batch_size or len(asked.prompt)
    texts = [asked.prompt[i % len(asked.prompt)] for i in range(users)]
    config = configuration.read(folder / "config.json", max_batch_size=users, max_seq_len=asked.max_seq_len)
    checkpoint = loader.Checkpoint(folder)
    device = None
    if asked.run_reference:
        from models.demos.qwen3.reference.model import Model
        model = Model(config, checkpoint)
    else:
        from models.demos.qwen3.tt.qwen import Qwen3
        device = open_mesh()
        model = Qwen3(config, checkpoint, device)
    made, seconds = generate(model, [words.encode(text) for text in texts], asked.gen_tokens, asked.temperature,
                             asked.top_p, usable=len(words))
    for text, tokens in zip(texts, made):
        print(f"\033[31m{text}\033[0m{words.decode(tokens)}")
    if len(seconds) > 1:
        rate = (len(seconds) - 1) / sum(seconds[1:])
        print(f"TTFT {seconds[0] * 1e3:.0f} ms, {rate:.2f} tokens/s/user, {rate * users:.2f} tokens/s (wall)")
    if device is not None:
        del model
        close_mesh(device)


if __name__ == "__main__":
    main()
