"""Text to tokens and back. Encoding is that of `ironbird moe tokenize`, so that there is one."""

import json
import pathlib

from models.demos.qwen3.common import program


def byte_letters():
    """The letters that byte-level vocabularies write bytes as."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, extra = {}, 0
    for byte in range(256):
        letters[chr(byte) if byte in shown else chr(256 + extra)] = byte
        extra += byte not in shown
    return letters


class Tokenizer:
    def __init__(self, folder):
        """`folder` may also be the file itself."""
        path = pathlib.Path(folder)
        self.path = path / "tokenizer.json" if path.is_dir() else path
        try:
            described = json.loads(self.path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{self.path}: {error}") from None
        letters = byte_letters()
        self.words = {number: bytes(letters[c] for c in word) for word, number in described["model"]["vocab"].items()}
        self.special = set()
        for token in described["added_tokens"]:
            self.words[token["id"]] = token["content"].encode()
            if token["special"]:
                self.special.add(token["id"])

    def __len__(self):
        return max(self.words) + 1

    def encode_all(self, texts):
        """Of each text its tokens; one start of the program for all of them."""
        lines = "".join(json.dumps(text) + "\n" for text in texts)
        return [json.loads(line) for line in program.run("tokenize", self.path, "--lines", text=lines).splitlines()]

    def encode(self, text):
        return self.encode_all([text])[0]

    def decode(self, tokens, skip_special=True):
        kept = (t for t in tokens if not (skip_special and t in self.special))
        return b"".join(self.words.get(t, b"") for t in kept).decode("utf-8", "replace")
