"""The shape of a model, from config.json; keys that are not known are ignored."""

import dataclasses
import json
import pathlib

# Given by whoever runs the model, whatever the file says under these names.
OF_A_RUN = {"max_seq_len", "max_batch_size", "unit_batch_size", "block_size", "dtype"}
# The mathematics of other values is not here.
FIXED = {"model_type": "qwen3_moe", "hidden_act": "silu", "attention_bias": False, "use_sliding_window": False,
         "decoder_sparse_step": 1, "mlp_only_layers": [], "rope_scaling": None, "rope_parameters": None}
KINDS = {int: "a positive integer", float: "a positive number", bool: "true or false"}


@dataclasses.dataclass
class Configuration:
    """Defaults are those of Qwen3-30B-A3B; the last ones belong to a run."""

    vocab_size: int = 151936
    hidden_size: int = 2048
    num_hidden_layers: int = 48
    num_attention_heads: int = 32
    num_key_value_heads: int = 4
    head_dim: int = 128
    moe_intermediate_size: int = 768
    num_experts: int = 128
    num_experts_per_tok: int = 8
    max_position_embeddings: int = 40960
    rms_norm_eps: float = 1e-6
    rope_theta: float = 1e6
    norm_topk_prob: bool = True
    tie_word_embeddings: bool = False
    eos_token_id: int = 151645
    pad_token_id: int = 151643
    max_seq_len: int = 512
    max_batch_size: int = 8
    unit_batch_size: int = 32
    block_size: int = 32
    dtype: str = "bfloat16"  # of projections and experts on chips; or bfloat8_b

    @property
    def blocks_per_user(self):
        return -(-self.max_seq_len // self.block_size)

    @property
    def max_num_blocks(self):
        return self.max_batch_size * self.blocks_per_user


def read(path, **run):
    """The configuration in a file, with fields of the run."""
    try:
        values = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if not isinstance(values, dict):
            raise ValueError("an object is expected")
        return Configuration(**_known(values), **run)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _known(values):
    """What is said of a field; null says nothing."""
    for name, only in FIXED.items():
        if values.get(name) not in (None, only):
            raise ValueError(f"{name} is {json.dumps(values[name])}, {json.dumps(only)} is supported")
    known = {}
    for field in dataclasses.fields(Configuration):
        value = values.get(field.name)
        if value is None or field.name in OF_A_RUN:
            continue
        if field.name == "eos_token_id" and isinstance(value, list) and value:
            value = value[0]
        known[field.name] = _checked(field, value)
    return known


def _checked(field, value):
    kind = type(field.default)
    right = type(value) is kind or kind is float and type(value) is int
    if not right or kind is not bool and value < (0 if field.name.endswith("_id") else 1 if kind is int else 1e-30):
        raise ValueError(f"{field.name} is {json.dumps(value)}, {KINDS[kind]} is expected")
    return value
