"""Prompts of a given number of tokens, from a file that the maker wrote."""

import json
import pathlib


class Prompts:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        try:
            described = json.loads(self.path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path} is no file of prompts: {error}") from None
        missing = {"dataset_info", "token_lengths", "results"} - set(described if isinstance(described, dict) else ())
        if missing:
            raise ValueError(f"{path} is no file of prompts: {', '.join(sorted(missing))} is missing")
        self.info, self.results = described["dataset_info"], described["results"]

    @property
    def lengths(self):
        return sorted(map(int, self.results))

    def take(self, length, batch):
        """`batch` prompts of `length` tokens; they repeat where there are fewer."""
        if batch < 1:
            raise ValueError(f"a batch of {batch} prompts cannot be taken, at least 1 can")
        prompts = self.results.get(str(length))
        if not prompts:
            raise ValueError(f"{self.path}: there are no prompts of {length} tokens, but of "
                             f"{', '.join(map(str, self.lengths))}")
        return [prompts[i % len(prompts)] for i in range(batch)]
