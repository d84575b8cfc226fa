"""Prompts of given lengths: written by the maker, taken by the loader."""

import json
import subprocess

import pytest
from models.demos.qwen3.common import program
from models.demos.qwen3.common.tokenizer import Tokenizer
from models.demos.qwen3.test_dataset import maker
from models.demos.qwen3.test_dataset.loader import Prompts

LINES = [{"subject": "a", "text": "one two three four five six"}, {"subject": "a", "text": "seven eight nine ten"},
         {"subject": "b", "text": "eleven twelve"}]


@pytest.fixture
def made(tmp_path, checkpoint_folder):
    texts = tmp_path / "texts.jsonl"
    texts.write_text("\n".join(map(json.dumps, LINES)))
    path = tmp_path / "prompts.json"
    path.write_text(json.dumps(maker.make([texts], Tokenizer(checkpoint_folder), "texts", "tiny", [1, 4, 10 ** 6], 2)))
    return path


def test_round_trip(made, checkpoint_folder):
    words, prompts = Tokenizer(checkpoint_folder), Prompts(made)
    assert prompts.lengths == [1, 4] and prompts.info["has_subjects"]
    described = json.loads(made.read_text())
    for length in prompts.lengths:
        taken = prompts.take(length, 3)
        assert taken[2] == taken[0]
        assert [len(words.encode(text)) for text in taken[:2]] == described["token_counts"][str(length)]


def test_subjects_in_turn():
    pairs = [(line["subject"], line["text"]) for line in LINES]
    assert list(maker.in_turn(pairs)) == [LINES[0]["text"], LINES[2]["text"], LINES[1]["text"]]


def test_refusals(made, tmp_path):
    with pytest.raises(ValueError, match="no prompts of 7 tokens, but of 1, 4"):
        Prompts(made).take(7, 1)
    with pytest.raises(ValueError, match="at least 1"):
        Prompts(made).take(1, 0)
    for text, why in (("{}", "results"), ("[3]", "results"), ('{"resu', "no file of prompts")):
        (tmp_path / "other.json").write_text(text)
        with pytest.raises(ValueError, match=why):
            Prompts(tmp_path / "other.json")


def test_lines_that_are_no_strings(checkpoint_folder):
    with pytest.raises(subprocess.CalledProcessError):
        program.run("tokenize", checkpoint_folder, "--lines", text='"one"\n{}\n')
