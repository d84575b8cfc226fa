"""Options that the demo's programs share."""

import argparse
import math
import os
import pathlib

from models.demos.qwen3.common import configuration, loader

DTYPES = {"bf16": "bfloat16", "bf8": "bfloat8_b"}


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not allowed, 1 and more are")
    return number


def temperature(text):
    number = float(text)
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not allowed, 0 and more are")
    return number


def share(text):
    number = float(text)
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not allowed, more than 0 and up to 1 are")
    return number


def truth(text):
    if text.lower() not in ("true", "false"):
        raise argparse.ArgumentTypeError(f"{text} is not allowed, true and false are")
    return text.lower() == "true"


def model_folder():
    """Of the environment; none where it names no model."""
    name = os.environ.get("QWEN3_MODEL")
    return os.path.join(os.environ.get("QWEN3_MODEL_DIR", "/shared/models"), name) if name else None


def add_model(parser):
    """Options that tell a model."""
    folder = model_folder()
    parser.add_argument("--ckpt_dir", default=folder, required=folder is None)
    parser.add_argument("--tokenizer_path", help="folder of tokenizer.json, if it is not beside the weights")
    parser.add_argument("--config_path", help="in place of config.json beside the weights")
    parser.add_argument("--weights", choices=DTYPES, default="bf16", help="of projections and experts")
    parser.add_argument("--weight_cache", help="folder that keeps weights as the chips have them, for the next start")


def read_model(asked, batch, length):
    """Path of the configuration, itself, and the checkpoint, of which names and shapes are those of the model."""
    path = asked.config_path or pathlib.Path(asked.ckpt_dir) / "config.json"
    config = configuration.read(path, max_batch_size=batch, max_seq_len=length, dtype=DTYPES[asked.weights])
    checkpoint = loader.Checkpoint(asked.ckpt_dir)
    checkpoint.check(config)
    return path, config, checkpoint
