"""The options of main.py, and what it prints."""

import pytest
from models.demos.qwen3 import main
from models.demos.qwen3.test_dataset.loader import Prompts

ONE = ["--ckpt_dir", "x", "--prompt", "a"]


def test_defaults():
    asked = main.arguments(ONE)
    assert (asked.run_tt, asked.run_reference) == (True, False)
    assert (asked.prompt_len, asked.gen_tokens, asked.temperature, asked.top_p) == (64, 32, 0.7, 0.8)
    assert main.texts_of(asked) == ["a"]
    assert main.texts_of(main.arguments([*ONE, "--prompt", "b", "--batch_size", "3"])) == ["a", "b", "a"]


def test_batch_of_a_dataset(monkeypatch):
    taken = []
    monkeypatch.setattr(Prompts, "__init__", lambda self, path: None)
    monkeypatch.setattr(Prompts, "take", lambda self, length, batch: taken.append((length, batch)))
    main.texts_of(main.arguments(["--ckpt_dir", "x", "--dataset", "y"]))
    assert taken == [(64, 128)]


@pytest.mark.parametrize("words,tt,reference", [(["--run_tt", "false", "--run_reference"], False, True),
                                                (["--run_reference", "True"], True, True)])
def test_what_runs(words, tt, reference):
    asked = main.arguments([*ONE, *words])
    assert (asked.run_tt, asked.run_reference) == (tt, reference)


@pytest.mark.parametrize("words,why", [(["--run_tt", "no"], "true and false are"), (["--run_tt", "false"], "nothing"),
                                       (["--gen_tokens", "0"], "1 and more"), (["--dataset", "y"], "not allowed with")])
def test_refusals(words, why, capsys):
    with pytest.raises(SystemExit):
        main.arguments([*ONE, *words])
    assert why in capsys.readouterr().err


def test_text_of_the_reference(checkpoint_folder, capsys):
    main.main(["--ckpt_dir", str(checkpoint_folder), "--prompt", "Hello", "--run_tt", "false", "--run_reference",
               "--gen_tokens", "3"])
    said = capsys.readouterr().out
    assert said.startswith("\033[31mHello\033[0m") and "TTFT" in said and "tokens/s/user" in said
