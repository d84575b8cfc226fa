"""The shape of a model, from config.json; keys that are not known are ignored."""

import dataclasses
import json
import pathlib

# Given by whoever runs the model, whatever the file says under these names.
OF_A_RUN = {"max_seq_len", "max_batch_size", "unit_batch_size", "block_size", "dtype"}


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
    values = json.loads(pathlib.Path(path).read_text())
    names = {field.name for field in dataclasses.fields(Configuration)} - OF_A_RUN
    known = {name: value for name, value in values.items() if name in names and value is not None}
    if isinstance(known.get("eos_token_id"), list):
        known["eos_token_id"] = known["eos_token_id"][0]
    return Configuration(**known, **run)
