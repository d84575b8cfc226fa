"""The options of main.py, what it prints and what it refuses."""

import json
import os
import shutil

import pytest
from models.demos.qwen3 import main
from models.demos.qwen3.common import configuration
from models.demos.qwen3.common.configuration import Configuration
from models.demos.qwen3.simulator import plan
from models.demos.qwen3.test_dataset.loader import Prompts
from models.demos.qwen3.utils import ending

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
                                       (["--gen_tokens", "0"], "1 and more"), (["--dataset", "y"], "not allowed with"),
                                       (["--temperature", "nan"], "0 and more"), (["--top_p", "2"], "up to 1"),
                                       (["--weights", "fp4"], "bf16")])
def test_refusals(words, why, capsys):
    with pytest.raises(SystemExit):
        main.arguments([*ONE, *words])
    assert why in capsys.readouterr().err


def test_text_of_the_reference(checkpoint_folder, capsys):
    main.main(["--ckpt_dir", str(checkpoint_folder), "--prompt", "Hello", "--run_tt", "false", "--run_reference",
               "--gen_tokens", "3"])
    said = capsys.readouterr().out
    assert said.startswith("\033[31mHello\033[0m") and "TTFT" in said and "tokens/s/user" in said


def test_model_of_the_environment(monkeypatch):
    monkeypatch.setenv("QWEN3_MODEL", "Qwen3-30B-A3B")
    assert main.arguments(["--prompt", "a"]).ckpt_dir == "/shared/models/Qwen3-30B-A3B"
    monkeypatch.setenv("QWEN3_MODEL_DIR", "/models")
    assert main.arguments(["--prompt", "a"]).ckpt_dir == "/models/Qwen3-30B-A3B"
    assert main.arguments(ONE).ckpt_dir == "x"


def cut(path):
    path.write_bytes(path.read_bytes()[:-50])


@pytest.mark.parametrize("name,change,why", [
    ("config.json", cut, "config.json"), ("tokenizer.json", cut, "tokenizer.json"), ("config.json", os.remove, "No such file"),
    ("model-00001-of-00002.safetensors", cut, "model-00001-of-00002.safetensors: tensors have")])
def test_files_that_are_damaged(checkpoint_folder, tmp_path, capsys, name, change, why):
    folder = shutil.copytree(checkpoint_folder, tmp_path / "copy")
    change(folder / name)
    with pytest.raises(SystemExit) as ended:
        ending.run("main.py", lambda: main.main(["--ckpt_dir", str(folder), "--prompt", "a"]))
    said = capsys.readouterr().err
    assert ended.value.code == ending.REFUSED and said.startswith("main.py: ") and why in said


def test_prompts_that_are_too_long(checkpoint_folder, capsys):
    with pytest.raises(SystemExit):
        ending.run("main.py", lambda: main.main(["--ckpt_dir", str(checkpoint_folder), "--prompt", "a" * 50, "--run_tt",
                                                 "false", "--run_reference", "--max_seq_len", "8"]))
    assert "1 to 8 are allowed" in capsys.readouterr().err


@pytest.mark.parametrize("values,why", [
    ({"hidden_size": "x"}, 'hidden_size is "x", a positive integer'), ({"num_experts": 0}, "num_experts is 0"),
    ({"attention_bias": True}, "attention_bias is true, false is supported"), ({"rope_theta": -1}, "a positive number"),
    ({"tie_word_embeddings": 1}, "true or false"), ({"mlp_only_layers": [1]}, r"mlp_only_layers is \[1\], \[\] is")])
def test_configurations(tmp_path, values, why):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(values))
    with pytest.raises(ValueError, match=f"config.json: .*{why}"):
        configuration.read(path)


def test_configuration_of_a_run(tmp_path):
    """Newer files have a key of the same name."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"dtype": "float16", "eos_token_id": [7, 8], "other": 1, "head_dim": None}))
    assert configuration.read(path, max_seq_len=5) == Configuration(eos_token_id=7, max_seq_len=5)


def test_models_that_do_not_fit(tmp_path, monkeypatch):
    for name in ("IRONBIRD_CLUSTER", "IRONBIRD_CHIP"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "config.json"
    path.write_text("{}")
    with pytest.raises(ValueError, match=r"does not fit n150 as 1x1: a chip needs [\d.]+ GB[^$]*board[^$]*galaxy"):
        plan.check_fits(path, Configuration(), "wormhole_b0", [1, 1])
    plan.check_fits(path, Configuration(), "wormhole_b0", [1, 8])
    with pytest.raises(ValueError, match="does not fit t3000"):
        plan.check_fits(path, Configuration(max_batch_size=128, max_seq_len=4096), "wormhole_b0", [1, 8])
    with pytest.raises(ValueError, match="no board has 64 chips"):
        plan.check_fits(path, Configuration(), "wormhole_b0", [8, 8])
