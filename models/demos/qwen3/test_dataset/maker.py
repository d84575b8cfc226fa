"""Cuts texts into prompts of given numbers of tokens: python3 maker.py --ckpt_dir DIR --out FILE TEXT...

A text file has one document a line; of a JSON Lines file the field "text" is taken, and "subject" where it has one, so
that subjects are equally frequent. Documents that are too short for a length are left out for that length.
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]
LENGTHS = [2 ** i for i in range(11)]
PER_LENGTH = 128


def documents(path):
    """(subject, text) of each line."""
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        if pathlib.Path(path).suffix == ".jsonl":
            fields = json.loads(line)
            yield fields.get("subject", ""), fields["text"]
        else:
            yield "", line


def in_turn(pairs):
    """One of each subject after the other, as long as there are any."""
    by_subject = {}
    for subject, text in pairs:
        by_subject.setdefault(subject, []).append(text)
    queues = list(by_subject.values())
    for i in range(max(map(len, queues), default=0)):
        yield from (queue[i] for queue in queues if i < len(queue))


def prompts_of(texts, words, length, most):
    """Texts that begin with `length` tokens and no more, and how many tokens each has when it is read again."""
    found = [words.decode(tokens[:length]) for tokens in texts if len(tokens) >= length][:most]
    return found, [len(tokens) for tokens in words.encode_all(found)]


def make(texts, words, name, model, lengths=None, most=PER_LENGTH):
    pairs = [pair for path in texts for pair in documents(path)]
    encoded = words.encode_all(in_turn(pairs))
    made = {length: prompts_of(encoded, words, length, most) for length in lengths or LENGTHS}
    made = {length: both for length, both in made.items() if both[0]}
    return {
        "dataset_info": {"dataset_name": name, "model_name": model, "split": "train", "config": "",
                         "has_subjects": any(subject for subject, _ in pairs)},
        "token_lengths": list(made),
        "num_per_token_length": most,
        "results": {str(length): found for length, (found, _) in made.items()},
        # Cutting and reading again may join the last letters to another token.
        "token_counts": {str(length): counts for length, (_, counts) in made.items()},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ckpt_dir", required=True, help="folder with tokenizer.json")
    parser.add_argument("--out", required=True)
    parser.add_argument("--name", default="texts")
    parser.add_argument("--token_lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--num_per_token_length", type=int, default=PER_LENGTH)
    parser.add_argument("texts", nargs="+")
    asked = parser.parse_args()
    from models.demos.qwen3.common.tokenizer import Tokenizer

    made = make(asked.texts, Tokenizer(asked.ckpt_dir), asked.name, pathlib.Path(asked.ckpt_dir).name,
                asked.token_lengths, asked.num_per_token_length)
    if not made["results"]:
        sys.exit(f"no text has {min(asked.token_lengths)} tokens")
    pathlib.Path(asked.out).write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from models.demos.qwen3.utils import ending

    ending.run("maker.py", main)
